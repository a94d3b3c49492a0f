// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/scriptedprovider.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {

class ScriptedModelTurn final : public ModelTurn
{
public:
    ScriptedModelTurn(ScriptedTurn script, QObject *parent)
        : ModelTurn(parent)
        , m_script(std::move(script))
    {
        QMetaObject::invokeMethod(
            this, [this] { step(); }, Qt::QueuedConnection);
    }

    void cancel() override
    {
        m_cancelled = true;
        QMetaObject::invokeMethod(
            this, [this] { end(); }, Qt::QueuedConnection);
    }

private:
    void step()
    {
        if (m_cancelled)
            return;
        if (m_thought < m_script.think.size()) {
            Q_EMIT thinking(m_script.think.at(m_thought++));
        } else if (m_said < m_script.say.size()) {
            if (m_script.pace && !m_script.pace->tryAcquire()) {
                QTimer::singleShot(1, this, [this] { step(); });
                return;
            }
            Q_EMIT text(m_script.say.at(m_said++));
        } else {
            if (!m_script.hang)
                end();
            return;
        }
        QMetaObject::invokeMethod(
            this, [this] { step(); }, Qt::QueuedConnection);
    }

    void end()
    {
        if (std::exchange(m_ended, true))
            return;
        TurnResult result{.text = m_script.say.join(QString()),
                          .thinking = m_script.think.join(QString()),
                          .calls = m_script.calls,
                          .finish = m_script.calls.isEmpty() ? Finish::Stop : Finish::ToolCalls,
                          .usage = m_script.usage,
                          .error = m_script.error};
        if (m_cancelled)
            result.error = ProviderError{.kind = ProviderError::Kind::Cancelled};
        Q_EMIT finished(result);
    }

    ScriptedTurn m_script;
    qsizetype m_thought = 0;
    qsizetype m_said = 0;
    bool m_cancelled = false;
    bool m_ended = false;
};

} // namespace

ToolCall call(const QString &id, const QString &name, const QJsonObject &arguments)
{
    return {.id = id,
            .name = name,
            .rawArguments = QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact)),
            .arguments = arguments};
}

ToolCall ask(const QString &id, const QString &question, const QStringList &options, bool allowOther)
{
    QJsonObject arguments{{u"question"_s, question}, {u"allow_other"_s, allowOther}};
    if (!options.isEmpty())
        arguments[u"options"_s] = QJsonArray::fromStringList(options);
    return call(id, u"ask_user"_s, arguments);
}

void Script::add(const ScriptedTurn &turn)
{
    const QMutexLocker lock(&m_mutex);
    m_turns.enqueue(turn);
}

ScriptedTurn Script::next(const ModelRequest &request)
{
    const QMutexLocker lock(&m_mutex);
    m_requests.append(request);
    if (m_turns.isEmpty()) {
        return {.error = ProviderError{.kind = ProviderError::Kind::Protocol,
                                       .text = u"The script is at its end."_s}};
    }
    return m_turns.dequeue();
}

QList<ModelRequest> Script::requests() const
{
    const QMutexLocker lock(&m_mutex);
    return m_requests;
}

ModelTurn *ScriptedProvider::request(const ModelRequest &request, QObject *parent)
{
    return new ScriptedModelTurn(m_script->next(request), parent);
}

} // namespace heed::test
