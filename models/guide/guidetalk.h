// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/guide/guidetranscript.h"
#include "models/guide/guidewish.h"
#include "models/question/question.h"

#include <QCoreApplication>
#include <functional>

namespace heed {

//! What the guide says and does in one model turn.
struct GuideStep {
    QString text{};
    QList<ToolCall> calls{};
};

//! What became of a question that the guide asked.
struct GuideAsked {
    int times = 0;                    //!< how often this was asked; 0: never
    std::optional<Outcome> outcome{}; //!< of the last time
    QString answer{};                 //!< with Chosen and Answered
    QStringList options{};            //!< the labels that were offered the last time
    QString parked{};                 //!< the question, when it waits on while the reply goes on without it
    QDateTime askedAt{};              //!< with an answer that came late; else invalid
    QDateTime answeredAt{};           //!< \sa askedAt
    [[nodiscard]] bool isAnswered() const
    {
        return outcome == Outcome::Chosen || outcome == Outcome::Answered;
    }
};

//! A message and what was done about it, as the transcript tells it, and the step that is being made of it.
//! The guide keeps nothing between turns: a reply that is resumed after a crash goes on from the same
//! transcript, and so does what waited for an answer that came after its reply had ended.
class GuideTalk
{
    Q_DECLARE_TR_FUNCTIONS(heed::Guide)
public:
    //! \param at the message that it is about: the present one, or one whose question has ended since.
    GuideTalk(const GuideTranscript &transcript, qsizetype at, const QStringList &tools,
              const QDateTime &now);

    [[nodiscard]] QString message() const { return m_message; }
    //! What the person said before that, when nothing came of it: "tomorrow at 9" may complete it.
    [[nodiscard]] QString openMessage() const { return m_openMessage; }
    [[nodiscard]] const QDateTime &now() const { return m_now; }
    //! What the message wishes. Its words are taken as of the time when it was said.
    [[nodiscard]] GuideWish wish() const;
    [[nodiscard]] bool can(const QString &tool) const;
    //! The last question was answered, or asked back: it leads on. False: it did not come to anything.
    [[nodiscard]] bool goesOn() const;
    //! The last call of that tool for this message; null: there is none.
    [[nodiscard]] const GuideCall *last(const QString &tool, const QString &action = {}) const;
    [[nodiscard]] QList<GuideCall> calls(const QString &tool, const QString &action = {}) const;
    [[nodiscard]] GuideAsked asked(const QString &purpose) const;

    //! Adds a paragraph.
    void say(const QString &paragraph);
    void call(const QString &tool, const QJsonObject &arguments);
    //! Asks, when the tool is there; false: it is not, and nothing was added.
    bool ask(const QString &purpose, const QString &question, const QList<Option> &options,
             bool allowOther = true);
    [[nodiscard]] GuideStep take() { return std::move(m_step); }

    //! "Monday, 30 November 2026 at 9:00", in the language of the translation.
    [[nodiscard]] static QString shownTime(const QDateTime &at);
    [[nodiscard]] static QString shownDay(const QDate &date);
    //! "Mon 30 Nov, 9:00"
    [[nodiscard]] static QString shortTime(const QDateTime &at);

private:
    [[nodiscard]] QDateTime timeOf(qint64 ms) const;
    void addCall(const QString &tool, const QString &purpose, const QJsonObject &arguments);

    QStringList m_tools{};
    QDateTime m_now;
    QString m_message{};
    QString m_openMessage{};
    qsizetype m_back = 0; //!< how many messages ago it was said
    QList<GuideCall> m_calls{};
    GuideStep m_step{};
};

// The flows: each looks at the talk and adds the next step.
namespace guide {

void remind(GuideTalk &talk, const GuideWish &wish);
void listReminders(GuideTalk &talk);
void cancelReminder(GuideTalk &talk, const GuideWish &wish);
void moveReminder(GuideTalk &talk, const GuideWish &wish);
void find(GuideTalk &talk, const GuideWish &wish);
void showDecided(GuideTalk &talk, const GuideWish &wish);
void note(GuideTalk &talk, const GuideWish &wish);
void tellDate(GuideTalk &talk, const GuideWish &wish);
void tellAbout(GuideTalk &talk, WishKind kind);

//! Asks for a time with options that suit the hour. \param lead what is said before; may be empty.
//! False: it cannot be asked (any more), and the person has been told what to do instead.
bool askWhen(GuideTalk &talk, const QString &lead);
//! The time that was answered, if one was; says what is wrong and asks again otherwise.
[[nodiscard]] std::optional<When> answeredWhen(GuideTalk &talk);
//! A time as it was read from words, as of now: it may be over meanwhile, or have come round again.
//! \param saidAt as of which it was read. \param readNow the same words as of now.
[[nodiscard]] When asItStands(const When &when, const QDateTime &saidAt, const QDateTime &now,
                              const std::function<std::optional<When>()> &readNow);
//! Says why it goes no further when a question got no answer. \param undone "I have not set a reminder".
void tellNoAnswer(GuideTalk &talk, const GuideAsked &asked, const QString &undone);
//! Times that are sensible to be reminded at, none of them past or nearly now.
[[nodiscard]] QList<Option> whenOptions(const QDateTime &now);

//! Which of the labels an answer means: the label, its number, "the second one", or words that only it has.
//! -1: none, or more than one.
[[nodiscard]] int chosenIndex(const QString &answer, const QStringList &labels);

} // namespace guide

//! The next model turn of the guide. Pure: the same transcript at the same time gives the same step.
[[nodiscard]] GuideStep nextGuideStep(const ModelRequest &request, const QDateTime &now);

} // namespace heed
