// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/store/recordstage.h"

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! Full-text search: whatever is typed is words, never an operator, and it never fails.
class tst_RecordFind : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_stage.reset(); }

    void findsWords_data();
    void findsWords();
    void neverFails_data();
    void neverFails();
    void filters_data();
    void filters();
    void tellsWhatWasFound();
    void isNewestFirst();
    void fallsBackToAnyWord();
    void aReplyIsFoundOnceWithAllItsTurns();
    void leavesTheTrashOut();

private:
    [[nodiscard]] QSqlDatabase &db() { return m_stage->database; }
    [[nodiscard]] QStringList find(const FindQuery &query);

    std::unique_ptr<RecordStage> m_stage{};
};

void tst_RecordFind::init()
{
    m_stage = std::make_unique<RecordStage>();
}

QStringList tst_RecordFind::find(const FindQuery &query)
{
    QStringList snippets;
    for (const auto &found : must(records::find(db(), query)))
        snippets += found.snippet;
    return snippets;
}

void tst_RecordFind::findsWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("found");
    QTest::newRow("a word") << u"The roof leaks"_s << u"roof"_s << true;
    QTest::newRow("in another case") << u"The ROOF leaks"_s << u"roof"_s << true;
    QTest::newRow("in another order") << u"The roof leaks"_s << u"leaks roof"_s << true;
    QTest::newRow("the beginning of a word") << u"The roofer came"_s << u"roof"_s << true;
    QTest::newRow("not the end of a word") << u"The hothouse"_s << u"house"_s << false;
    QTest::newRow("a word that is not there") << u"The roof leaks"_s << u"gutter"_s << false;
    QTest::newRow("without its accents") << u"Über den Dächern"_s << u"uber dacher"_s << true;
    QTest::newRow("with accents typed as two characters") << u"Café"_s << u"Cafe\u0301"_s << true;
    QTest::newRow("Cyrillic in another case") << u"Крыша дома"_s << u"КРЫША"_s << true;
    QTest::newRow("Greek in another case") << u"η στέγη"_s << u"ΣΤΈΓΗ"_s << true;
    QTest::newRow("Hindi, with its vowel signs") << u"यह हिंदी है"_s << u"हिंदी"_s << true;
    QTest::newRow("Korean, the beginning of a word") << u"지붕이 샌다"_s << u"지붕"_s << true;
    QTest::newRow("Japanese, in the middle of a sentence") << u"私は寿司が好きです"_s << u"寿司"_s << true;
    QTest::newRow("Japanese, two words") << u"私は寿司が好きです"_s << u"好き 寿司"_s << true;
    QTest::newRow("Japanese that is not there") << u"私は寿司が好きです"_s << u"天ぷら"_s << false;
    QTest::newRow("Chinese and a Latin word") << u"我的 roof 漏水了"_s << u"漏水 roof"_s << true;
    QTest::newRow("Chinese and a Latin word that is not there")
        << u"我的 roof 漏水了"_s << u"漏水 gutter"_s << false;
    QTest::newRow("Thai, in the middle of a sentence") << u"หลังคารั่ว"_s << u"รั่ว"_s << true;
    QTest::newRow("letters beyond 16 bits")
        << u"the sign \U00010380\U00010381 is old"_s << u"\U00010380\U00010381"_s << true;
    QTest::newRow("a picture beside a word says nothing")
        << u"The roof leaks"_s << u"roof \U0001f980"_s << true;
    QTest::newRow("a mark without a letter says nothing") << u"The roof leaks"_s << u"roof \u093f"_s << true;
    QTest::newRow("a number") << u"It costs 1200 euros"_s << u"1200"_s << true;
    QTest::newRow("joined by a hyphen") << u"the north-west side"_s << u"north-west"_s << true;
    QTest::newRow("the words AND, OR, NOT") << u"to be or not to be and so on"_s << u"AND OR NOT"_s << true;
    QTest::newRow("NOT excludes nothing") << u"The roof leaks"_s << u"NOT roof"_s << false;
    QTest::newRow("a column's name is a word") << u"The roof leaks"_s << u"text:gutter"_s << false;
    QTest::newRow("a column's name that is there") << u"The text: roof"_s << u"text:roof"_s << true;
}

void tst_RecordFind::findsWords()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    QFETCH(bool, found);
    (void)m_stage->addMessage(m_stage->addChat(), {}, text);
    // Without the second try, which takes any word: the ranked one is tested by itself.
    const QStringList hits = find({.words = words});
    const QStringList both = words.split(u' ');
    if (found || both.size() == 1)
        QCOMPARE(!hits.isEmpty(), found);
    else
        QVERIFY2(hits.size() <= 1, qPrintable(hits.join(u'|')));
    if (!hits.isEmpty())
        QVERIFY2(text.contains(hits.first()), qPrintable(hits.first()));
}

