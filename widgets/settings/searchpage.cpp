// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/searchpage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/settings/settingsport.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
const QString key = u"search.folders"_s;
} // namespace

SearchPage::SearchPage(SettingsPort &port, const Clock &clock, QWidget *parent)
    : SettingsPage(tr("Search"), parent)
    , m_port(port)
    , m_list(new QListWidget)
    , m_add(new CardButton(CardButton::Look::Quiet, clock))
    , m_remove(new CardButton(CardButton::Look::Quiet, clock))
{
    addHeading(tr("Folders"));
    addSentence(Sentence::Tone::Quiet,
                tr("The model's search tool looks into your chats, your notes and these folders: text, "
                   "Markdown, HTML, PDF "
                   "and source code. What it finds is sent to the model that replies."));
    m_list->setAccessibleName(tr("Folders to search"));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setMinimumHeight(m_list->fontMetrics().height() * 5);
    m_list->setWordWrap(true);
    m_list->setTabKeyNavigation(false);
    addWidget(m_list);
    m_add->setLabel(tr("Add folder…"));
    m_remove->setLabel(tr("Remove folder"));
    m_refusal = addSentence(Sentence::Tone::Trouble);
    addButtons({m_add, m_remove});
    addEnd();
    connect(m_add, &CardButton::clicked, this, &SearchPage::choose);
    connect(m_remove, &CardButton::clicked, this, &SearchPage::removeCurrent);
    connect(m_list, &QListWidget::currentRowChanged, this,
            [this](int row) { m_remove->setEnabled(row >= 0); });
    connect(&port, &SettingsPort::changed, this, [this](const QStringList &keys) {
        if (keys.contains(key))
            show();
    });
    show();
}

void SearchPage::show()
{
    const int row = m_list->currentRow();
    const bool hadFocus = m_remove->hasFocus();
    m_list->clear();
    const QStringList folders = m_port.value(key).toStringList();
    for (const QString &folder : folders) {
        auto *item = new QListWidgetItem(QDir::toNativeSeparators(folder), m_list);
        item->setData(Qt::UserRole, folder);
        const QFileInfo info(folder);
        if (!info.isDir() || !info.isReadable()) // says so in words, not by a colour
            item->setText(info.exists() ? tr("%1 (cannot be read)").arg(item->text())
                                        : tr("%1 (not there)").arg(item->text()));
        item->setToolTip(item->text());
    }
    m_list->setCurrentRow(std::min(row < 0 ? 0 : row, m_list->count() - 1));
    m_remove->setEnabled(m_list->count() > 0);
    if (hadFocus) // an empty list took it away for a moment, or for good
        (m_remove->isEnabled() ? m_remove : m_add)->setFocus(Qt::OtherFocusReason);
}

void SearchPage::choose()
{
    auto *dialog = new QFileDialog(this, tr("Add folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &SearchPage::addFolder);
    dialog->open();
}

void SearchPage::addFolder(const QString &folder)
{
    QStringList folders = m_port.value(key).toStringList();
    const QString clean = QDir::cleanPath(folder);
    if (folders.contains(clean)) {
        m_refusal->setText(tr("This folder is in the list already."));
        Q_EMIT announcementWanted(m_refusal->text());
        return;
    }
    if (write(folders << clean))
        m_list->setCurrentRow(m_list->count() - 1);
}

void SearchPage::removeCurrent()
{
    if (!m_list->currentItem())
        return;
    QStringList folders = m_port.value(key).toStringList();
    folders.removeAll(m_list->currentItem()->data(Qt::UserRole).toString());
    write(folders);
}

bool SearchPage::write(const QStringList &folders)
{
    const auto set = m_port.set({{key, folders}});
    m_refusal->setText(set ? QString() : set.error().text);
    if (!set)
        Q_EMIT announcementWanted(set.error().text);
    return bool(set);
}

} // namespace heed
