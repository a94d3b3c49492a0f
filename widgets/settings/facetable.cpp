// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/facetable.h"

#include "widgets/settings/sentence.h"
#include "widgets/settings/settingfield.h"

#include <QEvent>
#include <QGridLayout>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr int gap = 10;
}

FaceTable::FaceTable(SettingsPort &port, QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(gap);
    for (const QString &head : {tr("Questions per reply"), tr("Wait for an answer"), tr("When none came")})
        m_heads << new Sentence(Sentence::Tone::Plain, head, this);
    addFace(port, u"window"_s, tr("Window"));
    addFace(port, u"terminal"_s, tr("Terminal"));
    addFace(port, u"mcp"_s, tr("Other programs (MCP)"));
    arrange();
}

void FaceTable::addFace(SettingsPort &port, const QString &face, const QString &name)
{
    const auto key = [&face](const QString &part) { return QString(face + u".questions."_s + part); };
    Row row{.face = new Sentence(Sentence::Tone::Plain, name, this),
            .fields = {SettingField::number(port, key(u"perReply"_s), m_heads.at(0)->text()),
                       SettingField::wait(port, key(u"timeoutSeconds"_s), m_heads.at(1)->text(),
                                          tr("until I answer")),
                       SettingField::choice(port, key(u"onSilence"_s), m_heads.at(2)->text(),
                                            {{u"assume"_s, tr("go on with an assumption")},
                                             {u"stop"_s, tr("stop and say what is needed")}})}};
    for (qsizetype i = 0; i < row.fields.size(); ++i) {
        SettingField *field = row.fields.at(i);
        field->setParent(this);
        field->setSpokenName(
            tr("%1: %2", "where a question is met, what is set for it").arg(name, m_heads.at(i)->text()));
        connect(field, &SettingField::refused, this, &FaceTable::announcementWanted);
    }
    m_rows << row;
}

int FaceTable::tableWidth() const
{
    int width = 0;
    for (const Row &row : m_rows) {
        int sum = fontMetrics().averageCharWidth() * 12;
        for (const SettingField *field : row.fields)
            sum += std::max(field->editor()->sizeHint().width(), fontMetrics().averageCharWidth() * 18) + gap;
        width = std::max(width, sum);
    }
    return width;
}

QSize FaceTable::minimumSizeHint() const
{
    // As narrow as a block; which of the two is shown depends on the width, not the other way round.
    int width = 0;
    for (const Row &row : m_rows) {
        for (const SettingField *field : row.fields)
            width = std::max(width, field->editor()->minimumSizeHint().width());
    }
    return {width, QWidget::minimumSizeHint().height()};
}

void FaceTable::arrange()
{
    const bool table = width() >= tableWidth();
    if (m_arranged && table == m_table)
        return;
    m_table = table;
    m_arranged = true;
    while (QLayoutItem *item = m_grid->takeAt(0))
        delete item;
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, table && column > 0 ? 1 : 0);
    int line = 0;
    for (qsizetype i = 0; i < m_heads.size(); ++i) {
        m_heads.at(i)->setVisible(table);
        if (table)
            m_grid->addWidget(m_heads.at(i), 0, int(i) + 1);
    }
    line += table ? 1 : 0;
    for (const Row &row : std::as_const(m_rows)) {
        row.face->setTone(table ? Sentence::Tone::Plain : Sentence::Tone::Heading);
        row.face->setContentsMargins(0, table ? 5 : 0, 0, 0); // on the line of the text in the boxes
        m_grid->addWidget(row.face, line, 0, table ? Qt::AlignTop : Qt::Alignment());
        if (!table)
            ++line;
        for (qsizetype i = 0; i < row.fields.size(); ++i) {
            row.fields.at(i)->setLabelVisible(!table);
            m_grid->addWidget(row.fields.at(i), table ? line : line + int(i), table ? int(i) + 1 : 0);
        }
        line += table ? 1 : int(row.fields.size());
    }
    updateGeometry();
}

void FaceTable::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void FaceTable::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

} // namespace heed
