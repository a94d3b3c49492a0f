// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

#include <QObject>
#include <functional>
#include <memory>

namespace heed {

//! One running request for a model turn, streamed.
//!
//! Lives in the thread of the provider that made it (the reply thread). Signals come from the event loop,
//! never from inside Provider::request() or cancel(). finished() comes exactly once and last, also after
//! cancel() (with error Cancelled); the receiver then deletes it with deleteLater().
class ModelTurn : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void cancel() = 0;

Q_SIGNALS:
    void text(const QString &delta);
    void thinking(const QString &delta);
    //! All text sent so far by this turn was thinking after all (a closing think tag without an opening one).
    void textWasThinking();
    //! Something the person may want to see: code "retrying", "loading", ….
    void notice(const QString &code, const QString &text);
    void finished(const heed::TurnResult &result);
};

//! How a model can call tools. None: the reply offers no tools and the faces say so.
enum class ToolFormat { None, Native, Markup };

//! A source of model turns. Lives in the reply thread.
class Provider : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    [[nodiscard]] virtual ProviderChoice choice() const = 0;
    //! For `started` and the figures: "guide", "qwen3:8b", ….
    [[nodiscard]] virtual QString modelName() const = 0;
    [[nodiscard]] virtual ToolFormat toolFormat() const = 0;
    //! How many tokens prompt and reply may have together; 8,192 where the server does not tell.
    [[nodiscard]] virtual int contextTokens() const { return 8192; }
    //! Writing slots: how many of its turns may run at once.
    [[nodiscard]] virtual int slotCount() const { return 1; }
    [[nodiscard]] virtual ModelTurn *request(const ModelRequest &request, QObject *parent) = 0;
};

//! Makes the provider for a choice; called in the reply thread. Never fails: a choice that cannot work
//! gives a provider whose turns fail with a sentence that says what to do.
using ProviderFactory = std::function<std::unique_ptr<Provider>(const ProviderChoice &)>;

} // namespace heed
