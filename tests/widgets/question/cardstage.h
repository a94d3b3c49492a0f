// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "widgets/question/announcer.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/focusguard.h"
#include "widgets/question/growingtext.h"
#include "widgets/question/plaintext.h"
#include "widgets/question/questioncard.h"

#include <QApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

namespace heed::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

//! Any warning fails the test, except the one by which the offscreen platform says what it cannot do.
inline void failOnWarnings()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
}

inline Question makeQuestion(int options = 3, bool allowOther = true)
{
    static const QStringList labels{u"Billing"_s, u"Shipping"_s, u"Returns"_s, u"Warranty"_s,
                                    u"Something rare"_s};
    Question question;
    question.id = {u"0badcafe"_s};
    question.text = u"Which folder did you mean?"_s;
    for (int i = 0; i < options; ++i)
        question.options.append({labels.at(i), i == 0 ? u"Invoices and payments"_s : QString()});
    question.allowOther = allowOther;
    return question;
}

inline Settlement chosen(const Question &question, int option, Face via = Face::Window)
{
    Settlement end;
    end.id = question.id;
    end.outcome = Outcome::Chosen;
    end.text = question.options.at(option).label;
    end.via = via;
    end.atMs = 1'700'000'000'000;
    end.answer = {.kind = Answer::Kind::Choose, .option = option};
    return end;
}

//! A window with a place to type above and a card below, on a clock that only the test moves.
struct Stage {
    ManualClock clock{QDateTime({2025, 3, 10}, {14, 2}, QTimeZone::utc())};
    Alarms alarms{clock};
    QWidget window{};
    GrowingText *composer = nullptr;
    QuestionCard *card = nullptr;

    Stage()
    {
        auto *column = new QVBoxLayout(&window);
        composer = new GrowingText(clock, &window);
        composer->setAccessibleName(u"Message"_s);
        column->addWidget(composer);
        column->addStretch();
        window.resize(480, 640);
    }

    QuestionCard *add(const Question &question, const QString &chat = u"Roof repair"_s)
    {
        card = new QuestionCard(question, chat, alarms, &window);
        window.layout()->addWidget(card);
        return card;
    }

    void show()
    {
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        pass(0ms);
    }

    //! Shown, laid out, and long enough ago for a click to count; the focus is in the composer.
    void showIdle()
    {
        show();
        composer->setFocus();
        pass(5s);
    }

    //! Time passes and what is due happens.
    void pass(Milliseconds by)
    {
        clock.advance(by);
        for (int i = 0; i < 3; ++i) // an alarm may set one that is due, and a layout follows an event
            QCoreApplication::processEvents();
    }

    QWidget *focus() const { return QApplication::focusWidget(); }
    CardButton *button(const QString &label) const
    {
        for (auto *found : card->findChildren<CardButton *>()) {
            if (found->label() == label)
                return found;
        }
        return nullptr;
    }
    CardButton *option(int i) const { return button(card->question().options.at(i).label); }
    GrowingText *box() const { return card->findChild<GrowingText *>(); }

    PlainText *questionText() const
    {
        for (auto *text : card->findChildren<PlainText *>()) {
            if (text->text() == card->question().text)
                return text;
        }
        return nullptr;
    }

    //! Every text that can be read on the card now.
    QString words() const
    {
        QStringList all;
        for (auto *text : card->findChildren<PlainText *>()) {
            if (text->isVisible())
                all << text->text();
        }
        return all.join(u'\n');
    }
};

inline QPalette themed(QColor window, QColor base, QColor button, QColor text, QColor highlight)
{
    QPalette palette(button, window);
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        palette.setColor(group, QPalette::Base, base);
        for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
            palette.setColor(group, role, group == QPalette::Disabled ? QColor(128, 128, 128) : text);
        palette.setColor(group, QPalette::PlaceholderText, QColor(128, 128, 128));
        palette.setColor(group, QPalette::Highlight, highlight);
        palette.setColor(group, QPalette::HighlightedText, Qt::white);
    }
    return palette;
}

inline QPalette lightTheme()
{
    return themed({239, 239, 239}, Qt::white, {239, 239, 239}, Qt::black, {48, 140, 198});
}
inline QPalette darkTheme()
{
    return themed({37, 38, 41}, {30, 31, 34}, {49, 51, 56}, {224, 226, 230}, {90, 140, 240});
}
inline QPalette highContrastTheme()
{
    return themed(Qt::black, Qt::black, Qt::black, Qt::white, {255, 255, 0});
}

} // namespace heed::test
