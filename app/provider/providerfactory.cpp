// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/providerfactory.h"

#include "app/provider/httpturn.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct ProviderFactoryText {
    Q_DECLARE_TR_FUNCTIONS(heed::ProviderFactory)
};

//! Stands where no provider can work; each turn says why.
class FailingProvider final : public Provider
{
public:
    FailingProvider(ProviderChoice choice, QString text)
        : m_choice(std::move(choice))
        , m_text(std::move(text))
    {
    }
    [[nodiscard]] ProviderChoice choice() const override { return m_choice; }
    [[nodiscard]] QString modelName() const override { return m_choice.model; }
    [[nodiscard]] ToolFormat toolFormat() const override { return ToolFormat::None; }
    [[nodiscard]] ModelTurn *request(const ModelRequest &request, QObject *parent) override
    {
        Q_UNUSED(request)
        return new HttpTurn(providererrors::make(ProviderError::Kind::Provider, m_text, u"unusable choice"_s),
                            parent);
    }

private:
    ProviderChoice m_choice;
    QString m_text;
};

} // namespace

ProviderFactory makeProviderFactory(std::function<ProviderSettings()> settings, KeyFor keyFor,
                                    const Clock &clock, std::function<std::unique_ptr<Provider>()> guide)
{
    return [settings = std::move(settings), keyFor = std::move(keyFor), &clock,
            guide = std::move(guide)](const ProviderChoice &choice) -> std::unique_ptr<Provider> {
        if (choice.kind == u"guide"_s) {
            if (auto made = guide ? guide() : nullptr)
                return made;
            return std::make_unique<FailingProvider>(
                choice, ProviderFactoryText::tr(
                            "The built-in guide is not available. Choose a provider in the settings."));
        }
        if (choice.kind != u"openai"_s && choice.kind != u"anthropic"_s) {
            return std::make_unique<FailingProvider>(
                choice, ProviderFactoryText::tr(
                            "This chat uses a kind of provider that this version of Heed does not know "
                            "(“%1”). Choose another provider.")
                            .arg(choice.kind.left(40)));
        }
        const auto endpoint = Endpoint::of(choice);
        if (!endpoint)
            return std::make_unique<FailingProvider>(choice, endpoint.error().text);
        if (choice.model.trimmed().isEmpty())
            return std::make_unique<FailingProvider>(
                choice, ProviderFactoryText::tr("No model is chosen. Choose one in the provider settings."));
        if (choice.kind == u"anthropic"_s)
            return std::make_unique<AnthropicProvider>(choice, *endpoint, settings(), keyFor, clock);
        return std::make_unique<OpenAiProvider>(choice, *endpoint, settings(), keyFor, clock);
    };
}

} // namespace heed
