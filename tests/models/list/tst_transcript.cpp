// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/list/liststage.h"

#include "models/store/replyrecord.h"

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! A chat as rows: live, replayed, interrupted, branched and long.
class tst_Transcript : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void aReplyIsWrittenIntoRows();
    void aStoppedReplySaysSo();
    void aFailedReplyIsAnnouncedAsSuch();
    void aQuestionCanBeAnsweredUntilItIsSettled();
    void tellsOfTheEndBeforeTheRowGoes();
    void twoChatsDoNotMix();
    void queuedMessagesWaitBelow();
    void aResumedReplySaysNothingTwice();
    void aQuestionWaitsAgainAfterARestart();
    void replayShowsWhatWasShownLive();
    void switchesBetweenReplies();
    void readsOlderExchangesWhenAskedTo();
    void forgetsWhatItWasReadingWhenTheChatChanges();
    void showsNothingForNoChat();

private:
    [[nodiscard]] TranscriptModel &transcript() { return m_models->transcript; }
    [[nodiscard]] WaitingModel &waiting() { return m_models->waiting; }
    void showChat(ChatId chat);
    //! Ends the program and starts it again; nothing is taken up yet.
    void restart();
    [[nodiscard]] QModelIndex lastRow() { return transcript().index(transcript().rowCount() - 1); }
    [[nodiscard]] QString lastText() { return textsOf(transcript()).value(textsOf(transcript()).size() - 1); }
    //! Exchanges "message 0" / "reply 0", … written straight into the database.
    void addExchanges(ChatId chat, int count);

    std::unique_ptr<ReplyStage> m_stage{};
    std::unique_ptr<ListModels> m_models{};
    ChatId m_chat{};
};

void tst_Transcript::init()
{
    m_stage = std::make_unique<ReplyStage>();
    m_models = std::make_unique<ListModels>(*m_stage->replies);
    m_chat = m_stage->createChat();
    showChat(m_chat);
}

void tst_Transcript::cleanup()
{
    m_models.reset();
    m_stage.reset();
}

void tst_Transcript::showChat(ChatId chat)
{
    QSignalSpy loaded(&transcript(), &TranscriptModel::loaded);
    transcript().setChat(chat);
    QTRY_COMPARE(loaded.size(), 1);
}

void tst_Transcript::restart()
{
    m_models.reset();
    m_stage->close();
    m_stage->open();
    m_models = std::make_unique<ListModels>(*m_stage->replies);
}

void tst_Transcript::aReplyIsWrittenIntoRows()
{
    m_stage->script->add({.say = {u"Hel"_s, u"lo"_s}, .think = {u"Hm"_s}});
    QSignalSpy over(&transcript(), &TranscriptModel::replyOver);
    QVERIFY(m_stage->send(m_chat, u"Hi"_s));
    QTRY_COMPARE(over.size(), 1); // also when it is over before it was first read
    QCOMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"Hm"_s, u"Hello"_s}));
    QCOMPARE(over.first().at(0).toInt(), 1);
    QCOMPARE(over.first().at(1).toBool(), false);
    QVERIFY(!transcript().runningReply().isValid());
    QCOMPARE(transcript().index(0).data(TranscriptRole::Author).toString(), u"You"_s);
    QCOMPARE(transcript().index(2).data(TranscriptRole::Author).toString(), u"scripted"_s);
    QVERIFY(!transcript().index(2).data(TranscriptRole::Streaming).toBool());
    QCOMPARE(transcript().markdownOf(lastRow()), u"Hello"_s);
    QCOMPARE(transcript().markdownOf(transcript().index(0)), u"Hi"_s);
}

void tst_Transcript::aStoppedReplySaysSo()
{
    m_stage->script->add({.say = {u"So far"_s}, .hang = true});
    QSignalSpy began(&transcript(), &TranscriptModel::replyBegan);
    const auto sent = m_stage->send(m_chat, u"Hi"_s);
    QVERIFY(sent);
    QTRY_COMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"So far"_s}));
    QVERIFY(lastRow().data(TranscriptRole::Streaming).toBool());
    QCOMPARE(transcript().runningReply(), sent->reply);
    QCOMPARE(began.size(), 1);
    QSignalSpy running(&transcript(), &TranscriptModel::runningChanged);
    m_stage->replies->stop(sent->reply);
    QTRY_VERIFY(!transcript().runningReply().isValid());
    QCOMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"So far"_s, u"Stopped."_s}));
    QVERIFY(!running.isEmpty());
}

