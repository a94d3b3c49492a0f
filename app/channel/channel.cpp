// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channel.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qsizetype keyBytes = 32; // as long as what SHA-256 gives
const QString keyName = u".key"_s;
const QString questionEnd = u".question.json"_s;
const QString answerEnd = u".answer.json"_s;

//! The id in a file's name; not valid when it is no such file.
QuestionId idOf(const QString &name, const QString &end)
{
    static const QRegularExpression pattern(u"\\A[0-9a-f]{8}\\z"_s);
    const QString id = name.endsWith(end) ? name.chopped(end.size()) : QString();
    return pattern.match(id).hasMatch() ? QuestionId{id} : QuestionId{};
}

QString reasonOf(const Error &error)
{
    return error.detail.isEmpty() ? error.text : error.detail;
}

} // namespace

QString Channel::folderIn(const QString &dataFolder)
{
    return dataFolder + u"/pending"_s;
}

QStringList Channel::filesOf(const QuestionId &id)
{
    return {id.value + questionEnd, keyName};
}

Result<std::unique_ptr<Channel>> Channel::open(const QString &path)
{
    auto folder = ChannelFolder::open(path);
    if (!folder)
        return folder.error();
    return std::make_unique<Channel>(*std::move(folder));
}

Channel::Channel(std::unique_ptr<ChannelFolder> folder)
    : m_folder(std::move(folder))
{
}

Result<QByteArray> Channel::key()
{
    auto known = m_folder->read(keyName);
    if (!known && known.error().code == Error::Code::NotFound) {
        QByteArray made(keyBytes, Qt::Uninitialized);
        QRandomGenerator::system()->generate(made.begin(), made.end());
        // Of two processes at the same moment one is first; both use its key.
        if (const auto put = m_folder->putFirst(keyName, made); !put)
            return put.error();
        known = m_folder->read(keyName);
    }
    if (known && known->size() != keyBytes)
        return Error{.code = Error::Code::Refused,
                     .text = QCoreApplication::translate(
                         "heed::Channel",
                         "The key of the pending questions, pending/.key in Heed's data folder, "
                         "is damaged. Remove it; Heed makes another.")};
    return known;
}

Result<Channel::Listing> Channel::list()
{
    const auto names = m_folder->names();
    if (!names)
        return names.error();
    Listing listing;
    for (const QString &name : *names) {
        if (!ChannelFolder::writerOf(name).isEmpty())
            listing.leftovers.append(name);
        if (const QuestionId id = idOf(name, answerEnd); id.isValid())
            listing.answers.append(id);
        const QuestionId id = idOf(name, questionEnd);
        if (!id.isValid())
            continue;
        const auto read = question(id);
        if (read)
            listing.questions.append(*read);
        else if (read.error().code == Error::Code::Refused || read.error().code == Error::Code::Protocol)
            listing.bad.append({id, reasonOf(read.error())});
        else if (read.error().code == Error::Code::Storage)
            return read.error(); // the key cannot be read, say: nothing is known about any of them
    }
    return listing;
}

Result<PendingQuestion> Channel::question(const QuestionId &id)
{
    const auto secret = key();
    if (!secret)
        return Error{
            .code = Error::Code::Storage, .text = secret.error().text, .detail = secret.error().detail};
    const auto bytes = m_folder->read(id.value + questionEnd);
    if (!bytes)
        return bytes.error();
    return PendingQuestion::fromFile(*bytes, id, *secret);
}

Result<PendingAnswer> Channel::answer(const QuestionId &id)
{
    const auto secret = key();
    if (!secret)
        return Error{
            .code = Error::Code::Storage, .text = secret.error().text, .detail = secret.error().detail};
    const auto bytes = m_folder->read(id.value + answerEnd);
    if (!bytes)
        return bytes.error();
    return PendingAnswer::fromFile(*bytes, id, *secret);
}

Result<QString> Channel::file(const QuestionElsewhere &waiting)
{
    const auto secret = key();
    if (!secret)
        return secret.error();
    const QuestionId id = waiting.question.id;
    const QByteArray bytes = PendingQuestion{.waiting = waiting}.toFile(*secret);
    if (const auto put = m_folder->put(id.value + questionEnd, bytes); !put)
        return put.error();
    const auto filed = PendingQuestion::fromFile(bytes, id, *secret);
    if (!filed)
        return filed.error();
    return filed->binding;
}

Result<bool> Channel::hand(const PendingAnswer &answer)
{
    const auto secret = key();
    if (!secret)
        return secret.error();
    return m_folder->putFirst(answer.id.value + answerEnd, answer.toFile(*secret));
}

bool Channel::removeQuestion(const QuestionId &id)
{
    return m_folder->remove(id.value + questionEnd);
}

bool Channel::removeAnswer(const QuestionId &id)
{
    return m_folder->remove(id.value + answerEnd);
}

} // namespace heed
