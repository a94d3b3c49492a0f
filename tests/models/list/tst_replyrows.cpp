// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/list/replyrows.h"
#include "models/question/display.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

QString kindName(RowKind kind)
{
    switch (kind) {
    case RowKind::Message:
        return u"message"_s;
    case RowKind::ReplyText:
        return u"text"_s;
    case RowKind::Thinking:
        return u"thinking"_s;
    case RowKind::Tool:
        return u"tool"_s;
    case RowKind::Question:
        return u"question"_s;
    case RowKind::Notice:
        return u"notice"_s;
    case RowKind::Figures:
        return u"figures"_s;
    }
    return {};
}

//! A row on one line: kind, "~" while it streams, "?" while it is open, title, text, actions.
QString shown(const TranscriptRow &row)
{
    QString line =
        kindName(row.kind) + (row.streaming ? u"~"_s : QString()) + (row.open ? u"?"_s : QString());
    if (!row.title.isEmpty())
        line += u" ["_s + row.title + u']';
    line += u": "_s + QString(row.text).replace(u'\n', u" / "_s);
    return row.actions.isEmpty() ? line : QString(line + u" {"_s + row.actions.join(u',') + u'}');
}

QStringList shown(const QList<TranscriptRow> &rows)
{
    QStringList lines;
    for (const auto &row : rows)
        lines += shown(row);
    return lines;
}

Event happening(EventType type, const QJsonObject &fields = {})
{
    return {.atMs = 1'800'000'000'000, .type = type, .fields = fields};
}
Event text(const QString &delta)
{
    return happening(EventType::Text, {{u"delta"_s, delta}});
}
Event thinking(const QString &delta)
{
    return happening(EventType::Thinking, {{u"delta"_s, delta}});
}
Event notice(const QString &code, const QString &words)
{
    return happening(EventType::Notice, {{u"code"_s, code}, {u"text"_s, words}});
}
Event question(const QString &id, const QString &words)
{
    return happening(EventType::Question, {{u"id"_s, id}, {u"question"_s, words}});
}
Event answer(const QString &id, const QString &outcome, const QString &words = {})
{
    return happening(EventType::Answer, {{u"id"_s, id}, {u"outcome"_s, outcome}, {u"text"_s, words}});
}
Event tool(const QString &id, const QString &name = u"search"_s)
{
    return happening(EventType::Tool, {{u"id"_s, id}, {u"name"_s, name}, {u"arguments"_s, u"{}"_s}});
}
Event toolResult(const QString &id, const QString &summary)
{
    return happening(EventType::ToolResult, {{u"id"_s, id}, {u"summary"_s, summary}});
}
Event usage(const QJsonObject &fields = {})
{
    return happening(EventType::Usage, fields);
}
Event slot(const QString &state)
{
    return happening(EventType::Slot, {{u"state"_s, state}});
}
Event stopped()
{
    return happening(EventType::Stopped);
}
Event done()
{
    return happening(EventType::Done);
}

QList<Event> numbered(QList<Event> events)
{
    for (qsizetype i = 0; i < events.size(); ++i)
        events[i].seq = i + 1;
    return events;
}

void row(const char *name, const QList<Event> &events, const QStringList &rows)
{
    QTest::newRow(name) << numbered(events) << rows;
}

void addRowsOfWords()
{
    const QString figures = u"figures:  {copy,regenerate}"_s;
    row("nothing happened", {}, {});
    row("a start shows nothing yet", {happening(EventType::Started, {{u"model"_s, u"m"_s}})}, {});
    row("text grows in one row", {text(u"Hel"_s), text(u"lo"_s)}, {u"text~: Hello {copy}"_s});
    row("thinking grows in one row", {thinking(u"H"_s), thinking(u"m"_s)}, {u"thinking~ [Thinking]: Hm"_s});
    row("text ends the thinking", {thinking(u"Hm"_s), text(u"Yes"_s)},
        {u"thinking [Thinking]: Hm"_s, u"text~: Yes {copy}"_s});
    row("thinking after text is a row of its own", {text(u"Yes"_s), thinking(u"Hm"_s), text(u"No"_s)},
        {u"text: Yes {copy}"_s, u"thinking [Thinking]: Hm"_s, u"text~: No {copy}"_s});
    row("a model turn ends its text", {text(u"a"_s), usage(), text(u"b"_s)},
        {u"text: a {copy}"_s, u"text~: b {copy}"_s});
    row("a done reply", {text(u"a"_s), usage(), done()}, {u"text: a {copy}"_s, figures});
    row("a reply without a word", {done()}, {figures});
}