void tst_Transcript::aFailedReplyIsAnnouncedAsSuch()
{
    m_stage->script->add(
        {.error = ProviderError{.kind = ProviderError::Kind::Auth, .text = u"The key is wrong."_s}});
    QSignalSpy over(&transcript(), &TranscriptModel::replyOver);
    QVERIFY(m_stage->send(m_chat, u"Hi"_s));
    QTRY_COMPARE(over.size(), 1);
    QVERIFY(over.first().at(1).toBool());
    QCOMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"The key is wrong."_s}));
}

void tst_Transcript::aQuestionCanBeAnsweredUntilItIsSettled()
{
    m_stage->script->add(
        {.say = {u"Let me ask."_s}, .calls = {ask(u"1"_s, u"Which roof?"_s, {u"Shed"_s, u"House"_s})}});
    m_stage->script->add({.say = {u"The shed, then."_s}});
    QVERIFY(m_stage->send(m_chat, u"Fix the roof"_s));
    const Question question = m_stage->waitForQuestion();
    QTRY_VERIFY(transcript().indexOfQuestion(question.id).data(TranscriptRole::Waiting).toBool());
    const QPersistentModelIndex row = transcript().indexOfQuestion(question.id);
    QCOMPARE(row.data(TranscriptRole::Kind).toInt(), int(RowKind::Question));
    QCOMPARE(row.data(TranscriptRole::Question).toString(), question.id.value);
    QVERIFY(transcript().runningReply().isValid());
    QVERIFY(m_stage->answer(question.id, {.kind = Answer::Kind::Choose, .option = 0}));
    QTRY_COMPARE(lastText(), u"The shed, then."_s);
    QVERIFY(row.isValid());
    QVERIFY(!row.data(TranscriptRole::Waiting).toBool());
    QVERIFY(row.data(TranscriptRole::Text).toString().startsWith(u"Which roof?\nAnswered: Shed"));
    QCOMPARE(row.data(TranscriptRole::Actions).toStringList(), QStringList(u"changeAnswer"_s));
    QVERIFY(!transcript().indexOfQuestion({u"another"_s}).isValid());
}

void tst_Transcript::tellsOfTheEndBeforeTheRowGoes()
{
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which roof?"_s)}});
    m_stage->script->add({.say = {u"Good."_s}});
    QVERIFY(m_stage->send(m_chat, u"Fix the roof"_s));
    const Question question = m_stage->waitForQuestion();
    QTRY_VERIFY(transcript().indexOfQuestion(question.id).data(TranscriptRole::Waiting).toBool());
    QStringList order;
    connect(&waiting(), &WaitingModel::aboutToSettle, this,
            [&](const Question &ended, const Settlement &settlement) {
                order += u"about to settle"_s;
                QVERIFY(waiting().contains(ended.id));
                QVERIFY(transcript()
                            .indexOfQuestion(ended.id)
                            .data(TranscriptRole::Waiting)
                            .toBool()); // the card is there
                QCOMPARE(settlement.text, u"the shed"_s);
            });
    connect(&waiting(), &WaitingModel::rowsAboutToBeRemoved, this, [&] { order += u"row goes"_s; });
    connect(&waiting(), &WaitingModel::settled, this, [&](const Question &ended) {
        order += u"settled"_s;
        QVERIFY(!waiting().contains(ended.id));
    });
    connect(&waiting(), &WaitingModel::countChanged, this,
            [&](int count) { order += u"count %1"_s.arg(count); });
    QVERIFY(m_stage->answer(question.id, {.text = u"the shed"_s}));
    QTRY_COMPARE(order, QStringList({u"about to settle"_s, u"row goes"_s, u"settled"_s, u"count 0"_s}));
}