void tst_RecordFind::neverFails_data()
{
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << QString();
    QTest::newRow("spaces") << u" \t\n "_s;
    QTest::newRow("a quote") << u"\""_s;
    QTest::newRow("a quote that opens") << u"\"roof"_s;
    QTest::newRow("quotes within") << u"ro\"\"of \"\"\""_s;
    QTest::newRow("an apostrophe") << u"the roof's; DROP TABLE found;--"_s;
    QTest::newRow("a star") << u"*"_s;
    QTest::newRow("stars") << u"* roof* **"_s;
    QTest::newRow("operators") << u"roof AND (OR NOT NEAR(a b, 3)) ^c - + : { } text : x"_s;
    QTest::newRow("a parenthesis") << u"("_s;
    QTest::newRow("a backslash") << u"\\"_s;
    QTest::newRow("NUL") << QString(QChar(0)) + u"roof"_s + QChar(0);
    QTest::newRow("half a character") << u"roof"_s + QChar(0xd83e);
    QTest::newRow("the other half") << QChar(0xdd80) + u"roof"_s;
    QTest::newRow("pictures only") << u"\U0001f980\U0001f980"_s;
    QTest::newRow("marks only") << u"\u0301\u0302"_s;
    QTest::newRow("a word of 1 MB") << QString(1'000'000, u'x');
    QTest::newRow("a word of 1 MB beyond 16 bits") << u"\U00010380"_s.repeated(500'000);
    QTest::newRow("100,000 words") << u"roof leaks "_s.repeated(50'000);
    QTest::newRow("100,000 Chinese words") << u"漏水 "_s.repeated(100'000);
    QTest::newRow("1 MB of Chinese") << u"漏水"_s.repeated(500'000);
}

void tst_RecordFind::neverFails()
{
    QFETCH(QString, words);
    (void)m_stage->addMessage(m_stage->addChat(), {}, u"roof leaks"_s);
    const auto found = records::find(db(), {.words = words});
    QVERIFY2(bool(found), found ? "" : qPrintable(found.error().detail));
    QVERIFY(found->size() <= 1);
    QCOMPARE(m_stage->count(u"found"_s), 1);
}

void tst_RecordFind::filters_data()
{
    using Kind = FoundRecord::Kind;
    QTest::addColumn<FindQuery>("query");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("everything, newest first")
        << FindQuery{}
        << QStringList{u"roof of the note"_s, u"roof of the fact"_s, u"roof of the reply"_s,
                       u"roof of the message"_s};
    QTest::newRow("messages") << FindQuery{.kind = Kind::Message} << QStringList{u"roof of the message"_s};
    QTest::newRow("replies") << FindQuery{.kind = Kind::Reply} << QStringList{u"roof of the reply"_s};
    QTest::newRow("notes") << FindQuery{.kind = Kind::Note} << QStringList{u"roof of the note"_s};
    QTest::newRow("answers") << FindQuery{.kind = Kind::Answer} << QStringList{u"roof of the fact"_s};
    QTest::newRow("not of this chat")
        << FindQuery{.notChat = ChatId{1}} << QStringList{u"roof of the note"_s};
    QTest::newRow("since") << FindQuery{.sinceMs = 4}
                           << QStringList{u"roof of the note"_s, u"roof of the fact"_s};
    QTest::newRow("until") << FindQuery{.untilMs = 3}
                           << QStringList{u"roof of the reply"_s, u"roof of the message"_s};
    QTest::newRow("between") << FindQuery{.sinceMs = 3, .untilMs = 4}
                             << QStringList{u"roof of the fact"_s, u"roof of the reply"_s};
    QTest::newRow("the first two") << FindQuery{.limit = 2}
                                   << QStringList{u"roof of the note"_s, u"roof of the fact"_s};
}

void tst_RecordFind::filters()
{
    QFETCH(FindQuery, query);
    QFETCH(QStringList, found);
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat, {}, u"roof of the message"_s); // at 2 and 3
    (void)must(records::addTurn(db(), reply, {.text = u"roof of the reply"_s}));
    (void)must(records::addFact(
        db(), {.chat = chat, .name = u"Which?"_s, .value = u"roof of the fact"_s, .atMs = 4}));
    (void)must(records::addNote(db(), {.chat = chat, .text = u"roof of the note"_s, .atMs = 5}));
    query.words = u"roof"_s;
    QCOMPARE(find(query), found);
    query.words = u"漏水"_s; // the same filters without the index
    (void)m_stage->addMessage(chat, reply, u"漏水"_s);
    QCOMPARE(find(query).size(),
             query.notChat || query.sinceMs || (query.kind && query.kind != FoundRecord::Kind::Message) ? 0
                                                                                                        : 1);
}

void tst_RecordFind::tellsWhatWasFound()
{
    const ChatId chat = m_stage->addChat(u"House"_s);
    const MessageId message = m_stage->addMessage(
        chat, {}, u"word "_s.repeated(200) + u"the\nroof\tleaks "_s + u"word "_s.repeated(200));
    const NoteId note =
        must(records::addNote(db(), {.chat = chat, .title = u"Roofer"_s, .text = u"Weber"_s, .atMs = 9}));
    const auto found = must(records::find(db(), {.words = u"roof"_s}));
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].kind, FoundRecord::Kind::Note);
    QCOMPARE(found[0].ref, note.value);
    QCOMPARE(found[0].chat, ChatId());
    QCOMPARE(found[0].title, u"Roofer"_s);
    QCOMPARE(found[0].atMs, 9);
    QCOMPARE(found[1].kind, FoundRecord::Kind::Message);
    QCOMPARE(found[1].ref, message.value);
    QCOMPARE(found[1].chat, chat);
    QCOMPARE(found[1].title, u"House"_s);
    QCOMPARE(found[1].atMs, 2);
    QVERIFY2(found[1].snippet.contains(u"the roof leaks"), qPrintable(found[1].snippet)); // one line
    QVERIFY2(found[1].snippet.size() < 200, qPrintable(found[1].snippet));
    (void)m_stage->addMessage(chat, {}, u"屋"_s.repeated(500) + u"漏水"_s + u"根"_s.repeated(500));
    const auto chinese = must(records::find(db(), {.words = u"漏水"_s}));
    QCOMPARE(chinese.size(), 1);
    QVERIFY(chinese[0].snippet.contains(u"漏水") && chinese[0].snippet.size() < 200);
}

void tst_RecordFind::isNewestFirst()
{
    const ChatId chat = m_stage->addChat();
    for (const auto &text : {u"roof 1"_s, u"roof roof roof 2"_s, u"roof 3"_s})
        (void)m_stage->addMessage(chat, {}, text);
    QCOMPARE(find({.words = u"roof"_s}), QStringList({u"roof 3"_s, u"roof roof roof 2"_s, u"roof 1"_s}));
}

void tst_RecordFind::fallsBackToAnyWord()
{
    const ChatId chat = m_stage->addChat();
    (void)m_stage->addMessage(chat, {}, u"the roof leaks"_s);
    (void)m_stage->addMessage(chat, {}, u"a gutter"_s);
    QCOMPARE(find({.words = u"roof gutter"_s}).size(), 2); // nothing has both
    QCOMPARE(find({.words = u"roof leaks"_s}).size(), 1);  // something has both
    QCOMPARE(find({.words = u"roof gutter"_s, .limit = 1}).size(), 1);
    QCOMPARE(find({.words = u"cellar attic"_s}).size(), 0);
    QCOMPARE(find({.words = u"cellar"_s}).size(), 0);
}

void tst_RecordFind::aReplyIsFoundOnceWithAllItsTurns()
{
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    const ReplyId other = m_stage->addExchange(chat, reply);
    (void)must(records::addTurn(db(), reply, {.number = 0}));
    (void)must(records::addTurn(db(), reply, {.number = 1, .text = u"first roof"_s}));
    (void)must(records::addTurn(db(), other, {.number = 0, .text = u"another roof"_s}));
    (void)must(records::addTurn(db(), reply, {.number = 2, .text = u"then gutter"_s}));
    (void)must(records::addTurn(db(), reply, {.number = 3, .text = u"at last cellar"_s}));
    const auto hits = must(records::find(db(), {.words = u"roof gutter cellar"_s}));
    QCOMPARE(hits.size(), 1);
    QCOMPARE(hits.first().ref, reply.value);
    QCOMPARE(must(records::find(db(), {.words = u"another"_s})).first().ref, other.value);
    QCOMPARE(must(records::find(db(), {.words = u"roof"_s})).size(), 2);
}

void tst_RecordFind::leavesTheTrashOut()
{
    const ChatId chat = m_stage->addChat();
    (void)m_stage->addMessage(chat, {}, u"roof 漏水"_s);
    must(records::setTrashed(db(), chat, 1));
    QCOMPARE(find({.words = u"roof"_s}), QStringList());
    QCOMPARE(find({.words = u"漏水"_s}), QStringList());
    must(records::setTrashed(db(), chat, std::nullopt));
    QCOMPARE(find({.words = u"roof"_s}).size(), 1);
    QCOMPARE(find({.words = u"漏水"_s}).size(), 1);
}

QTEST_GUILESS_MAIN(tst_RecordFind)
#include "tst_recordfind.moc"
