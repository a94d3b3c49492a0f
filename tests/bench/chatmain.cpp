// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_bench_chat [--json]: the chat view over a chat of 100,000 messages. All figures but one are CPU time
// of the GUI thread, painting into memory included (QT_QPA_PLATFORM=offscreen unless something else is set).
#include "models/list/transcriptmodel.h"
#include "tests/bench/askingstage.h"
#include "tests/bench/bigstore.h"
#include "tests/bench/report.h"
#include "widgets/chat/chatview.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QEventLoop>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::bench;

namespace {

constexpr int messages = 100'000;

//! Messages and replies that are made up when they are read, and at the end a reply that grows.
class LongChat final : public QAbstractListModel
{
public:
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : messages + (m_grows ? 1 : 0);
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        const int row = index.row();
        const bool grows = row == messages;
        const bool isReply = row % 2 == 1 || grows;
        switch (role) {
        case TranscriptRole::Kind:
            return int(isReply ? RowKind::ReplyText : RowKind::Message);
        case TranscriptRole::RowId:
            return qint64(row + 1);
        case TranscriptRole::Revision:
            return grows ? m_revision : 1;
        case TranscriptRole::Author:
            return isReply ? u"scripted"_s : u"You"_s;
        case TranscriptRole::AtMs:
            return 1'700'000'000'000 + row * 60'000LL;
        case TranscriptRole::Text:
            return grows ? m_text : textOf(row);
        case TranscriptRole::Streaming:
            return grows;
        case TranscriptRole::ReplyRow:
            return qint64(isReply ? row + 1 : 0);
        default:
            return {};
        }
    }
    void begin(const QString &text = {})
    {
        beginInsertRows({}, messages, messages);
        m_grows = true;
        m_text = text;
        endInsertRows();
    }
    void grow(QStringView piece)
    {
        m_text += piece;
        ++m_revision;
        Q_EMIT dataChanged(index(messages), index(messages));
    }
    void end()
    {
        beginRemoveRows({}, messages, messages);
        m_grows = false;
        endRemoveRows();
    }

private:
    //! As in real chats: the median message 170 characters, the median reply 1,200, one in a hundred 5,000.
    [[nodiscard]] static QString textOf(int row)
    {
        Writer writer{quint32(row)};
        const quint32 chance = writer.below(100);
        if (row % 2 == 0)
            return writer.words(chance == 0 ? 450 : 5 + int(writer.below(50)));
        return writer.markdown(chance == 0 ? 5'000 : 200 + writer.below(2'000));
    }

    bool m_grows = false;
    int m_revision = 1;
    QString m_text{};
};

//! Lays out and paints what is due. A frame is what a person waits for.
void paintNow()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
}

class Window
{
public:
    Window()
    {
        m_window.resize(1000, 800);
        auto *layout = new QVBoxLayout(&m_window);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(&view);
    }
    void show()
    {
        m_window.show();
        paintNow();
    }

private:
    QWidget m_window{};

public:
    ChatView view{}; // goes before the window that holds it
};

//! Qt's first window costs more than any other: fonts are read, plugins loaded.
void warmUp()
{
    LongChat chat;
    Window window;
    window.view.setModel(&chat);
    window.show();
}

void open(Report &report)
{
    LongChat chat;
    Window window;
    const double memory = residentKb();
    const double cpu = threadMs();
    const double wall = wallMs();
    window.view.setModel(&chat);
    window.show();
    window.view.flush();
    paintNow();
    report.atMost(u"open 100,000 messages, CPU"_s, threadMs() - cpu, u"ms"_s, 20);
    report.figure(u"open 100,000 messages, wall"_s, wallMs() - wall, u"ms"_s);
    report.atMost(u"open 100,000 messages, memory"_s, (residentKb() - memory) / 1024, u"MB"_s, 10);
}

void scroll(Report &report)
{
    LongChat chat;
    Window window;
    window.view.setModel(&chat);
    window.show();
    window.view.flush();
    Samples frames;
    QScrollBar *bar = window.view.verticalScrollBar();
    for (int step = 0; step < 600; ++step) {
        if (step == 300) // the middle, where nothing was seen before
            bar->setValue(bar->maximum() / 2);
        const double begin = threadMs();
        bar->setValue(bar->value() - 60);
        paintNow();
        if (step != 300)
            frames.add(threadMs() - begin);
    }
    report.atMost(u"scroll by 60 pixels, p99"_s, frames.at(0.99), u"ms"_s, 3);
    report.figure(u"scroll by 60 pixels, p50"_s, frames.at(0.5), u"ms"_s);
}