void tst_Transcript::twoChatsDoNotMix()
{
    const ChatId other = m_stage->createChat();
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which kitchen?"_s)}});
    const auto sent = m_stage->send(other, u"Fix the kitchen"_s);
    QVERIFY(sent);
    const Question question = m_stage->waitForQuestion();
    QTRY_COMPARE(waiting().rowCount(), 1);
    QCOMPARE(transcript().rowCount(), 0);
    QVERIFY(!transcript().runningReply().isValid());
    m_stage->script->add({.say = {u"Mine."_s}});
    QVERIFY(m_stage->send(m_chat, u"Hi"_s));
    QTRY_COMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"Mine."_s}));
    showChat(other);
    QCOMPARE(textsOf(transcript()), QStringList({u"Fix the kitchen"_s, u"Which kitchen?"_s}));
    QVERIFY(transcript().indexOfQuestion(question.id).data(TranscriptRole::Waiting).toBool());
    QCOMPARE(transcript().runningReply(), sent->reply);
    m_stage->replies->stop(sent->reply);
    QTRY_VERIFY(!transcript().runningReply().isValid());
}

void tst_Transcript::queuedMessagesWaitBelow()
{
    m_stage->script->add({.say = {u"First reply"_s}, .hang = true});
    m_stage->script->add({.say = {u"Second reply"_s}});
    const auto first = m_stage->send(m_chat, u"First"_s);
    QVERIFY(first);
    QTRY_COMPARE(textsOf(transcript()), QStringList({u"First"_s, u"First reply"_s}));
    const auto second = m_stage->send(m_chat, u"Second"_s);
    QVERIFY(second && !second->reply.isValid());
    QTRY_COMPARE(textsOf(transcript()), QStringList({u"First"_s, u"First reply"_s, u"Second"_s}));
    QVERIFY(!lastRow().data(TranscriptRole::Title).toString().isEmpty()); // it says that it waits
    QCOMPARE(transcript().runningReply(), first->reply);
    m_stage->replies->stop(first->reply);
    QTRY_COMPARE(textsOf(transcript()),
                 QStringList({u"First"_s, u"First reply"_s, u"Stopped."_s, u"Second"_s, u"Second reply"_s}));
    for (int row = 0; row < transcript().rowCount(); ++row)
        QVERIFY(transcript().index(row).data(TranscriptRole::Kind).toInt() != int(RowKind::Message) ||
                transcript().index(row).data(TranscriptRole::Title).toString().isEmpty());
}

void tst_Transcript::aResumedReplySaysNothingTwice()
{
    m_stage->script->add({.say = {u"First."_s}, .calls = {call(u"1"_s, u"lookup"_s, {})}});
    m_stage->script->add({.say = {u"Half a th"_s}, .hang = true});
    QVERIFY(m_stage->send(m_chat, u"Hi"_s));
    QTRY_COMPARE(lastText(), u"Half a th"_s);
    restart();
    m_stage->script->add({.say = {u"Half a "_s, u"thing."_s}});
    showChat(m_chat); // before it is taken up
    QSignalSpy over(&transcript(), &TranscriptModel::replyOver);
    QCOMPARE(m_stage->resume(), 1);
    QTRY_COMPARE(over.size(), 1);
    const QStringList texts = textsOf(transcript());
    QCOMPARE(texts.first(2), QStringList({u"Hi"_s, u"First."_s}));
    QCOMPARE(texts.last(), u"Half a thing."_s);
    QCOMPARE(texts.filter(u"Half a"_s).size(), 1);
    showChat(m_chat); // and as it is read
    QCOMPARE(textsOf(transcript()), texts);
}

void tst_Transcript::aQuestionWaitsAgainAfterARestart()
{
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which roof?"_s)}});
    QVERIFY(m_stage->send(m_chat, u"Fix the roof"_s));
    const QuestionId id = m_stage->waitForQuestion().id;
    restart();
    showChat(m_chat);
    QCOMPARE(waiting().rowCount(), 0);
    QVERIFY(!transcript().indexOfQuestion(id).data(TranscriptRole::Waiting).toBool()); // nobody takes an
                                                                                       // answer yet
    m_stage->script->add({.say = {u"The shed, then."_s}});
    QSignalSpy changed(&transcript(), &TranscriptModel::dataChanged);
    QCOMPARE(m_stage->resume(), 1);
    QTRY_VERIFY(transcript().indexOfQuestion(id).data(TranscriptRole::Waiting).toBool());
    QVERIFY(!changed.isEmpty());
    m_stage->replies->confirmShown(id, Face::Window);
    QVERIFY(m_stage->answer(id, {.text = u"the shed"_s}));
    QTRY_COMPARE(lastText(), u"The shed, then."_s);
}

