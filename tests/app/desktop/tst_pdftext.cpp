// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pdftext.h"
#include "models/tool/folderindex.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! A PDF with one line a page, with a proper table of places.
QByteArray pdf(const QList<QByteArray> &lines)
{
    QList<QByteArray> objects{
        "<< /Type /Catalog /Pages 2 0 R >>", {}, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"};
    QByteArray kids;
    for (const QByteArray &line : lines) {
        const QByteArray content = "BT /F1 12 Tf 72 720 Td (" + line + ") Tj ET";
        const QByteArray page = QByteArray::number(objects.size() + 1);
        kids += page + " 0 R ";
        objects += "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> "
                   ">> /Contents " +
                   QByteArray::number(objects.size() + 2) + " 0 R >>";
        objects +=
            "<< /Length " + QByteArray::number(content.size()) + " >>\nstream\n" + content + "\nendstream";
    }
    objects[1] = "<< /Type /Pages /Kids [" + kids + "] /Count " + QByteArray::number(lines.size()) + " >>";
    QByteArray file = "%PDF-1.4\n";
    QByteArray places = "0000000000 65535 f \n";
    for (qsizetype i = 0; i < objects.size(); ++i) {
        places += QByteArray::number(file.size()).rightJustified(10, '0') + " 00000 n \n";
        file += QByteArray::number(i + 1) + " 0 obj\n" + objects.at(i) + "\nendobj\n";
    }
    const QByteArray count = QByteArray::number(objects.size() + 1);
    const QByteArray start = QByteArray::number(file.size());
    return file + "xref\n0 " + count + "\n" + places + "trailer\n<< /Size " + count +
           " /Root 1 0 R >>\nstartxref\n" + start + "\n%%EOF\n";
}

} // namespace

class TestPdfText : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_temp;

    QString write(const QString &name, const QByteArray &bytes)
    {
        QDir().mkpath(m_temp.filePath(u"papers"_s));
        QFile file(m_temp.filePath(u"papers/"_s + name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write a test file");
        return file.fileName();
    }

private Q_SLOTS:
    void readsEveryPage()
    {
        const auto text =
            PdfText().text(write(u"a.pdf"_s, pdf({"The roof leaks", "The cellar is dry"})), 1000);
        QVERIFY(text);
        QVERIFY(text->contains(u"The roof leaks"));
        QVERIFY(text->contains(u"The cellar is dry"));
    }
    void keepsToTheLimit()
    {
        const auto text = PdfText().text(write(u"b.pdf"_s, pdf({"The roof leaks", "The cellar is dry"})), 8);
        QVERIFY(text);
        QCOMPARE(*text, u"The roof"_s);
    }
    void aDamagedFileIsAnError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no PDF at all") << QByteArray("hello");
        QTest::newRow("only the beginning") << QByteArray("%PDF-1.4\n");
        QTest::newRow("zeros") << QByteArray(1000, '\0');
    }
    void aDamagedFileIsAnError()
    {
        QFETCH(QByteArray, bytes);
        const auto text = PdfText().text(write(u"c.pdf"_s, bytes), 1000);
        QVERIFY(!text);
        QCOMPARE(int(text.error().code), int(Error::Code::BadInput));
        QVERIFY(text.error().text.contains(u"c.pdf"));
    }
    void isFoundInAFolder()
    {
        write(u"d.pdf"_s, pdf({"Contract about chimneys"}));
        FolderIndex index(m_temp.filePath(u"index.sqlite"_s), {std::make_shared<PdfText>()});
        const FolderAnswer answer =
            index.search({.folders = {m_temp.filePath(u"papers"_s)}, .words = u"chimneys"_s}, false);
        QCOMPARE(answer.hits.size(), 1);
        QVERIFY(answer.hits.first().path.endsWith(u"d.pdf"));
    }
};

QTEST_GUILESS_MAIN(TestPdfText)
#include "tst_pdftext.moc"
