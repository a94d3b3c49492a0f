// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"
#include "models/store/keptrecord.h"

namespace heed {

//! How a question and its end look in the event log and the audit (book 3.2, 8.2, 8.4). Pure.
[[nodiscard]] QJsonObject questionFields(const Question &question);
[[nodiscard]] QJsonObject answerFields(const Settlement &settlement);
[[nodiscard]] AuditRecord requestedAudit(const Question &question);
[[nodiscard]] AuditRecord answeredAudit(const Question &question, const Settlement &settlement);
[[nodiscard]] AuditRecord settledAudit(const Question &question, const Settlement &settlement);
//! For a notice event: the reply goes on, the question waits on.
[[nodiscard]] QJsonObject parkedFields(const Question &question);
[[nodiscard]] AuditRecord parkedAudit(const Question &question);
[[nodiscard]] double waitedSeconds(const Question &question, const Settlement &settlement);
//! An answer becomes a fact of its chat; other outcomes make none.
[[nodiscard]] std::optional<FactRecord> factOf(const Question &question, const Settlement &settlement);
//! One line for the person.
[[nodiscard]] QString settledSummary(const Settlement &settlement);
[[nodiscard]] QString parkedSummary();

} // namespace heed
