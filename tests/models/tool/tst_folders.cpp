// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/folderindex.h"
#include "models/tool/folderwalk.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! Counts how often a file was opened.
class CountingExtractor final : public TextExtractor
{
public:
    [[nodiscard]] bool takes(const QString &suffix) const override { return suffix == u"odd"; }
    [[nodiscard]] Result<QString> text(const QString &file, qsizetype limit) const override
    {
        ++count;
        QFile opened(file);
        if (!opened.open(QIODevice::ReadOnly))
            return Error{.code = Error::Code::NotFound};
        return QString::fromUtf8(opened.readAll()).left(limit);
    }
    mutable std::atomic_int count = 0;
};

} // namespace

class TestFolders : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_temp;
    std::atomic_bool m_cancelled = false;

    QString write(const QString &name, const QByteArray &bytes)
    {
        const QString path = m_temp->filePath(u"notes/"_s + name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write a test file");
        return path;
    }
    [[nodiscard]] QString folder() const { return m_temp->filePath(u"notes"_s); }
    [[nodiscard]] QString indexFile() const { return m_temp->filePath(u"index.sqlite"_s); }
    FolderAnswer search(FolderIndex &index, const QString &words, FolderQuery query = {})
    {
        query.words = words;
        if (query.folders.isEmpty())
            query.folders = {folder()};
        return index.search(query, m_cancelled);
    }
    [[nodiscard]] int indexedFiles() const
    {
        int count = -1;
        {
            auto database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"look"_s);
            database.setDatabaseName(indexFile());
            if (database.open()) {
                QSqlQuery query(u"SELECT count(*) FROM files"_s, database);
                count = query.next() ? query.value(0).toInt() : -1;
            }
        }
        QSqlDatabase::removeDatabase(u"look"_s);
        return count;
    }
    static QStringList names(const FolderAnswer &answer)
    {
        QStringList names;
        for (const FolderHit &hit : answer.hits)
            names += QFileInfo(hit.path).fileName();
        names.sort();
        return names;
    }