void addRowsOfToolsAndQuestions()
{
    row("a tool that runs", {text(u"a"_s), tool(u"1"_s)},
        {u"text: a {copy}"_s, u"tool~ [Uses search …]: {}"_s});
    row("a tool that has run", {tool(u"1"_s), toolResult(u"1"_s, u"2 found"_s)}, {u"tool [2 found]: {}"_s});
    row("a tool that says nothing of its result", {tool(u"1"_s), toolResult(u"1"_s, {})},
        {u"tool [Uses search …]: {}"_s});
    row("two tools, ended in the other order",
        {tool(u"1"_s, u"a"_s), tool(u"2"_s, u"b"_s), toolResult(u"2"_s, u"B"_s), toolResult(u"1"_s, u"A"_s)},
        {u"tool [A]: {}"_s, u"tool [B]: {}"_s});
    row("a result whose tool was never told", {toolResult(u"9"_s, u"Not run"_s)}, {u"notice: Not run"_s});
    row("nothing about nothing", {toolResult(u"9"_s, {})}, {});
    row("a tool is cut off by a stop", {tool(u"1"_s), stopped()},
        {u"tool [Uses search …]: {}"_s, u"notice: Stopped. {retry}"_s});

    row("a question", {question(u"q"_s, u"Which?"_s)}, {u"question? [The model asks]: Which?"_s});
    row("two questions, the second answered",
        {question(u"q"_s, u"Which?"_s), question(u"r"_s, u"When?"_s),
         answer(u"r"_s, u"answered"_s, u"May"_s)},
        {u"question? [The model asks]: Which?"_s,
         u"question [The model asks]: When? / Answered: May {changeAnswer}"_s});
    row("an answer to no question", {answer(u"q"_s, u"answered"_s)}, {});
    row("an end closes what is open", {question(u"q"_s, u"Which?"_s), stopped()},
        {u"question [The model asks]: Which? / Ended without an answer: the reply was stopped."_s,
         u"notice: Stopped. {retry}"_s});
}

