// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/providersettings.h"
#include "widgets/settings/providerport.h"

#include <functional>
#include <memory>

namespace heed {

class KeyRing;
class ProviderProbe;

//! Looks at model servers for the window. A look is a probe of its own, so that ending it ends its
//! connections, too. Lives in the main thread.
class ProviderAdapter final : public ProviderPort
{
    Q_OBJECT
public:
    //! \param tuning how to talk to servers, as the settings say now. \a keys and \a clock outlive this.
    ProviderAdapter(std::function<ProviderSettings()> tuning, KeyRing &keys, const Clock &clock,
                    QObject *parent = nullptr);
    ~ProviderAdapter() override;

    void findLocal() override;
    void fetchModels(const ProviderChoice &choice) override;
    void test(const ProviderChoice &choice) override;
    void cancel() override;
    [[nodiscard]] QList<LocalServer> found() const override { return m_found; }

private:
    [[nodiscard]] std::unique_ptr<ProviderProbe> makeProbe() const;
    void look(const ProviderChoice &choice, const std::function<void(ProviderProbe &)> &begin);

    std::function<ProviderSettings()> m_tuning;
    KeyRing &m_keys;
    const Clock &m_clock;
    std::unique_ptr<ProviderProbe> m_local; //!< of findLocal(), which a test does not end
    std::unique_ptr<ProviderProbe> m_probe;
    QList<LocalServer> m_found{};
};

} // namespace heed
