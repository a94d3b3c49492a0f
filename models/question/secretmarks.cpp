// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/secretmarks.h"

#include "models/question/secretscan.h"
#include "models/store/chatrecord.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

namespace heed {

SecretMarks::SecretMarks(Store &store, QByteArray key)
    : m_store(store)
    , m_key(std::move(key))
{
}

void SecretMarks::holdBack(ChatId chat, const Answer &answer, QObject *context, const Then &then,
                           Patience patience)
{
    if (findSecrets(answer.text).isEmpty()) {
        then(std::pair{answer, QStringList()});
        return;
    }
    // Digests leave this thread, values do not.
    QHash<QString, QByteArray> digests;
    std::ignore = replaceSecrets(
        answer.text,
        [&](const QString &value) {
            digests.insert(value, digest(chat, value));
            return 1;
        },
        ScanMode::Complete);
    const QList<QByteArray> wanted = digests.values();
    m_store.write<QHash<QByteArray, int>>(
        Durability::AtOnce, context,
        [chat, wanted](QSqlDatabase &database) -> Result<QHash<QByteArray, int>> {
            QHash<QByteArray, int> numbers;
            for (const auto &one : wanted) {
                const auto number = records::secretNumber(database, chat, one);
                if (!number)
                    return number.error();
                numbers.insert(one, *number);
            }
            return numbers;
        },
        [answer, digests, then](const Result<QHash<QByteArray, int>> &numbers) {
            if (!numbers) {
                then(numbers.error());
                return;
            }
            Answer safe = answer;
            const auto held = replaceSecrets(
                answer.text, [&](const QString &value) { return numbers->value(digests.value(value)); },
                ScanMode::Complete);
            safe.text = held.text;
            then(std::pair{safe, held.markers});
        },
        patience);
}

QByteArray SecretMarks::digest(ChatId chat, const QString &value) const
{
    QMessageAuthenticationCode code(QCryptographicHash::Sha256, m_key);
    code.addData(QByteArray::number(chat.value));
    code.addData(value.toUtf8());
    return code.result();
}

} // namespace heed