void addRowsOfNotices()
{
    row("another chat's reply comes first", {slot(u"waiting"_s)},
        {u"notice [slot]: Waiting for another chat's reply."_s});
    row("told twice, shown once", {slot(u"waiting"_s), slot(u"waiting"_s)},
        {u"notice [slot]: Waiting for another chat's reply."_s});
    row("its turn has come", {slot(u"waiting"_s), slot(u"running"_s), text(u"a"_s)}, {u"text~: a {copy}"_s});
    row("its turn has come at once", {slot(u"running"_s)}, {});

    row("a notice", {text(u"a"_s), notice(u"note"_s, u"Mind this."_s), text(u"b"_s)},
        {u"text: a {copy}"_s, u"notice: Mind this."_s, u"text~: b {copy}"_s});
    row("a resumed reply says its cut-off text again",
        {text(u"Half a th"_s), notice(u"resumed"_s, u"Taken up."_s), text(u"Half a thing."_s)},
        {u"notice: Taken up."_s, u"text~: Half a thing. {copy}"_s});
    row("a resumed reply thinks its cut-off thought again",
        {thinking(u"Hm"_s), text(u"Ha"_s), notice(u"resumed"_s, u"Taken up."_s), thinking(u"Hmm."_s)},
        {u"notice: Taken up."_s, u"thinking~ [Thinking]: Hmm."_s});
    row("a resumed reply keeps complete turns, tools and questions",
        {text(u"First."_s), usage(), tool(u"1"_s), toolResult(u"1"_s, u"Looked"_s),
         question(u"q"_s, u"Which?"_s), text(u"Sec"_s), notice(u"resumed"_s, u"Taken up."_s),
         text(u"Second."_s)},
        {u"text: First. {copy}"_s, u"tool [Looked]: {}"_s, u"question? [The model asks]: Which?"_s,
         u"notice: Taken up."_s, u"text~: Second. {copy}"_s});
    row("resumed twice, said once",
        {text(u"a"_s), notice(u"resumed"_s, u"Taken up."_s), text(u"ab"_s),
         notice(u"resumed"_s, u"Taken up."_s), text(u"abc"_s)},
        {u"notice: Taken up."_s, u"text~: abc {copy}"_s});
    row("a retried turn says its text again",
        {text(u"Ha"_s), notice(u"retrying"_s, u"Trying again."_s), text(u"Half"_s)},
        {u"notice: Trying again."_s, u"text~: Half {copy}"_s});
    row("text that was thinking", {text(u"Hm"_s), notice(u"text_was_thinking"_s, {}), text(u"Yes"_s)},
        {u"thinking [Thinking]: Hm"_s, u"text~: Yes {copy}"_s});
    row("text of earlier turns was not thinking",
        {text(u"a"_s), usage(), text(u"Hm"_s), notice(u"text_was_thinking"_s, {})},
        {u"text: a {copy}"_s, u"thinking [Thinking]: Hm"_s});
    row("nothing was thinking", {notice(u"text_was_thinking"_s, {})}, {});

    row("a failed reply",
        {text(u"a"_s), happening(EventType::Failed, {{u"reason"_s, u"The server is gone."_s}})},
        {u"text: a {copy}"_s, u"notice: The server is gone. {retry}"_s});
    row("controls are escaped", {text(u"a\u202eb\u001b"_s)}, {u"text~: a⟨U+202E⟩b⟨U+001B⟩ {copy}"_s});
    row("everywhere",
        {thinking(u"\u0007"_s), tool(u"1"_s, u"a\u0007\nb"_s), toolResult(u"1"_s, u"c\u0007\nd"_s),
         question(u"q"_s, u"e\u0007"_s), answer(u"q"_s, u"answered"_s, u"f\u0007"_s),
         notice(u"x"_s, u"g\u0007"_s), happening(EventType::Failed, {{u"reason"_s, u"h\u0007"_s}})},
        {u"thinking [Thinking]: ⟨U+0007⟩"_s, u"tool [c⟨U+0007⟩ d]: {}"_s,
         u"question [The model asks]: e⟨U+0007⟩ / Answered: f⟨U+0007⟩ {changeAnswer}"_s,
         u"notice: g⟨U+0007⟩"_s, u"notice: h⟨U+0007⟩ {retry}"_s});
}

//! The rows as a copy has them that hears of changes only.
void mirror(QList<TranscriptRow> &rows, const QList<ReplyRows::Change> &changes)
{
    for (const auto &change : changes) {
        switch (change.kind) {
        case ReplyRows::Change::Kind::Inserted:
            rows.insert(change.at, change.row);
            break;
        case ReplyRows::Change::Kind::Updated:
            rows[change.at] = change.row;
            break;
        case ReplyRows::Change::Kind::Removed:
            rows.remove(change.at);
            break;
        }
    }
}

} // namespace

//! Events of one reply in, rows out: the same whether they come live, in pieces, or from the database.
class tst_ReplyRows : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void makesRows_data();
    void makesRows();
    void toldChangesAreEnough_data() { makesRows_data(); }
    void toldChangesAreEnough();
    void showsAnswers_data();
    void showsAnswers();
    void showsCutTextAsWhole_data();
    void showsCutTextAsWhole();
    void ignoresWhatItKnows();
    void namesItsRows();
    void everyChangeRaisesTheRevision();
    void showsFigures_data();
    void showsFigures();
};

void tst_ReplyRows::makesRows_data()
{
    QTest::addColumn<QList<Event>>("events");
    QTest::addColumn<QStringList>("rows");
    addRowsOfWords();
    addRowsOfToolsAndQuestions();
    addRowsOfNotices();
}

void tst_ReplyRows::makesRows()
{
    QFETCH(QList<Event>, events);
    QFETCH(QStringList, rows);
    ReplyRows reply({7}, {8});
    for (const auto &next : events)
        std::ignore = reply.apply(next);
    QCOMPARE(shown(reply.rows()), rows);
    const bool over = !events.isEmpty() && isEnd(events.last().type);
    QCOMPARE(reply.isOver(), over);
    QCOMPARE(reply.lastSeq(), events.size());
}

void tst_ReplyRows::toldChangesAreEnough()
{
    QFETCH(QList<Event>, events);
    ReplyRows reply({7}, {8});
    QList<TranscriptRow> copy;
    for (const auto &next : events) {
        mirror(copy, reply.apply(next));
        QCOMPARE(shown(copy), shown(reply.rows()));
    }
}

