// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/everywhere/everywherestage.h"

#include "models/base/process.h"
#include "widgets/panes/listpane.h"

#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QListView>
#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {

//! Real time: what a person waits. The stage's clock stands still meanwhile.
qint64 realMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

FarCompanion::FarCompanion(quint16 port, const QByteArray &token)
{
    connect(&m_socket, &QWebSocket::textMessageReceived, this, [this](const QString &message) {
        m_events.append(QJsonDocument::fromJson(message.toUtf8()).object());
    });
    QNetworkRequest request(QUrl(u"ws://127.0.0.1:%1/api/voice"_s.arg(port)));
    request.setRawHeader("Authorization", "Bearer " + token);
    m_socket.open(request);
}

void FarCompanion::say(const QJsonObject &control)
{
    // What is sent before it is connected, a WebSocket throws away.
    const auto isOpen = [this] { return m_socket.state() == QAbstractSocket::ConnectedState; };
    QVERIFY(WindowStage::wait(isOpen));
    m_socket.sendTextMessage(QString::fromUtf8(compact(control)));
}

QList<QJsonObject> FarCompanion::all(const QString &type) const
{
    QList<QJsonObject> found;
    std::ranges::copy_if(m_events, std::back_inserter(found),
                         [&type](const QJsonObject &event) { return event[u"type"_s].toString() == type; });
    return found;
}

bool FarCompanion::hears(const QString &type) const
{
    return WindowStage::wait([&] { return !all(type).isEmpty(); });
}

const QList<Face> &EverywhereStage::faces()
{
    static const QList<Face> all{Face::Window, Face::Api, Face::Companion, Face::Questions};
    return all;
}

EverywhereStage::EverywhereStage()
    : m_home(QFileInfo(replies.store->file()).path())
{
    // The other process has the machine's clock, by which a deadline of the stage's may have passed.
    ReplySettings settings;
    settings.faces[faceName(Face::Companion)] = {.timeoutSeconds = 0};
    replies.replies->setSettings(settings);
    const auto note = [](std::atomic<qint64> &when) { return [&when] { when = realMs(); }; };
    QObject::connect(replies.replies.get(), &Replies::questionAsked, note(askedAtMs));
    QObject::connect(replies.replies.get(), &Replies::questionSettled, note(settledAtMs));
    startServer();
    startAsker();
    m_chat = replies.createChat();
    window->resize(1400, 900);
    window->findChild<QDockWidget *>(u"Waiting"_s)->show();
    window->showChat(m_chat);
}

EverywhereStage::~EverywhereStage()
{
    person.reset();
    m_caller.reset();
    m_stream.reset();
    m_companion.reset();
    m_server.reset();
    replies.replies->inReplyThread([this] { delete m_asker.exchange(nullptr); });
    if (!wait([this] { return m_asker.load() == nullptr; }))
        qWarning("the channel is not let go");
}