void tst_Transcript::replayShowsWhatWasShownLive()
{
    m_stage->script->add({.say = {u"a\U0001f980"_s.left(2), u"a\U0001f980"_s.mid(2), u" b\u202e"_s},
                          .think = {u"Hm"_s, u"m"_s},
                          .calls = {call(u"1"_s, u"lookup"_s, {}), ask(u"2"_s, u"Which?"_s)}});
    m_stage->script->add({.say = {u"Good."_s}, .usage = {.tokensIn = 12, .tokensOut = 3}});
    QSignalSpy over(&transcript(), &TranscriptModel::replyOver);
    QVERIFY(m_stage->send(m_chat, u"Hi"_s));
    const Question question = m_stage->waitForQuestion();
    QVERIFY(m_stage->answer(question.id, {.kind = Answer::Kind::Decline}));
    QTRY_COMPARE(over.size(), 1);
    const auto everything = [this] {
        QStringList all;
        for (int row = 0; row < transcript().rowCount(); ++row) {
            for (const int role :
                 {int(TranscriptRole::Kind), int(TranscriptRole::Text), int(TranscriptRole::Title),
                  int(TranscriptRole::Author), int(TranscriptRole::Streaming), int(TranscriptRole::AtMs),
                  int(TranscriptRole::RowId)})
                all += transcript().index(row).data(role).toString();
        }
        return all;
    };
    const QStringList live = everything();
    QVERIFY(textsOf(transcript()).contains(u"a\U0001f980 b⟨U+202E⟩"_s));
    showChat(m_chat);
    QCOMPARE(everything(), live);
    restart();
    showChat(m_chat);
    QCOMPARE(everything(), live);
}

void tst_Transcript::switchesBetweenReplies()
{
    QSignalSpy over(&transcript(), &TranscriptModel::replyOver);
    m_stage->script->add({.say = {u"One"_s}});
    const auto first = m_stage->send(m_chat, u"Hi"_s);
    QVERIFY(first);
    QTRY_COMPARE(over.size(), 1);
    QVERIFY(!transcript().index(0).data(TranscriptRole::Actions).toStringList().contains(u"previous"_s));
    m_stage->script->add({.say = {u"More"_s}});
    QVERIFY(m_stage->send(m_chat, u"And?"_s));
    QTRY_COMPARE(over.size(), 2);
    m_stage->script->add({.say = {u"Two"_s}});
    m_stage->replies->regenerate(first->reply, {}, this, [](const Result<ReplyId> &) {});
    QTRY_COMPARE(over.size(), 3);
    QCOMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"Two"_s}));
    QVERIFY(transcript().index(0).data(TranscriptRole::Actions).toStringList().contains(u"previous"_s));

    const auto show = [this](int by) {
        QSignalSpy loaded(&transcript(), &TranscriptModel::loaded);
        transcript().showSibling(transcript().index(0), by);
        QTRY_COMPARE(loaded.size(), 1);
    };
    show(-1); // with all that followed it
    QCOMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"One"_s, u"And?"_s, u"More"_s}));
    QSignalSpy reset(&transcript(), &TranscriptModel::modelReset);
    transcript().showSibling(transcript().index(0), -1); // there is none before
    transcript().showSibling(QModelIndex(), 1);
    show(1);
    QCOMPARE(textsOf(transcript()), QStringList({u"Hi"_s, u"Two"_s}));
    QCOMPARE(reset.size(), 1);
    QCOMPARE(
        m_stage->read<ChatRecord>([this](QSqlDatabase &database) { return records::chat(database, m_chat); })
            .head,
        transcript().index(1).data(TranscriptRole::ReplyRow).value<qint64>() > 0
            ? ReplyId{transcript().index(1).data(TranscriptRole::ReplyRow).toLongLong()}
            : ReplyId());
}

