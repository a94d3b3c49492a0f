// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/auditsection.h"

#include "models/list/auditmodel.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/sentence.h"
#include "widgets/settings/spokenname.h"

#include <QComboBox>
#include <QListView>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <utility>

namespace heed {

AuditSection::AuditSection(AuditModel &audit, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_audit(audit)
{
    build(clock);
    connect(m_filter, &QComboBox::currentIndexChanged, this,
            [this](int row) { m_audit.setChat(row == 1 ? m_chat : std::nullopt); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &AuditSection::showDetail);
    connect(&audit, &AuditModel::loaded, this, &AuditSection::showPage);
    connect(&audit, &AuditModel::failed, this, [this](const Error &error) {
        m_empty->setText(error.text);
        Q_EMIT announcementWanted(error.text);
    });
    connect(m_older, &CardButton::clicked, this, [this] { turn(true); });
    connect(m_newer, &CardButton::clicked, this, [this] { turn(false); });
    showPage();
}

void AuditSection::build(const Clock &clock)
{
    m_filter = new QComboBox(this);
    m_filter->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_filter->setMinimumContentsLength(6);
    setSpokenName(m_filter, tr("Which chats"));
    m_filter->addItem(tr("All chats"));
    m_empty = new Sentence(Sentence::Tone::Plain, {}, this);
    m_list = new QListView(this);
    m_list->setModel(&m_audit);
    m_list->setAccessibleName(tr("Record of questions and tools, newest first"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setTextElideMode(Qt::ElideRight); // the whole row is in the details
    m_list->setTabKeyNavigation(false);
    m_list->setUniformItemSizes(true);
    m_list->setFixedHeight(fontMetrics().height() * 10);
    m_detail = new QPlainTextEdit(this);
    m_detail->setReadOnly(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByKeyboard | Qt::TextSelectableByMouse);
    m_detail->setTabChangesFocus(true);
    m_detail->setAccessibleName(tr("Details of the chosen row"));
    m_detail->setFixedHeight(fontMetrics().height() * 8);
    m_newer = new CardButton(CardButton::Look::Quiet, clock, this);
    m_newer->setLabel(tr("Newer"));
    m_older = new CardButton(CardButton::Look::Quiet, clock, this);
    m_older->setLabel(tr("Older"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget *part :
         {static_cast<QWidget *>(m_filter), static_cast<QWidget *>(m_empty), static_cast<QWidget *>(m_list)})
        column->addWidget(part);
    auto *buttons = new FlowLayout(8);
    buttons->addWidget(m_newer);
    buttons->addWidget(m_older);
    column->addLayout(buttons);
    column->addWidget(m_detail);
}

void AuditSection::setChat(std::optional<ChatId> chat, const QString &title)
{
    const bool filtered = m_filter->currentIndex() == 1;
    m_chat = chat;
    {
        const QSignalBlocker quiet(m_filter);
        m_filter->clear();
        m_filter->addItem(tr("All chats"));
        if (chat)
            m_filter->addItem(tr("Only “%1”").arg(title));
        m_filter->setCurrentIndex(filtered && chat ? 1 : 0);
    }
    m_audit.setChat(filtered ? chat : std::nullopt);
}

void AuditSection::turn(bool older)
{
    m_turned = true;
    older ? m_audit.showOlder() : m_audit.showNewer();
}

void AuditSection::showPage()
{
    const bool any = m_audit.rowCount() > 0;
    m_empty->setText(any ? QString() : tr("Nothing is recorded yet."));
    m_list->setVisible(any);
    m_detail->setVisible(any);
    if (any && !m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_audit.index(0, 0));
    const bool hadFocus = m_newer->hasFocus() || m_older->hasFocus();
    m_newer->setVisible(m_audit.hasNewer());
    m_older->setVisible(m_audit.hasOlder());
    if (std::exchange(m_turned, false) && any) {
        m_list->scrollToTop();
        m_list->setCurrentIndex(m_audit.index(0, 0));
        if (hadFocus)
            m_list->setFocus(Qt::OtherFocusReason);
    }
    showDetail();
}

void AuditSection::showDetail()
{
    const QString text = m_list->currentIndex().data(AuditModel::DetailRole).toString();
    if (text != m_detail->toPlainText())
        m_detail->setPlainText(text);
}

} // namespace heed
