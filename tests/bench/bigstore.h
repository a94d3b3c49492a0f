// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"

#include <QString>

// Texts and databases to measure with; always the same ones.
namespace heed::bench {

//! Words that do not exist, some far more common than others as in every language. Not random: the n-th text
//! is always the same.
class Writer
{
public:
    explicit Writer(quint32 seed)
        : m_state(seed * 2654435761u + 1)
    {
    }
    [[nodiscard]] quint32 below(quint32 limit);
    [[nodiscard]] QString word();
    [[nodiscard]] QString words(int count);
    //! What a model writes: prose, now and then a list, a table or a fence; of about this many characters.
    [[nodiscard]] QString markdown(qsizetype characters);

private:
    quint32 m_state;
};

//! The n-th most common word, from 0.
[[nodiscard]] QString wordNumber(quint32 rank);

//! A new database with one chat of so many messages, half of them replies.
[[nodiscard]] ChatId makeLongChat(const QString &file, int messages);
//! A database whose search knows so many messages of about 240 characters. One that is there already is kept.
void makeSearchStore(const QString &file, int messages);

} // namespace heed::bench