void EverywhereStage::startServer()
{
    auto started = ApiServer::start(
        {.replies = *replies.replies, .clock = replies.clock, .folder = m_runtime.path(), .provider = {}});
    if (!started)
        qFatal("the API did not start: %s", qPrintable(started.error().text));
    m_server = *std::move(started);
    QFile file(m_runtime.filePath(u"api.json"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_token = QJsonDocument::fromJson(file.readAll()).object()[u"token"_s].toString().toLatin1();
}

void EverywhereStage::startAsker()
{
    replies.replies->inReplyThread([this] {
        auto *made = new ChannelAsker(*replies.replies, Channel::folderIn(m_home), processIdentity());
        made->start();
        m_asker = made;
    });
    QVERIFY(wait([this] { return m_asker.load() != nullptr; }));
}

QByteArray EverywhereStage::request(const QByteArray &method, const QByteArray &path,
                                    const QJsonObject &body) const
{
    QByteArray bytes = method + ' ' + ApiStage::path(m_chat, path) +
                       " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_server->port()) +
                       "\r\nAuthorization: Bearer " + m_token + "\r\n";
    const QByteArray content = body.isEmpty() ? QByteArray() : compact(body);
    if (!content.isEmpty())
        bytes += "Content-Length: " + QByteArray::number(content.size()) + "\r\n";
    return bytes + "\r\n" + content;
}

void EverywhereStage::ask()
{
    replies.script->add({.say = {u"The week has twelve open hours. "_s},
                         .calls = {test::ask(u"c1"_s, whichProject(), projects())}});
    replies.script->add({.say = {u"I book them."_s}, .hang = true}); // so that a late answer finds a reply
    m_companion = std::make_unique<FarCompanion>(m_server->port(), m_token);
    m_companion->say(
        {{u"type"_s, u"start"_s}, {u"mode"_s, u"text"_s}, {u"save"_s, true}, {u"session"_s, m_chat.value}});
    QVERIFY(m_companion->hears(u"listening"_s));
    m_companion->say({{u"type"_s, u"message"_s}, {u"text"_s, u"Book my open hours"_s}});
    QVERIFY(m_companion->hears(u"heard"_s));
    m_reply = {m_companion->all(u"heard"_s).constFirst()[u"reply"_s].toInteger()};
    m_stream = std::make_unique<StreamClient>(m_server->port(), request("GET", "/reply"));
    m_caller = std::make_unique<RawClient>(m_server->port());
    QVERIFY(wait([this] { return !replies.asked.isEmpty(); }));
    id = replies.asked.constFirst().id;
    QVERIFY(waitForAll(u"asked"_s, faces(), askedAtMs, [this](Face face) { return shows(face); }));
    // An answer can only come from a face that showed it, and the receipts are on their way.
    QVERIFY(wait([this] {
        const QList<Face> shownOn = record().shownOn;
        return shownOn.contains(Face::Window) && shownOn.contains(Face::Api) &&
               shownOn.contains(Face::Companion);
    }));
    pass(2s); // a card takes no click before it can have been read
}

void EverywhereStage::prompt()
{
    person = std::make_unique<TerminalRun>(m_home, QStringList{u"questions"_s, u"answer"_s, id.value});
    QVERIFY(person->shows(whichProject().toUtf8()));
    QVERIFY(person->shows("answer> "));
}

void EverywhereStage::give(Face face, const QString &text)
{
    if (face == Face::Window) {
        auto *option = button(card(), text);
        QVERIFY(option);
        QTest::mouseClick(option, Qt::LeftButton);
    } else if (face == Face::Api) {
        m_caller->send(request("POST", "/answer", {{u"id"_s, id.value}, {u"answer"_s, text}}));
    } else if (face == Face::Companion) {
        m_companion->say({{u"type"_s, u"answer"_s}, {u"question_id"_s, id.value}, {u"text"_s, text}});
    } else {
        person->enter(text.toUtf8());
    }
}

bool EverywhereStage::waitForAll(const QString &what, const QList<Face> &wanted,
                                 const std::atomic<qint64> &sinceMs, const std::function<bool(Face)> &shown)
{
    QStringList told;
    QList<Face> missing = wanted;
    const bool all = wait([&] {
        missing.removeIf([&](Face face) {
            if (!shown(face))
                return false;
            told.append(u"%1 %2 ms"_s.arg(faceName(face)).arg(realMs() - sinceMs));
            return true;
        });
        return missing.isEmpty();
    });
    qInfo("%s: %s", qPrintable(what), qPrintable(told.join(u", "_s)));
    for (const Face face : std::as_const(missing))
        qWarning("%s: not on the face %s", qPrintable(what), qPrintable(faceName(face)));
    return all;
}

bool EverywhereStage::shows(Face face)
{
    if (face == Face::Window) {
        const bool isCard = card() && card()->question().id == id && card()->isOnScreen();
        return isCard && waitingList()->isVisible() && waitingList()->model()->rowCount() == 1 &&
               waitingList()->model()->index(0, 0).data().toString() == whichProject();
    }
    const auto isIt = [this](const QJsonObject &event) {
        return event[u"type"_s].toString() == u"question"_s && event[u"id"_s].toString() == id.value &&
               event[u"question"_s].toString() == whichProject() &&
               event[u"options"_s].toArray().size() == projects().size();
    };
    if (face == Face::Api)
        return std::ranges::count_if(m_stream->events(), isIt) == 1;
    if (face == Face::Companion)
        return std::ranges::count_if(m_companion->all(u"question"_s), isIt) == 1;
    return filed().contains(id.value + u".question.json"_s);
}

bool EverywhereStage::tells(Face face, const Settlement &answered)
{
    const QString via = faceName(*answered.via);
    if (face == Face::Window) {
        const bool isText = !card() || card()->isSettled();
        return isText && waitingList()->model()->rowCount() == 0 &&
               row().contains(u"Answered: "_s + answered.text) && row().contains(facePlace(*answered.via));
    }
    if (face == Face::Questions) {
        const QByteArray words = "nswered " + facePlace(*answered.via).toUtf8();
        return person->screen().contains(words) &&
               person->screen().contains(QByteArray(": " + answered.text.toUtf8()));
    }
    const QString type = face == Face::Api ? u"answer"_s : u"answered"_s;
    const QList<QJsonObject> events = face == Face::Api ? m_stream->events() : m_companion->all(type);
    return std::ranges::any_of(events, [&](const QJsonObject &event) {
        const QJsonValue question = event[face == Face::Api ? u"id"_s : u"question_id"_s];
        return event[u"type"_s].toString() == type && question.toString() == id.value &&
               event[u"text"_s].toString() == answered.text && event[u"via"_s].toString() == via;
    });
}

std::optional<bool> EverywhereStage::isTaken(Face face)
{
    if (face == Face::Window) {
        if (!row().contains(u"Answered: "_s))
            return std::nullopt;
        return row().contains(facePlace(Face::Window));
    }
    if (face == Face::Api) {
        if (!m_called)
            m_called = m_caller->next();
        return m_called->status == 200;
    }
    if (face == Face::Questions)
        return person->waitForEnd() == 0;
    if (!m_companion->all(u"failed"_s).isEmpty())
        return false;
    return m_companion->all(u"answered"_s).isEmpty() ? std::nullopt : std::optional(true);
}

QString EverywhereStage::refusal(Face face)
{
    if (face == Face::Window)
        return row();
    if (face == Face::Questions)
        return QString::fromUtf8(person->screen());
    if (face == Face::Companion)
        return m_companion->all(u"failed"_s).value(0)[u"message"_s].toString();
    return m_called ? m_called->json()[u"error"_s][u"message"_s].toString() : QString();
}

QString EverywhereStage::row()
{
    const int at = rowWith(whichProject());
    return at < 0 ? QString() : conversation().transcript().index(at).data(TranscriptRole::Text).toString();
}

QListView *EverywhereStage::waitingList()
{
    auto *dock = window->findChild<QDockWidget *>(u"Waiting"_s);
    return qobject_cast<ListPane *>(dock->widget())->list();
}

QStringList EverywhereStage::filed() const
{
    return QDir(Channel::folderIn(m_home)).entryList(QDir::Files);
}

QuestionRecord EverywhereStage::record()
{
    return replies.read<QuestionRecord>(
        [this](QSqlDatabase &database) { return records::question(database, id); });
}

QList<AuditRecord> EverywhereStage::audit()
{
    auto rows =
        replies.read<QList<AuditRecord>>([](QSqlDatabase &database) { return records::audit(database, {}); });
    rows.removeIf([this](const AuditRecord &row) { return row.fields[u"id"_s].toString() != id.value; });
    std::ranges::sort(rows, {}, &AuditRecord::id);
    return rows;
}

void EverywhereStage::stopReply()
{
    replies.replies->stop(m_reply);
    QVERIFY(replies.waitFor(m_reply, EventType::Stopped));
}

} // namespace heed::test
