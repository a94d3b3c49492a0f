// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>
#include <optional>

namespace heed {

//! A tool call as it came, before names are cleaned and arguments read.
struct CallDraft {
    QString id{};
    QString name{};
    QString arguments{};
    QJsonObject extra{}; //!< members that the provider wants back unchanged
};

//! Puts tool calls together from the fragments of an OpenAI stream.
//!
//! An index names a call, but is often missing or stuck at 0; an id names a call, but is often missing,
//! empty or repeated. The rules, in order: a new id with a name starts a call; a fragment follows its index,
//! then its id; a fragment with neither belongs to the last call. Any one thread.
class CallDrafts
{
public:
    //! \param toolNames the tools that were offered: a name that comes in pieces is recognised by them.
    explicit CallDrafts(const QStringList &toolNames)
        : m_toolNames(toolNames)
    {
    }
    //! One entry of `tool_calls` (or a legacy `function_call`).
    void add(const QJsonObject &fragment);
    [[nodiscard]] bool isEmpty() const { return m_drafts.isEmpty(); }
    //! The calls in the order in which they began.
    [[nodiscard]] QList<CallDraft> take();

private:
    struct Draft {
        CallDraft call{};
        std::optional<qint64> index{};
        QString lastFragment{};
        bool cumulative = true; //!< each fragment so far began with the one before it
        int fragments = 0;
    };
    [[nodiscard]] qsizetype find(std::optional<qint64> index, const QString &id, const QString &name,
                                 const QString &arguments) const;
    [[nodiscard]] qsizetype findByIndex(qint64 index, const QString &id, const QString &name,
                                        const QString &arguments) const;
    [[nodiscard]] qsizetype findById(const QString &id, const QString &name, const QString &arguments) const;
    [[nodiscard]] bool startsAnother(const Draft &draft, const QString &name, const QString &arguments) const;
    void addName(Draft &draft, const QString &name) const;
    static void addArguments(Draft &draft, const QString &text);

    QStringList m_toolNames;
    QList<Draft> m_drafts{};
};

//! Whether a text is one complete JSON object.
[[nodiscard]] bool isCompleteObject(const QString &text);

} // namespace heed
