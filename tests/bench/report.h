// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <optional>

// What the benchmarks share: clocks, samples, and the table. None of this is a test: figures are for people
// to compare.
namespace heed::bench {

//! CPU time of the calling thread, ms: what other programs do meanwhile counts little.
[[nodiscard]] double threadMs();
//! Time that never stands still, ms.
[[nodiscard]] double wallMs();
//! Resident memory of this process, KiB.
[[nodiscard]] double residentKb();

//! Figures of one kind, of which quantiles are wanted.
class Samples
{
public:
    void add(double value) { m_values.append(value); }
    [[nodiscard]] qsizetype count() const { return m_values.size(); }
    //! \param share 0.5 for the median, 0.99 for p99; of no samples 0.
    [[nodiscard]] double at(double share) const;

private:
    QList<double> m_values{};
};

//! The figures of one theme, beside their goals, printed as they come: a table, or with --json among the
//! program's arguments one JSON object a line: theme, what, value, unit, and where there is one goal and
//! isReached.
class Report
{
public:
    Report(const char *theme, int argc, char **argv);

    void atMost(const QString &what, double value, const QString &unit, double goal);
    void atLeast(const QString &what, double value, const QString &unit, double goal);
    //! A figure without a goal, for comparison.
    void figure(const QString &what, double value, const QString &unit);

private:
    void add(const QString &what, double value, const QString &unit, std::optional<double> goal,
             bool isReached);
    void print(const QJsonObject &row) const;

    QString m_theme;
    bool m_isJson;
};

} // namespace heed::bench
