// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

#include <QList>
#include <QObject>
#include <QStringList>

namespace heed {

//! A model server that answers on this computer.
struct LocalServer {
    QString name{};    //!< "Ollama"
    QString baseUrl{}; //!< for ProviderChoice
    QStringList models{};
};

//! What a look at a provider gave.
struct ProviderReport {
    bool ok = false;
    QString text{}; //!< a sentence for the person
    QStringList models{};
};

//! Looks at model servers for the settings dialog and the first start. A port that the program implements.
//! GUI thread.
//!
//! Every function is one act of contacting: findLocal() loopback only, the others the address of their
//! choice. Widgets call fetchModels() and test() for nothing but a press of the person's. One runs at a time:
//! another ends the one before, of which nothing comes any more.
class ProviderPort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual void findLocal() = 0;
    virtual void fetchModels(const heed::ProviderChoice &choice) = 0;
    virtual void test(const heed::ProviderChoice &choice) = 0;
    //! Ends what fetchModels() or test() began, on the wire as well.
    virtual void cancel() = 0;
    //! What findLocal() found last.
    [[nodiscard]] virtual QList<LocalServer> found() const = 0;

Q_SIGNALS:
    void localServersFound(const QList<heed::LocalServer> &servers);
    void modelsFetched(const heed::ProviderReport &report);
    void tested(const heed::ProviderReport &report);
};

//! "localhost:11434" for the address of a server, for people. Pure.
[[nodiscard]] QString serverPlace(const QString &baseUrl);
//! Whether the address is on this computer. Pure.
[[nodiscard]] bool isOnThisComputer(const QString &baseUrl);

} // namespace heed
