// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/factsection.h"

#include "models/list/factmodel.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/linebox.h"
#include "widgets/settings/sentence.h"

#include <QKeyEvent>
#include <QListView>
#include <QVBoxLayout>

namespace heed {

FactSection::FactSection(FactModel &facts, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_facts(facts)
{
    build(clock);
    connectParts();
    showButtons();
}

void FactSection::build(const Clock &clock)
{
    m_empty = new Sentence(Sentence::Tone::Plain, {}, this);
    m_list = new QListView(this);
    m_list->setModel(&m_facts);
    m_list->setAccessibleName(tr("Facts of this chat"));
    m_list->setEditTriggers(
        QAbstractItemView::NoEditTriggers); // an editor in a list is not there for a screen reader
    m_list->setWordWrap(true);
    m_list->setTabKeyNavigation(false);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setFixedHeight(fontMetrics().height() * 7);

    const auto button = [this, &clock](const QString &label) {
        auto *made = new CardButton(CardButton::Look::Quiet, clock, this);
        made->setLabel(label);
        return made;
    };
    m_edit = button(tr("Edit fact"));
    m_remove = button(tr("Delete fact"));
    m_undo = button(tr("Undo"));
    m_undo->setAccessibleDescription(tr("Puts the deleted fact back"));
    m_save = button(tr("Save"));
    m_cancel = button(tr("Cancel"));

    m_editor = new QWidget(this);
    m_question = new Sentence(Sentence::Tone::Quiet, {}, m_editor);
    m_value = new LineBox(m_editor);
    m_value->setAccessibleName(tr("What the fact says"));
    m_refusal = new Sentence(Sentence::Tone::Trouble, {}, this);
    auto *inner = new QVBoxLayout(m_editor);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(m_question);
    inner->addWidget(m_value);
    auto *editButtons = new FlowLayout(8);
    editButtons->addWidget(m_save);
    editButtons->addWidget(m_cancel);
    inner->addLayout(editButtons);
    m_editor->hide();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget *part : {static_cast<QWidget *>(m_empty), static_cast<QWidget *>(m_list), m_editor,
                          static_cast<QWidget *>(m_refusal)})
        column->addWidget(part);
    auto *buttons = new FlowLayout(8);
    for (CardButton *one : {m_edit, m_remove, m_undo})
        buttons->addWidget(one);
    column->addLayout(buttons);
}

void FactSection::connectParts()
{
    connect(m_edit, &CardButton::clicked, this, &FactSection::beginEdit);
    connect(m_list, &QListView::activated, this, &FactSection::beginEdit);
    connect(m_remove, &CardButton::clicked, this, &FactSection::remove);
    connect(m_undo, &CardButton::clicked, this, [this] {
        m_facts.undoRemove();
        m_list->setFocus(Qt::OtherFocusReason);
        showButtons();
    });
    connect(m_save, &CardButton::clicked, this, &FactSection::save);
    connect(m_value, &QLineEdit::returnPressed, this, &FactSection::save);
    connect(m_cancel, &CardButton::clicked, this, &FactSection::endEdit);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &FactSection::showButtons);
    connect(&m_facts, &FactModel::loaded, this, &FactSection::showButtons);
    connect(&m_facts, &FactModel::failed, this, [this](const Error &error) {
        m_refusal->setText(error.text);
        Q_EMIT announcementWanted(error.text);
    });
}

int FactSection::row() const
{
    return m_list->currentIndex().isValid() ? m_list->currentIndex().row() : -1;
}

void FactSection::showButtons()
{
    const bool any = m_facts.rowCount() > 0;
    if (!m_facts.chat())
        m_empty->setText(tr("Open a chat to see its facts."));
    else
        m_empty->setText(any ? QString()
                             : tr("This chat has no facts yet. Each answer that you give becomes one."));
    const bool lostFocus = (!any && m_list->hasFocus()) || m_remove->hasFocus() || m_edit->hasFocus();
    m_list->setVisible(any);
    if (any && row() < 0)
        m_list->setCurrentIndex(m_facts.index(0));
    for (CardButton *button : {m_edit, m_remove})
        button->setVisible(any);
    m_undo->setVisible(m_facts.canUndoRemove());
    if (lostFocus && !any && m_undo->isVisible())
        m_undo->setFocus(Qt::OtherFocusReason);
    bool stillThere = false;
    for (int i = 0; i < m_facts.rowCount(); ++i)
        stillThere = stillThere || m_facts.index(i).data(FactModel::FactIdRole).toLongLong() == m_editing;
    if (m_editing && !stillThere)
        endEdit();
}

void FactSection::beginEdit()
{
    const QModelIndex fact = m_list->currentIndex();
    if (!fact.isValid())
        return;
    m_editing = fact.data(FactModel::FactIdRole).toLongLong();
    m_refusal->setText({});
    m_question->setText(fact.data(FactModel::NameRole).toString());
    m_value->setText(fact.data(FactModel::ValueRole).toString());
    m_value->setAccessibleDescription(m_question->text());
    m_editor->show();
    m_value->setFocus(Qt::OtherFocusReason);
}

void FactSection::save()
{
    for (int i = 0; i < m_facts.rowCount(); ++i) {
        if (m_facts.index(i).data(FactModel::FactIdRole).toLongLong() != m_editing)
            continue;
        const auto set = m_facts.setValue(i, m_value->text());
        m_refusal->setText(set ? QString() : set.error().text);
        if (set)
            endEdit();
        else
            Q_EMIT announcementWanted(set.error().text);
        return;
    }
}

void FactSection::endEdit()
{
    const bool hadFocus = m_editor->isAncestorOf(focusWidget());
    m_editing = 0;
    m_editor->hide();
    m_refusal->setText({});
    if (hadFocus)
        m_list->setFocus(Qt::OtherFocusReason);
}

void FactSection::remove()
{
    if (row() < 0)
        return;
    m_refusal->setText({});
    const QString gone = m_list->currentIndex().data(FactModel::NameRole).toString();
    m_facts.remove(row());
    Q_EMIT announcementWanted(tr("Deleted: %1").arg(gone));
}

} // namespace heed
