// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/provideradapter.h"

#include "app/keyring.h"
#include "app/provider/providerprobe.h"

#include <QPointer>

namespace heed {

namespace {

ProviderReport reportOf(const ProbeResult &result)
{
    return {.ok = result.ok, .text = result.text, .models = result.models};
}

} // namespace

ProviderAdapter::ProviderAdapter(std::function<ProviderSettings()> tuning, KeyRing &keys, const Clock &clock,
                                 QObject *parent)
    : ProviderPort(parent)
    , m_tuning(std::move(tuning))
    , m_keys(keys)
    , m_clock(clock)
{
}

ProviderAdapter::~ProviderAdapter() = default;

std::unique_ptr<ProviderProbe> ProviderAdapter::makeProbe() const
{
    return std::make_unique<ProviderProbe>(
        m_tuning(), [&keys = m_keys](const ProviderChoice &choice) { return keys.key(choice); }, m_clock);
}

void ProviderAdapter::findLocal()
{
    m_local = makeProbe();
    m_local->findLocal(this, [this](const QList<FoundServer> &servers) {
        m_found.clear();
        for (const FoundServer &server : servers)
            m_found.append({.name = server.name, .baseUrl = server.baseUrl, .models = server.models});
        Q_EMIT localServersFound(m_found);
    });
}

void ProviderAdapter::look(const ProviderChoice &choice, const std::function<void(ProviderProbe &)> &begin)
{
    m_probe = makeProbe();
    // The key first; a probe that was ended meanwhile begins nothing.
    m_keys.fetch(choice, [probe = QPointer(m_probe.get()), begin] {
        if (probe)
            begin(*probe);
    });
}

void ProviderAdapter::fetchModels(const ProviderChoice &choice)
{
    look(choice, [this, choice](ProviderProbe &probe) {
        probe.models(choice, this,
                     [this](const ProbeResult &result) { Q_EMIT modelsFetched(reportOf(result)); });
    });
}

void ProviderAdapter::test(const ProviderChoice &choice)
{
    look(choice, [this, choice](ProviderProbe &probe) {
        probe.test(choice, this, [this](const ProbeResult &result) { Q_EMIT tested(reportOf(result)); });
    });
}

void ProviderAdapter::cancel()
{
    m_probe.reset();
}

} // namespace heed
