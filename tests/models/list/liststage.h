// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/transcriptmodel.h"
#include "tests/support/replystage.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

namespace heed::test {

using namespace Qt::StringLiterals;

//! The item models of one run of the program. Goes before its stage.
struct ListModels {
    //! \a tested: watched by model testers, which also fetch whatever more there is.
    explicit ListModels(Replies &replies, bool tested = true)
        : waiting(replies)
        , transcript(replies, waiting)
    {
        using Mode = QAbstractItemModelTester::FailureReportingMode;
        if (!tested)
            return;
        waitingTester = std::make_unique<QAbstractItemModelTester>(&waiting, Mode::QtTest);
        transcriptTester = std::make_unique<QAbstractItemModelTester>(&transcript, Mode::QtTest);
    }
    WaitingModel waiting;
    TranscriptModel transcript;
    std::unique_ptr<QAbstractItemModelTester> waitingTester{};
    std::unique_ptr<QAbstractItemModelTester> transcriptTester{};
};

//! What the rows say, the line of figures left out.
[[nodiscard]] inline QStringList textsOf(const TranscriptModel &model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row);
        if (index.data(TranscriptRole::Kind).toInt() != int(RowKind::Figures))
            all += index.data(TranscriptRole::Text).toString();
    }
    return all;
}

[[nodiscard]] inline QStringList shownIn(const QAbstractItemModel &model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row)
        all += model.index(row, 0).data().toString();
    return all;
}

} // namespace heed::test