//! What a model writes in about 6,500 characters: prose, a list, 60 lines of code.
QString longReply()
{
    Writer writer{11};
    QString text = writer.markdown(2'500) + u"```cpp\n"_s;
    for (int line = 0; line < 60; ++line)
        text += u"    call(%1, \"%2\"); // %3\n"_s.arg(line).arg(writer.word(), writer.words(3));
    return text + u"```\n\n"_s + writer.markdown(1'800);
}

//! 200 tokens a second and 50 frames a second are four tokens of four characters a frame.
void stream(Report &report)
{
    LongChat chat;
    Window window;
    window.view.setModel(&chat);
    window.show();
    chat.begin();
    const QString text = longReply();
    Samples frames;
    for (qsizetype at = 0; at < text.size(); at += 16) {
        const double begin = threadMs();
        for (qsizetype token = at; token < std::min(at + 16, text.size()); token += 4)
            chat.grow(QStringView(text).mid(token, 4));
        window.view.flush();
        paintNow();
        frames.add(threadMs() - begin);
    }
    report.atMost(u"stream %1 characters, frame of 4 tokens, p99"_s.arg(text.size()), frames.at(0.99),
                  u"ms"_s, 2.5);
    report.figure(u"stream, frame of 4 tokens, p50"_s, frames.at(0.5), u"ms"_s);
}

//! \param begin what the message is made of; \param more what comes, token by token.
void oneMoreToken(Report &report, const QString &what, const QString &begin, const QString &more)
{
    LongChat chat;
    Window window;
    window.view.setModel(&chat);
    window.show();
    chat.begin(begin);
    window.view.flush();
    paintNow();
    Samples laid;
    Samples frames;
    for (qsizetype at = 0; at < more.size(); at += 4) {
        const double start = threadMs();
        chat.grow(QStringView(more).mid(at, 4));
        window.view.flush();
        laid.add(threadMs() - start);
        paintNow();
        frames.add(threadMs() - start);
    }
    report.atMost(u"one more token in 64,000 characters, %1, p50"_s.arg(what), laid.at(0.5), u"ms"_s, 0.3);
    report.figure(u"the same with painting it, p50"_s, frames.at(0.5), u"ms"_s);
    report.figure(u"the same with painting it, p99"_s, frames.at(0.99), u"ms"_s);
}

void longMessage(Report &report)
{
    Writer writer{5};
    const QString mixed = writer.markdown(64'000) + u"So then, "_s;
    oneMoreToken(report, u"mixed"_s, mixed, writer.words(100));
    QString code = u"```py\n"_s;
    while (code.size() < 64'000)
        code +=
            u"    %1 = %2(%3)  # %4\n"_s.arg(writer.word(), writer.word(), writer.word(), writer.words(4));
    oneMoreToken(report, u"code"_s, code, u"x = call(y)\n"_s.repeated(50));
    QString list;
    while (list.size() < 64'000)
        list += u"- "_s + writer.words(12) + u'\n';
    oneMoreToken(report, u"a list"_s, list + u"- "_s, writer.words(100));
}

//! The way a person goes: from the database.
void openStored(Report &report)
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"heed.sqlite"_s);
    const ChatId id = makeLongChat(file, messages);
    AskingStage stage({}, file);
    const WaitingModel waiting(stage.replies());
    TranscriptModel chat(stage.replies(), waiting);
    Window window;
    window.view.setModel(&chat);
    window.show();
    const double memory = residentKb();
    const double cpu = threadMs();
    const double wall = wallMs();
    QEventLoop loop;
    QObject::connect(&chat, &TranscriptModel::loaded, &loop, &QEventLoop::quit);
    chat.setChat(id);
    loop.exec();
    window.view.flush();
    paintNow();
    report.atMost(u"open it from the database, wall"_s, wallMs() - wall, u"ms"_s, 100);
    report.atMost(u"open it from the database, CPU of the GUI thread"_s, threadMs() - cpu, u"ms"_s, 20);
    report.atMost(u"open it from the database, memory"_s, (residentKb() - memory) / 1024, u"MB"_s, 10);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    Report report("chat view", argc, argv);
    warmUp();
    open(report);
    scroll(report);
    stream(report);
    longMessage(report);
    openStored(report);
    return 0;
}
