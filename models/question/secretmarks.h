// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"
#include "models/store/store.h"

#include <functional>
#include <utility>

namespace heed {

//! Puts numbered markers in place of the secrets of an answer (book 2.5), the same value by the same number
//! within a chat, whichever process does it: the database keeps the numbers by digests under a key of the
//! data folder, never the values.
//!
//! Used in one thread, that of the contexts given to it.
class SecretMarks final
{
public:
    //! The answer without secrets, and the markers.
    using Then = std::function<void(Result<std::pair<Answer, QStringList>>)>;

    //! \param store outlives this. \param key for the digests.
    SecretMarks(Store &store, QByteArray key);
    //! Goes on at once when there is no secret, else once its number is on the disk, and not at all when
    //! \a context has died by then.
    void holdBack(ChatId chat, const Answer &answer, QObject *context, const Then &then,
                  Patience patience = Patience::KeepsTrying);

private:
    [[nodiscard]] QByteArray digest(ChatId chat, const QString &value) const;

    Store &m_store;
    QByteArray m_key;
};

} // namespace heed
