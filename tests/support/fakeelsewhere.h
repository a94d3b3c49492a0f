// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/elsewhere.h"

#include <QList>

namespace heed::test {

//! Questions of other processes as a test says them. An answer is written down, and told of when the test
//! wants.
class FakeElsewhere final : public QuestionsElsewhere
{
public:
    struct Given {
        QuestionId id{};
        Answer answer{};
        Face face = Face::Window;
        Then then{};
    };

    void appear(const QuestionElsewhere &question)
    {
        m_questions.append(question);
        Q_EMIT appeared(question);
    }
    void change(const QuestionElsewhere &question)
    {
        for (auto &known : m_questions) {
            if (known.question.id == question.question.id)
                known = question;
        }
        Q_EMIT changed(question);
    }
    void end(const QuestionId &id)
    {
        m_questions.removeIf([&id](const QuestionElsewhere &one) { return one.question.id == id; });
        Q_EMIT ended(id);
    }
    [[nodiscard]] QList<QuestionElsewhere> questions() const override { return m_questions; }
    void answer(const QuestionId &id, const Answer &answer, Face face, QObject *, const Then &then) override
    {
        given.append({id, answer, face, then});
    }

    QList<Given> given{};

private:
    QList<QuestionElsewhere> m_questions{};
};

} // namespace heed::test
