// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fakeelsewhere.h"
#include "tests/support/replystage.h"
#include "widgets/chat/chatview.h"
#include "widgets/composer/composer.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/growingtext.h"
#include "widgets/question/questioncard.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QSignalSpy>

namespace heed::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

//! The window over real replies, a real database, a scripted model and a clock that only the test moves.
class WindowStage
{
public:
    explicit WindowStage(bool shown = true)
    {
        if (shown)
            openWindow();
    }
    ~WindowStage() { closeWindow(); }

    //! A window over what is in the database; the questions that waited come back.
    void openWindow(const QByteArray &state = {})
    {
        alarms = std::make_unique<Alarms>(replies.clock);
        waiting = std::make_unique<WaitingModel>(*replies.replies, &elsewhere);
        chats = std::make_unique<ChatListModel>(*replies.replies);
        reminders = std::make_unique<ReminderModel>(*replies.replies);
        window = std::make_unique<MainWindow>(MainWindow::Parts{.replies = *replies.replies,
                                                                .waiting = *waiting,
                                                                .chats = *chats,
                                                                .reminders = *reminders,
                                                                .alarms = *alarms,
                                                                .prepare = prepare});
        QObject::connect(&window->announcer(), &Announcer::said, window.get(),
                         [this](const QString &text) { said.append(text); });
        if (!state.isEmpty())
            window->restore(state);
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get(), patienceMs));
        window->conversation().focusComposer();
        pass(5s);
    }

    void closeWindow()
    {
        window.reset();
        reminders.reset();
        chats.reset();
        waiting.reset();
        alarms.reset();
    }

    //! The end of the program, at any moment, and its next start. What was on the way to the disk gets there.
    void restart()
    {
        const QByteArray state = window->state();
        closeWindow();
        replies.close();
        replies.open();
        openWindow(state);
        QVERIFY(replies.resume() >= 0);
    }

    //! Time passes and what is due happens.
    void pass(Milliseconds by)
    {
        for (Milliseconds left = by; left > 0ms; left -= 100ms) {
            replies.clock.advance(std::min(left, Milliseconds(100)));
            for (int i = 0; i < 3; ++i)
                QCoreApplication::processEvents();
        }
    }

    //! Waits for what happens in other threads, while the clock stands still.
    [[nodiscard]] static bool wait(const std::function<bool()> &until)
    {
        return QTest::qWaitFor(until, patienceMs);
    }

    //! Waits until a screen reader was told this; it is told one thing after another, so time passes.
    [[nodiscard]] bool hears(const QString &words)
    {
        return wait([&] {
            pass(100ms);
            return !said.filter(words).isEmpty();
        });
    }

    [[nodiscard]] Conversation &conversation() { return window->conversation(); }
    [[nodiscard]] QWidget *composer() { return conversation().composer()->textBox(); }
    [[nodiscard]] QString written() { return conversation().composer()->text(); }
    [[nodiscard]] QuestionCard *card()
    {
        return qobject_cast<QuestionCard *>(conversation().view()->waitingCard());
    }
    [[nodiscard]] static QWidget *focus() { return QApplication::focusWidget(); }
    [[nodiscard]] bool focusIsInCard() { return card() && card()->isAncestorOf(focus()); }
    [[nodiscard]] CardButton *button(QWidget *in, const QString &label)
    {
        for (auto *found : in->findChildren<CardButton *>()) {
            if (found->label() == label && found->isVisible())
                return found;
        }
        return nullptr;
    }

    //! Types where the focus is, as a person does.
    void type(const QString &text)
    {
        for (const QChar letter : text) {
            QTest::keyClick(focus() ? focus() : window.get(), letter.toLatin1());
            pass(30ms);
        }
    }
    void press(Qt::Key key, Qt::KeyboardModifiers with = {})
    {
        QWidget *to = QApplication::activePopupWidget();
        if (!to)
            to = focus() ? focus() : window.get();
        QTest::keyClick(to, key, with);
        pass(100ms);
    }

    //! Every row of the chat that is in front, one text.
    [[nodiscard]] QString transcript()
    {
        QStringList rows;
        auto &model = conversation().transcript();
        for (int row = 0; row < model.rowCount(); ++row)
            rows.append(model.index(row).data(TranscriptRole::Text).toString());
        return rows.join(u'\n');
    }
    [[nodiscard]] int rowWith(const QString &words)
    {
        auto &model = conversation().transcript();
        for (int row = model.rowCount() - 1; row >= 0; --row) {
            if (model.index(row).data(TranscriptRole::Text).toString().contains(words))
                return row;
        }
        return -1;
    }
    [[nodiscard]] bool showsText(const QString &words)
    {
        return wait([&] { return rowWith(words) >= 0; });
    }
    //! A question's card is there, laid out, and its model has had time to say so.
    [[nodiscard]] bool waitForCard(const QString &question)
    {
        return wait([&] { return card() && card()->question().text == question && card()->isOnScreen(); });
    }
    [[nodiscard]] bool isIdle()
    {
        return wait([&] { return !conversation().transcript().runningReply().isValid(); });
    }

    ReplyStage replies{};
    FakeElsewhere elsewhere{};
    std::unique_ptr<Alarms> alarms{};
    std::unique_ptr<WaitingModel> waiting{};
    std::unique_ptr<ChatListModel> chats{};
    std::unique_ptr<ReminderModel> reminders{};
    std::unique_ptr<MainWindow> window{};
    decltype(MainWindow::Parts::prepare) prepare{}; //!< set before the window is opened
    QStringList said{};                             //!< what a screen reader was told
};

inline QStringList projects()
{
    return {u"Billing"_s, u"Support"_s, u"Internal"_s};
}
inline QString whichProject()
{
    return u"Where should I book these hours?"_s;
}

} // namespace heed::test