private Q_SLOTS:
    void init()
    {
        m_temp = std::make_unique<QTemporaryDir>();
        m_cancelled = false;
        QVERIFY(QDir().mkpath(folder()));
    }

    void findsTextMarkdownHtmlAndCode()
    {
        write(u"roof.txt"_s, "The roof leaks above the bedroom.");
        write(u"house.md"_s, "# House plans\n\nA new roof in spring.");
        write(u"page.html"_s, "<title>Shop</title><p>roof <b>tiles</b><script>var roofscript;</script>");
        write(u"src/main.c"_s, "int roof(void) { return 1; }");
        write(u"other.txt"_s, "nothing of the kind");
        FolderIndex index(indexFile());
        const FolderAnswer answer = search(index, u"roof"_s);
        QCOMPARE(names(answer), QStringList({u"house.md"_s, u"main.c"_s, u"page.html"_s, u"roof.txt"_s}));
        QVERIFY(answer.problems.isEmpty());
        for (const FolderHit &hit : answer.hits) {
            QCOMPARE(hit.folder, folder());
            QVERIFY(hit.snippet.contains(u"roof"));
            if (hit.path.endsWith(u".md"))
                QCOMPARE(hit.title, u"House plans"_s);
            if (hit.path.endsWith(u".html"))
                QCOMPARE(hit.title, u"Shop"_s);
        }
        QVERIFY(search(index, u"roofscript"_s).hits.isEmpty());
    }

    void allWordsFirstThenAnyOfThem()
    {
        write(u"a.txt"_s, "red roof");
        write(u"b.txt"_s, "green roof");
        FolderIndex index(indexFile());
        QCOMPARE(names(search(index, u"green roof"_s)), QStringList(u"b.txt"_s));
        QCOMPARE(names(search(index, u"blue roof"_s)), QStringList({u"a.txt"_s, u"b.txt"_s}));
        QCOMPARE(names(search(index, u"roo"_s)).size(), 2);
    }

    void wordsAreNeverAQueryLanguage_data()
    {
        QTest::addColumn<QString>("words");
        for (const char *words :
             {"\"", "roof\" OR \"", "NOT", "a AND", "content:roof", "(", "*", "^roof", "--", ""})
            QTest::newRow(*words ? words : "nothing") << QString::fromLatin1(words);
    }
    void wordsAreNeverAQueryLanguage()
    {
        QFETCH(QString, words);
        write(u"x.txt"_s, "some text");
        FolderIndex index(indexFile());
        const FolderAnswer answer = search(index, words);
        QVERIFY(answer.problems.isEmpty());
        QVERIFY(answer.hits.isEmpty());
    }

    void skipsWhatIsNotWorthSearching()
    {
        for (const auto &name : {u".hidden.txt"_s, u".git/config"_s, u"node_modules/x/a.js"_s,
                                 u"build/a.txt"_s, u"server.pem"_s, u"id_rsa"_s, u"photo.jpg"_s, u"a.txt~"_s})
            write(name, "roof");
        write(u"data.dat"_s, QByteArray("roof\0roof", 9));
        write(u"large.txt"_s, QByteArray("roof ").repeated(1'000'000));
        write(u"good.txt"_s, "roof");
        FolderIndex index(indexFile());
        QCOMPARE(names(search(index, u"roof"_s)), QStringList(u"good.txt"_s));
    }

    void doesNotFollowLinks()
    {
        write(u"good.txt"_s, "roof");
        QFile outside(m_temp->filePath(u"outside.txt"_s));
        QVERIFY(outside.open(QIODevice::WriteOnly));
        outside.write("roof");
        outside.close();
        QVERIFY(QFile::link(folder(), m_temp->filePath(u"notes/loop"_s)));
        QVERIFY(QFile::link(outside.fileName(), m_temp->filePath(u"notes/link.txt"_s)));
        FolderIndex index(indexFile());
        QCOMPARE(names(search(index, u"roof"_s)), QStringList(u"good.txt"_s));
        QVERIFY(!index.read(m_temp->filePath(u"notes/link.txt"_s), {folder()}));
    }

    void readsOnlyWithinTheFolders()
    {
        const QString good = write(u"good.txt"_s, "roof");
        const QString hidden = write(u".secret/a.txt"_s, "roof");
        FolderIndex index(indexFile());
        const auto text = index.read(good, {folder()});
        QVERIFY(text);
        QCOMPARE(text->text, u"roof"_s);
        QVERIFY(!index.read(hidden, {folder()}));
        QVERIFY(!index.read(u"/etc/passwd"_s, {folder()}));
        QVERIFY(!index.read(folder() + u"/../outside.txt"_s, {folder()}));
        QVERIFY(!index.read(good, {}));
        QVERIFY(!index.read(good, {folder() + u"x"_s}));
    }

    void keepsUpWithChanges()
    {
        auto extractor = std::make_shared<CountingExtractor>();
        const QString path = write(u"a.odd"_s, "roof");
        write(u"b.odd"_s, "roof");
        FolderIndex index(indexFile(), {extractor});
        QCOMPARE(search(index, u"roof"_s).hits.size(), 2);
        QCOMPARE(search(index, u"roof"_s).hits.size(), 2);
        QCOMPARE(extractor->count.load(), 2); // unchanged files are not opened again
        write(u"a.odd"_s, "cellar now");
        QCOMPARE(names(search(index, u"cellar"_s)), QStringList(u"a.odd"_s));
        QCOMPARE(names(search(index, u"roof"_s)), QStringList(u"b.odd"_s));
        QCOMPARE(extractor->count.load(), 3);
        QVERIFY(QFile::remove(path));
        QVERIFY(search(index, u"cellar"_s).hits.isEmpty());
    }

    void aFolderTakenAwayIsForgotten()
    {
        write(u"a.txt"_s, "roof");
        FolderIndex index(indexFile());
        QCOMPARE(search(index, u"roof"_s).hits.size(), 1);
        const QString other = m_temp->filePath(u"other"_s);
        QVERIFY(QDir().mkpath(other));
        QVERIFY(search(index, u"roof"_s, {.folders = {other}}).hits.isEmpty());
        QCOMPARE(indexedFiles(), 0);
    }

    void looksInOneOfTheFoldersOnly()
    {
        write(u"house/a.txt"_s, "roof");
        write(u"work/b.txt"_s, "roof");
        FolderIndex index(indexFile());
        const QStringList both{m_temp->filePath(u"notes/house"_s), m_temp->filePath(u"notes/work"_s)};
        QCOMPARE(search(index, u"roof"_s, {.folders = both}).hits.size(), 2);
        QCOMPARE(names(search(index, u"roof"_s, {.folders = both, .only = {both.last()}})),
                 QStringList(u"b.txt"_s));
        QCOMPARE(indexedFiles(), 2);
    }

    void aMissingFolderIsSaidAndTheOthersAreSearched()
    {
        write(u"a.txt"_s, "roof");
        FolderIndex index(indexFile());
        const FolderAnswer answer =
            search(index, u"roof"_s, {.folders = {folder(), m_temp->filePath(u"gone"_s)}});
        QCOMPARE(names(answer), QStringList(u"a.txt"_s));
        QCOMPARE(answer.problems.size(), 1);
        QVERIFY(answer.problems.first().contains(u"gone"));
    }

    void aDamagedIndexIsMadeAgain()
    {
        write(u"a.txt"_s, "roof");
        QFile file(indexFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("no database at all ").repeated(500));
        file.close();
        FolderIndex index(indexFile());
        const FolderAnswer answer = search(index, u"roof"_s);
        QCOMPARE(names(answer), QStringList(u"a.txt"_s));
        QVERIFY(answer.problems.isEmpty());
    }

    void aCancelledSearchEndsAndTheNextOneCarriesOn()
    {
        write(u"a.txt"_s, "roof");
        FolderIndex index(indexFile());
        m_cancelled = true;
        QVERIFY(search(index, u"roof"_s).hits.isEmpty());
        m_cancelled = false;
        QCOMPARE(search(index, u"roof"_s).hits.size(), 1);
    }

    void limitsByTime()
    {
        write(u"a.txt"_s, "roof");
        FolderIndex index(indexFile());
        const qint64 now = QFileInfo(m_temp->filePath(u"notes/a.txt"_s)).lastModified().toMSecsSinceEpoch();
        QCOMPARE(search(index, u"roof"_s, {.sinceMs = now - 1000}).hits.size(), 1);
        QCOMPARE(search(index, u"roof"_s, {.sinceMs = now + 1000}).hits.size(), 0);
        QCOMPARE(search(index, u"roof"_s, {.untilMs = now - 1000}).hits.size(), 0);
    }

    void aWalkStopsAtItsLimit()
    {
        for (int i = 0; i < 5; ++i)
            write(u"%1.txt"_s.arg(i), "roof");
        const FolderWalk walk = walkFolder(folder(), 3, m_cancelled);
        QCOMPARE(walk.files.size(), 3);
        QVERIFY(!walk.complete);
        QCOMPARE(walk.problems.size(), 1);
    }

    void readsHtml_data()
    {
        QTest::addColumn<QString>("html");
        QTest::addColumn<QString>("text");
        QTest::newRow("tags go") << u"<p>a <b>b</b></p>"_s << u"a b"_s;
        QTest::newRow("blocks break lines") << u"<p>a</p><p>b</p>c<br>d"_s << u"a\nb\nc\nd"_s;
        QTest::newRow("entities") << u"a &amp; b &lt;c&gt; &#228;&#x2013; &bogus; &"_s
                                  << u"a & b <c> ä– &bogus; &"_s;
        QTest::newRow("no control characters by number") << u"a&#0;&#8;b"_s << u"a&#0;&#8;b"_s;
        QTest::newRow("scripts and styles go")
            << u"a<script>if (a<b) alert('x')</script><style>p{}</style>b"_s << u"ab"_s;
        QTest::newRow("comments go") << u"a<!-- <p>x</p> -->b"_s << u"ab"_s;
        QTest::newRow("a greater sign in an attribute") << u"<a title=\"x>y\">b</a>"_s << u"b"_s;
        QTest::newRow("a smaller sign is text") << u"1 < 2"_s << u"1 < 2"_s;
        QTest::newRow("never closed") << u"a<script>b"_s << u"a"_s;
        QTest::newRow("a tag that ends with the page") << u"a<b"_s << u"a"_s;
        QTest::newRow("a quote that is never closed") << u"<a title=\"x>b</a> c"_s << u"b c"_s;
        QTest::newRow("cells are apart") << u"<table><tr><td>a<td>b</table>"_s << u"a b"_s;
        QTest::newRow("the title is no text") << u"<title>t</title>a"_s << u"a"_s;
    }
    void readsHtml()
    {
        QFETCH(QString, html);
        QFETCH(QString, text);
        QCOMPARE(htmlText(html).text, text);
    }

    void decodesText_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("UTF-8") << QByteArray("\xc3\xa4") << u"ä"_s;
        QTest::newRow("UTF-8 with a mark") << QByteArray("\xef\xbb\xbf\xc3\xa4") << u"ä"_s;
        QTest::newRow("UTF-16 little endian") << QByteArray("\xff\xfe\xe4\x00", 4) << u"ä"_s;
        QTest::newRow("Latin-1") << QByteArray("Dachb\xf6"
                                               "den")
                                 << u"Dachböden"_s;
        QTest::newRow("zero bytes") << QByteArray("a\0b", 3) << QString();
        QTest::newRow("control characters") << QByteArray("\x01\x02\x03\xff\xfe\x04") << QString();
    }
    void decodesText()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        const auto decoded = decodedText(bytes);
        QCOMPARE(decoded.value_or(QString()), text);
        QCOMPARE(decoded.has_value(), !text.isNull());
    }
};

QTEST_GUILESS_MAIN(TestFolders)
#include "tst_folders.moc"