void tst_ReplyRows::showsAnswers_data()
{
    QTest::addColumn<QJsonObject>("fields");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("canBeChanged");
    const auto row = [](const char *outcome, const QString &line, bool canBeChanged) {
        QTest::newRow(outcome) << QJsonObject{{u"outcome"_s, QString::fromLatin1(outcome)},
                                              {u"text"_s, u"May"_s}}
                               << line << canBeChanged;
    };
    row("chosen", u"Answered: May"_s, true);
    row("answered", u"Answered: May"_s, true);
    row("none", u"None of these"_s, true);
    row("declined", u"Skipped"_s, true);
    row("unanswered", u"No answer came in time. The model was told so."_s, true);
    row("asked_back", u"You asked back: May"_s, false);
    row("not_shown", u"The question could not be shown. The model was told so."_s, false);
    row("withdrawn", u"Ended without an answer: the reply was stopped."_s, false);
    row("refused", u"Ended without an answer: the reply was stopped."_s, false);
    row("an outcome of the future", u"Ended without an answer: the reply was stopped."_s, false);
    QTest::newRow("a secret was held back")
        << QJsonObject{{u"outcome"_s, u"answered"_s},
                       {u"text"_s, u"it is [secret 1]"_s},
                       {u"held_back"_s, QJsonArray{u"[secret 1]"_s}}}
        << u"Answered: it is [secret 1]\nA secret in the answer was held back from the model."_s << true;
}

void tst_ReplyRows::showsAnswers()
{
    QFETCH(QJsonObject, fields);
    QFETCH(QString, line);
    QFETCH(bool, canBeChanged);
    fields[u"id"_s] = u"q"_s;
    ReplyRows reply({7});
    std::ignore = reply.apply(
        {.seq = 1, .type = EventType::Question, .fields = {{u"id"_s, u"q"_s}, {u"question"_s, u"When?"_s}}});
    std::ignore = reply.apply({.seq = 2, .type = EventType::Answer, .fields = fields});
    const TranscriptRow &row = reply.rows().first();
    QCOMPARE(row.text, QString(u"When?\n"_s + line));
    QVERIFY(!row.open);
    QCOMPARE(row.actions, canBeChanged ? QStringList(u"changeAnswer"_s) : QStringList());
    QCOMPARE(row.question, u"q"_s);
    // Where it was answered, when somebody did.
    fields[u"via"_s] = u"companion"_s;
    ReplyRows other({7});
    std::ignore = other.apply(
        {.seq = 1, .type = EventType::Question, .fields = {{u"id"_s, u"q"_s}, {u"question"_s, u"When?"_s}}});
    std::ignore = other.apply({.seq = 2, .type = EventType::Answer, .fields = fields});
    QVERIFY(other.rows().first().text.contains(u" (on the companion, "));
}

void tst_ReplyRows::showsCutTextAsWhole_data()
{
    QTest::addColumn<QString>("whole");
    QTest::newRow("plain words") << u"The roof leaks.\n\nIt rains."_s;
    QTest::newRow("pictures")
        << u"a\U0001f980b\U0001f469\u200d\U0001f680c\U0001f1e9\U0001f1eae\u2764\ufe0ff1\ufe0f\u20e3g"_s;
    QTest::newRow("joiners alone and in scripts")
        << u"\u200d a\u200db \u0915\u094d\u200d\u0937 \u0645\u06cc\u200c\u062e"_s;
    QTest::newRow("line ends of all kinds") << u"a\r\nb\rc\n\nd\r\r\n\te\u2028f\u2029g\u0085h"_s;
    QTest::newRow("controls and directions")
        << u"a\u0000b\u001b[31mc\u202ed\u2066e\u2069f\u00adg\u200bh\ufeffi"_s;
    QTest::newRow("halves of characters")
        << u"a"_s + QChar(0xd83e) + u"b"_s + QChar(0xdd80) + QChar(0xd83e) + u"c"_s;
    QTest::newRow("accents in two characters") << u"Cafe\u0301 u\u0308ber n\u0303"_s;
    QTest::newRow("a family, flags and tones")
        << u"\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f44d\U0001f3fd \U0001f3f4\U000e0067\U000e0062\U000e007f."_s;
}

