// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/spoken.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! How a question is said aloud.
class tst_Spoken : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void says_data();
    void says();
};

void tst_Spoken::says_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("allowOther");
    QTest::addColumn<QString>("said");
    QTest::newRow("a question alone") << u"When?"_s << QStringList() << true << u"When?"_s;
    QTest::newRow("its end is heard")
        << u"Tell me the day"_s << QStringList() << true << u"Tell me the day."_s;
    QTest::newRow("two choices") << u"Which project?"_s << QStringList{u"Imprint"_s, u"Billing"_s} << true
                                 << u"Which project? You can say Imprint or Billing, or something else."_s;
    QTest::newRow("nothing else counts") << u"Which project?"_s << QStringList{u"Imprint"_s, u"Billing"_s}
                                         << false << u"Which project? You can say Imprint or Billing."_s;
    QTest::newRow("four choices") << u"Which?"_s << QStringList{u"A"_s, u"B"_s, u"C"_s, u"D"_s} << false
                                  << u"Which? You can say A, B, C or D."_s;
    QTest::newRow("long choices have numbers")
        << u"Which?"_s << QStringList{u"The one that I wrote on Tuesday"_s, u"The other"_s} << false
        << u"Which? You can say one: The one that I wrote on Tuesday or two: The other."_s;
    QTest::newRow("six words are repeated")
        << u"Which?"_s << QStringList{u"The one that came on Tuesday"_s, u"None"_s} << false
        << u"Which? You can say The one that came on Tuesday or None."_s;
    QTest::newRow("percent signs are text")
        << u"50 %1?"_s << QStringList{u"%2"_s, u"%1"_s} << false << u"50 %1? You can say %2 or %1."_s;
    QTest::newRow("lines become one") << u"Which\nproject?"_s << QStringList() << true << u"Which project?"_s;
}

void tst_Spoken::says()
{
    QFETCH(QString, text);
    QFETCH(QStringList, options);
    QFETCH(bool, allowOther);
    Question question{.text = text, .allowOther = allowOther};
    for (const QString &option : options)
        question.options.append({.label = option, .description = u"not said"_s});
    QTEST(spokenQuestion(question), "said");
}

QTEST_APPLESS_MAIN(tst_Spoken)
#include "tst_spoken.moc"
