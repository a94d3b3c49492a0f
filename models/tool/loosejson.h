// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>
#include <QString>
#include <QStringList>
#include <QStringView>
#include <optional>

namespace heed {

//! Reads one value of JSON, or of the near-JSON that models write, from text.
//!
//! Strict JSON is read as such. Beyond it only what has one reading is taken: trailing commas, single
//! quotes, True/False/None, tuples, raw line breaks in strings, a backslash before a character that needs
//! none, literal \n between values, keys that are plain words. A bare word as a value, a quote too many or
//! a missing bracket is an error: two readings are possible. Any thread; depth is limited to 64.
class LooseJson
{
public:
    explicit LooseJson(QStringView text)
        : m_text(text)
    {
    }

    //! The next value; none when it cannot be read. The position is then where reading stopped.
    [[nodiscard]] std::optional<QJsonValue> value();
    void skipSpace();
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] qsizetype position() const { return m_at; }
    void setPosition(qsizetype at) { m_at = at; }
    //! A plain word (letters, digits, _ . -) at this place; empty when there is none.
    [[nodiscard]] QString word();
    //! Goes past this character if it is next.
    bool take(QChar c);
    //! What had to be mended so far, each once.
    [[nodiscard]] const QStringList &repairs() const { return m_repairs; }

    //! The whole text as one value; nothing but space may follow it.
    [[nodiscard]] static std::optional<QJsonValue> read(QStringView text, QStringList *repairs = nullptr);

private:
    [[nodiscard]] std::optional<QJsonValue> object();
    [[nodiscard]] std::optional<QJsonValue> list(QChar close);
    [[nodiscard]] std::optional<QString> string();
    bool escape(QString &out);
    [[nodiscard]] std::optional<QJsonValue> number();
    [[nodiscard]] std::optional<QJsonValue> constant();
    [[nodiscard]] std::optional<QString> key();
    [[nodiscard]] QChar peek() const { return atEnd() ? QChar() : m_text[m_at]; }
    void repaired(const QString &what);

    QStringView m_text;
    qsizetype m_at = 0;
    int m_depth = 0;
    QStringList m_repairs{};
};

//! Finds where a JSON object or list that grows in a buffer ends. Looks at every character once, however
//! the buffer grows; strings in double quotes are respected.
class BalancedScanner
{
public:
    //! \param text the buffer from the opening bracket on: the same characters as before, and maybe more.
    //! \return one past the last bracket; 0 while the value is open or when it is broken.
    qsizetype scan(QStringView text);
    [[nodiscard]] bool inString() const { return m_inString; }
    [[nodiscard]] bool isBroken() const { return m_broken; } //!< brackets close in the wrong order
    void reset() { *this = {}; }

private:
    qsizetype m_at = 0;
    qsizetype m_end = 0;
    QString m_open{};
    bool m_inString = false;
    bool m_escaped = false;
    bool m_broken = false;
};

} // namespace heed