void tst_Transcript::addExchanges(ChatId chat, int count)
{
    const auto add = [chat, count](QSqlDatabase &database) -> Result<Done> {
        ReplyId last;
        for (int i = 0; i < count; ++i) {
            const auto message = records::addMessage(
                database, {.chat = chat, .after = last, .text = u"message %1"_s.arg(i), .atMs = i});
            if (!message)
                return message.error();
            const auto reply =
                records::addReply(database, {.chat = chat, .message = *message, .state = ReplyState::Done});
            if (!reply)
                return reply.error();
            last = *reply;
            const QJsonObject text{{u"deltas"_s, QJsonArray{u"reply %1"_s.arg(i)}}};
            const QList<EventRow> rows{{.seq = 1, .firstSeq = 1, .type = u"text"_s, .fields = text},
                                       {.seq = 2, .firstSeq = 2, .type = u"done"_s}};
            if (auto added = records::addEvents(database, last, rows); !added)
                return added;
        }
        return records::setHead(database, chat, last, 1);
    };
    bool done = false;
    m_stage->store->write<Done>(Durability::AtOnce, this, add,
                                [&done](const Result<Done> &result) { done = bool(result); });
    QTRY_VERIFY(done);
}

void tst_Transcript::readsOlderExchangesWhenAskedTo()
{
    m_models = std::make_unique<ListModels>(*m_stage->replies, false);
    addExchanges(m_chat, 300);
    showChat(m_chat);
    QVERIFY(transcript().rowCount() < 300); // the end only
    QCOMPARE(lastText(), u"reply 299"_s);
    QVERIFY(transcript().canFetchMore({}));
    const QPersistentModelIndex last = lastRow();
    int fetches = 0;
    while (transcript().canFetchMore({})) {
        QSignalSpy inserted(&transcript(), &TranscriptModel::rowsInserted);
        transcript().fetchMore({});
        QVERIFY(!transcript().canFetchMore({})); // one reading at a time
        transcript().fetchMore({});
        QTRY_COMPARE(inserted.size(), 1);
        QVERIFY(++fetches < 10);
    }
    QStringList expected;
    for (int i = 0; i < 300; ++i)
        expected << u"message %1"_s.arg(i) << u"reply %1"_s.arg(i);
    QCOMPARE(textsOf(transcript()), expected);
    QCOMPARE(last.row(), transcript().rowCount() - 1);

    // What happens at the end does not disturb what was read.
    QSignalSpy over(&transcript(), &TranscriptModel::replyOver);
    m_stage->script->add({.say = {u"reply 300"_s}});
    QVERIFY(m_stage->send(m_chat, u"message 300"_s));
    QTRY_COMPARE(over.size(), 1);
    QCOMPARE(textsOf(transcript()), expected + QStringList({u"message 300"_s, u"reply 300"_s}));
}

void tst_Transcript::forgetsWhatItWasReadingWhenTheChatChanges()
{
    m_models = std::make_unique<ListModels>(*m_stage->replies, false);
    addExchanges(m_chat, 100);
    const ChatId other = m_stage->createChat();
    addExchanges(other, 2);
    showChat(m_chat);
    transcript().fetchMore({});
    transcript().setChat(m_chat); // two readings are under way
    showChat(other);
    QCOMPARE(textsOf(transcript()),
             QStringList({u"message 0"_s, u"reply 0"_s, u"message 1"_s, u"reply 1"_s}));
    QVERIFY(!transcript().canFetchMore({}));
}

void tst_Transcript::showsNothingForNoChat()
{
    addExchanges(m_chat, 1);
    showChat(m_chat);
    QVERIFY(transcript().rowCount() > 0);
    showChat({});
    QCOMPARE(transcript().rowCount(), 0);
    QSignalSpy failed(&transcript(), &TranscriptModel::failed);
    showChat({404});
    QCOMPARE(failed.size(), 1);
    QCOMPARE(failed.first().first().value<Error>().code, Error::Code::NotFound);
    QCOMPARE(transcript().rowCount(), 0);
}

QTEST_GUILESS_MAIN(tst_Transcript)
#include "tst_transcript.moc"
