// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/provider/provider.h"

namespace heed {

//! The built-in offline assistant: rules, no language model, real tools (book 3.5). It understands a handful
//! of sentences and says what it is. Its turns come from the transcript alone (nextGuideStep()). Lives in the
//! reply thread; the clock must outlive it.
class GuideProvider final : public Provider
{
    Q_OBJECT
public:
    explicit GuideProvider(const Clock &clock, QObject *parent = nullptr);
    [[nodiscard]] ProviderChoice choice() const override { return {}; }
    [[nodiscard]] QString modelName() const override { return QStringLiteral("guide"); }
    [[nodiscard]] ToolFormat toolFormat() const override { return ToolFormat::Native; }
    //! Large enough that nothing is ever condensed: that takes a language model.
    [[nodiscard]] int contextTokens() const override { return 100'000'000; }
    [[nodiscard]] int slotCount() const override { return 4; }
    [[nodiscard]] ModelTurn *request(const ModelRequest &request, QObject *parent) override;

private:
    const Clock &m_clock;
};

} // namespace heed
