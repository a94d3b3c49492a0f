// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QGridLayout;

namespace heed {

class Sentence;
class SettingField;
class SettingsPort;

//! The limits of questions, a face a row (book 2.6); where that is too wide, a face a block. GUI thread.
class FaceTable final : public QWidget
{
    Q_OBJECT
public:
    explicit FaceTable(SettingsPort &port, QWidget *parent = nullptr);

    [[nodiscard]] bool isTable() const { return m_table; }
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void announcementWanted(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Row {
        Sentence *face = nullptr;
        QList<SettingField *> fields{};
    };
    void addFace(SettingsPort &port, const QString &face, const QString &name);
    void arrange();
    [[nodiscard]] int tableWidth() const;

    QGridLayout *m_grid;
    QList<Sentence *> m_heads{};
    QList<Row> m_rows{};
    bool m_table = false;
    bool m_arranged = false;
};

} // namespace heed