void tst_ReplyRows::showsCutTextAsWhole()
{
    QFETCH(QString, whole);
    QRandomGenerator random(1); // the same cuts each time
    for (int round = 0; round < 200; ++round) {
        ReplyRows reply({7});
        QList<TranscriptRow> copy;
        qint64 seq = 0;
        for (qsizetype at = 0; at < whole.size();) {
            const qsizetype length = round == 0 ? 1 : random.bounded(1, 6);
            mirror(copy, reply.apply({.seq = ++seq,
                                      .type = EventType::Text,
                                      .fields = {{u"delta"_s, whole.mid(at, length)}}}));
            at += length;
            QCOMPARE(copy.first().text, displayText(QStringView(whole).first(std::min(at, whole.size()))));
        }
        QCOMPARE(copy.size(), 1);
    }
}

void tst_ReplyRows::ignoresWhatItKnows()
{
    ReplyRows reply({7});
    Event first = text(u"a"_s);
    first.seq = 5;
    QCOMPARE(reply.apply(first).size(), 1);
    QCOMPARE(reply.apply(first).size(), 0);
    first.seq = 4;
    QCOMPARE(reply.apply(first).size(), 0);
    first.seq = 1005; // numbers jump when a reply is resumed
    QCOMPARE(reply.apply(first).size(), 1);
    QCOMPARE(reply.rows().first().text, u"aa"_s);
}

void tst_ReplyRows::namesItsRows()
{
    ReplyRows reply({7}, {8});
    ReplyRows next({8}, {9});
    const auto events = numbered(
        {happening(EventType::Started, {{u"model"_s, u"m\n\u0007"_s}}), text(u"a"_s), tool(u"1"_s), done()});
    for (const auto &one : events) {
        std::ignore = reply.apply(one);
        std::ignore = next.apply(one);
    }
    QCOMPARE(reply.model(), u"m ⟨U+0007⟩"_s);
    QSet<qint64> ids;
    for (const auto &rows : {reply.rows(), next.rows()}) {
        for (const auto &row : rows)
            ids += row.rowId;
    }
    QCOMPARE(ids.size(), 6);
    for (const auto &row : reply.rows()) {
        QCOMPARE(row.author, reply.model());
        QCOMPARE(row.reply, ReplyId{7});
        QCOMPARE(row.message, MessageId{8});
        QCOMPARE(row.atMs, 1'800'000'000'000);
    }
}

void tst_ReplyRows::everyChangeRaisesTheRevision()
{
    ReplyRows reply({7});
    std::ignore = reply.apply(numbered({text(u"a"_s)}).first());
    const qint64 id = reply.rows().first().rowId;
    int last = reply.rows().first().revision;
    for (qint64 seq = 2; seq < 6; ++seq) {
        Event more = text(u"b"_s);
        more.seq = seq;
        std::ignore = reply.apply(more);
        QVERIFY(reply.rows().first().revision > last);
        last = reply.rows().first().revision;
    }
    QCOMPARE(reply.rows().first().rowId, id);
}

void tst_ReplyRows::showsFigures_data()
{
    QTest::addColumn<QJsonObject>("usage");
    QTest::addColumn<QString>("line");
    QTest::newRow("none") << QJsonObject{} << QString();
    QTest::newRow("all")
        << QJsonObject{{u"model_seconds"_s, 4.0},
                       {u"waited_seconds"_s, 61.6},
                       {u"tokens_in"_s, 120},
                       {u"tokens_out"_s, 50},
                       {u"first_token_seconds"_s, 0.25}}
        << u"model 4.0 s · waited for you 62 s · 120 tokens in, 50 out · 12.5 tokens/s · first token 0.25 s"_s;
    QTest::newRow("a model that took no time has no speed")
        << QJsonObject{{u"model_seconds"_s, 0.0}, {u"tokens_out"_s, 50}, {u"first_token_seconds"_s, 0.0}}
        << u"0 tokens in, 50 out"_s;
    QTest::newRow("an instant answer is not a wait") << QJsonObject{{u"waited_seconds"_s, 0.4}} << QString();
}

void tst_ReplyRows::showsFigures()
{
    QFETCH(QJsonObject, usage);
    QFETCH(QString, line);
    const QLocale before;
    QLocale::setDefault(QLocale::c());
    QCOMPARE(figuresLine(usage), line);
    QLocale::setDefault(before);
}

QTEST_GUILESS_MAIN(tst_ReplyRows)
#include "tst_replyrows.moc"
