// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/composition.h"
#include "app/desktop/notifications.h"
#include "app/desktop/systemkeychain.h"
#include "app/mcp/workshop.h"

namespace heed {

//! What `heed mcp` works with: settings, keys, database and notifications, each made when it is first needed.
//! Main thread.
class CommandWorkshop final : public Workshop
{
public:
    //! \param overrides settings for this run: name, value. \param clock outlives this.
    CommandWorkshop(QList<std::pair<QString, QString>> overrides, const Clock &clock);
    ~CommandWorkshop() override;

    void prepare(QObject *context, const std::function<void()> &then) override;
    [[nodiscard]] Result<Replies *> replies() override;
    [[nodiscard]] bool hasThreads() const override;
    [[nodiscard]] McpRules rules() const override;
    [[nodiscard]] const Clock &clock() const override { return m_clock; }
    void setClient(const QString &name) override;
    void tellAsked(const Question &question, const QString &thread) override;
    void tellOver(const QuestionId &id) override;

private:
    [[nodiscard]] Settings &settings() const;
    [[nodiscard]] KeyRing &keys();

    QList<std::pair<QString, QString>> m_overrides;
    const Clock &m_clock;
    mutable std::unique_ptr<Settings> m_settings{};
    std::unique_ptr<SystemKeychain> m_keychain{};
    std::unique_ptr<KeyRing> m_keys{};
    std::unique_ptr<Composition> m_composition{};
    std::unique_ptr<Notifications> m_notifications{};
    QString m_client{};
};

} // namespace heed
