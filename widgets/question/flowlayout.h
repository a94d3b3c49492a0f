// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>
#include <functional>

namespace heed {

//! Puts widgets side by side and starts a new row when the width is used up, from the leading edge of the
//! reading direction. A widget wider than a row gets the row and its height for that width, so no label is
//! ever clipped. Owns its items as every QLayout does.
class FlowLayout final : public QLayout
{
    Q_OBJECT
public:
    explicit FlowLayout(int gap, QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override { return int(m_items.size()); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    int arrange(int width, const std::function<void(QLayoutItem *, const QRect &)> &place) const;

    QList<QLayoutItem *> m_items{};
    int m_gap;
};

} // namespace heed
