// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/systemkeychain.h"

#include "models/base/return.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUrl>
#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

const QString keyService = u"heed"_s;

Error noKey(const QString &account)
{
    return {Error::Code::NotFound,
            SystemKeychain::tr("No API key is kept for %1. Give one in the settings.").arg(account),
            {}};
}

Error noKeychain(const QString &detail)
{
    return {Error::Code::Refused,
            SystemKeychain::tr(
                "The system's keychain did not take the key. It can be kept for this run only, or in a "
                "file that only you can read, or come from an environment variable."),
            detail};
}

template <typename T, typename Work>
void comeBack(QObject *keychain, QObject *context, const std::function<void(Result<T>)> &then, Work work)
{
    const Return back(context);
    QMetaObject::invokeMethod(keychain, [back, then, work] {
        work([back, then](const Result<T> &result) { back.post([then, result] { then(result); }); });
    });
}

} // namespace

QString keyAccount(const ProviderChoice &choice)
{
    const QUrl url(choice.baseUrl);
    if (url.host().isEmpty())
        return choice.kind; // the provider's own address
    const QString port = url.port() < 0 ? QString() : u":%1"_s.arg(url.port());
    return choice.kind + u' ' + url.scheme() + u"://"_s + url.host() + port;
}

SystemKeychain::SystemKeychain(const QString &file, QObject *parent)
    : Keychain(parent)
    , m_file(file)
{
}

void SystemKeychain::read(const QString &account, QObject *context, const Then<QString> &then)
{
    comeBack<QString>(this, context, then, [this, account](const Told &told) { readHere(account, told); });
}

void SystemKeychain::write(const QString &account, const QString &key, Place place, QObject *context,
                           const Then<Done> &then)
{
    comeBack<Done>(this, context, then,
                   [this, account, key, place](const auto &told) { writeHere(account, key, place, told); });
}

void SystemKeychain::remove(const QString &account, QObject *context, const Then<Done> &then)
{
    comeBack<Done>(this, context, then, [this, account](const auto &told) { removeHere(account, told); });
}

void SystemKeychain::readHere(const QString &account, const Told &told)
{
    if (const auto found = m_thisRun.constFind(account); found != m_thisRun.constEnd()) {
        told(*found);
        return;
    }
    auto *job = new QKeychain::ReadPasswordJob(keyService, this);
    job->setKey(account);
    connect(job, &QKeychain::Job::finished, this, [this, job, account, told] {
        const QString inFile = job->error() == QKeychain::NoError ? QString() : readFile().value(account);
        if (job->error() == QKeychain::NoError)
            told(job->textData());
        else if (!inFile.isEmpty())
            told(inFile);
        else
            told(noKey(account));
    });
    job->start();
}

void SystemKeychain::writeHere(const QString &account, const QString &key, Place place,
                               const std::function<void(Result<Done>)> &told)
{
    if (place == Place::ThisRun) {
        m_thisRun.insert(account, key);
        told(Done{});
        return;
    }
    if (place == Place::File) {
        auto keys = readFile();
        keys.insert(account, key);
        const auto written = writeFile(keys);
        if (written)
            m_thisRun.remove(account); // else the older one would be found first
        told(written);
        return;
    }
    auto *job = new QKeychain::WritePasswordJob(keyService, this);
    job->setKey(account);
    job->setTextData(key);
    connect(job, &QKeychain::Job::finished, this, [this, job, account, told] {
        if (job->error() != QKeychain::NoError) {
            told(noKeychain(u"keychain error %1"_s.arg(int(job->error()))));
            return;
        }
        m_thisRun.remove(account);
        told(Done{});
    });
    job->start();
}

void SystemKeychain::removeHere(const QString &account, const std::function<void(Result<Done>)> &told)
{
    m_thisRun.remove(account);
    auto keys = readFile();
    const auto cleared = keys.remove(account) ? writeFile(keys) : Result<Done>(Done{});
    auto *job = new QKeychain::DeletePasswordJob(keyService, this);
    job->setKey(account);
    // A keychain that is not there holds no key either.
    connect(job, &QKeychain::Job::finished, this, [cleared, told] { told(cleared); });
    job->start();
}

QHash<QString, QString> SystemKeychain::readFile() const
{
    QHash<QString, QString> keys;
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return keys;
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    for (auto it = object.constBegin(); it != object.constEnd(); ++it)
        keys.insert(it.key(), it.value().toString());
    return keys;
}

Result<Done> SystemKeychain::writeFile(const QHash<QString, QString> &keys) const
{
    QJsonObject object;
    for (auto it = keys.constBegin(); it != keys.constEnd(); ++it)
        object.insert(it.key(), it.value());
    QSaveFile file(m_file);
    // The mode first: the key is never in a file that others can read, not even for a moment.
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
                         file.write(QJsonDocument(object).toJson(QJsonDocument::Compact)) > 0 &&
                         file.commit();
    if (written)
        return Done{};
    return Error{
        Error::Code::Storage, tr("The file %1 cannot be written, so the key was not kept.").arg(m_file), {}};
}

} // namespace heed
