// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/settingsdialog.h"

#include "widgets/question/announcer.h"
#include "widgets/question/cardbutton.h"
#include "widgets/settings/apipage.h"
#include "widgets/settings/appearancepage.h"
#include "widgets/settings/modelspage.h"
#include "widgets/settings/privacypage.h"
#include "widgets/settings/questionspage.h"
#include "widgets/settings/searchpage.h"
#include "widgets/settings/spokenname.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace heed {

SettingsDialog::SettingsDialog(const Parts &parts, QWidget *parent)
    : QDialog(parent)
    , m_announcer(new Announcer(this, parts.alarms, this))
{
    setWindowTitle(tr("Settings"));
    setAttribute(Qt::WA_QuitOnClose, false);
    build(parts);
    turnTo(0);
    arrange();
}

SettingsDialog::~SettingsDialog() = default;

void SettingsDialog::build(const Parts &parts)
{
    const Clock &clock = parts.alarms.clock();
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Pages"));
    m_list->setTabKeyNavigation(false);
    m_narrowList = new QComboBox(this);
    setSpokenName(m_narrowList, tr("Page"));
    m_stack = new QStackedWidget(this);
    m_models = new ModelsPage(parts.settings, parts.provider, parts.keys, clock);
    m_privacy = new PrivacyPage(parts.settings, parts.facts, parts.audit, parts.places, clock);
    addPage(m_models);
    addPage(new QuestionsPage(parts.settings));
    addPage(new SearchPage(parts.settings, clock));
    addPage(new AppearancePage(parts.settings));
    addPage(m_privacy);
    auto *api = new ApiPage(parts.settings, clock);
    connect(api, &ApiPage::newTokenWanted, this, &SettingsDialog::newTokenWanted);
    addPage(api);
    m_close = new CardButton(CardButton::Look::Quiet, clock, this);
    m_close->setLabel(tr("Close"));

    auto *middle = new QHBoxLayout;
    middle->addWidget(m_list);
    middle->addWidget(m_stack, 1);
    auto *bottom = new QHBoxLayout;
    bottom->addStretch(1);
    bottom->addWidget(m_close);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_narrowList);
    column->addLayout(middle, 1);
    column->addLayout(bottom);

    connect(m_list, &QListWidget::currentRowChanged, this, &SettingsDialog::turnTo);
    connect(m_narrowList, &QComboBox::currentIndexChanged, this, &SettingsDialog::turnTo);
    connect(m_close, &CardButton::clicked, this, &QDialog::reject);
}

void SettingsDialog::addPage(SettingsPage *page)
{
    m_pages << page;
    m_stack->addWidget(page);
    const QSignalBlocker quietList(m_list);
    const QSignalBlocker quietCombo(m_narrowList);
    m_list->addItem(page->title());
    m_narrowList->addItem(page->title());
    connect(page, &SettingsPage::announcementWanted, this, [this](const QString &text) {
        m_refused = true;
        m_announcer->say(text);
    });
}

void SettingsDialog::turnTo(int row)
{
    if (row < 0 || row >= m_pages.size())
        return;
    const QSignalBlocker quietList(m_list);
    const QSignalBlocker quietCombo(m_narrowList);
    m_list->setCurrentRow(row);
    m_narrowList->setCurrentIndex(row);
    m_stack->setCurrentIndex(row);
    m_pages.at(row)->entered();
}

void SettingsDialog::showPage(Page page)
{
    turnTo(int(page));
}

void SettingsDialog::setChat(std::optional<ChatId> chat, const QString &title)
{
    m_privacy->setChat(chat, title);
}

void SettingsDialog::propose(const ProviderChoice &choice)
{
    showPage(Page::Models);
    m_models->propose(choice);
}

QSize SettingsDialog::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 105, fontMetrics().height() * 34};
}

// A list beside the page when there is room for it, else a box above.
void SettingsDialog::arrange()
{
    const int listWidth = m_list->sizeHintForColumn(0) + 2 * m_list->frameWidth() + 24;
    const bool wide = width() >= listWidth + fontMetrics().averageCharWidth() * 50;
    m_list->setFixedWidth(listWidth);
    const bool hadFocus = m_list->hasFocus() || m_narrowList->hasFocus();
    m_list->setVisible(wide);
    m_narrowList->setVisible(!wide);
    if (hadFocus)
        (wide ? static_cast<QWidget *>(m_list) : m_narrowList)->setFocus(Qt::OtherFocusReason);
}

void SettingsDialog::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    arrange();
}

void SettingsDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_list)
        arrange();
}

void SettingsDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_pages.at(m_stack->currentIndex())->entered();
}

// Enter belongs to the control that has the focus: nothing here is a default button.
void SettingsDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void SettingsDialog::done(int result)
{
    // What is being typed counts, too; refused, the person gets to see why, once.
    m_refused = false;
    QWidget *focused = focusWidget();
    if (focused)
        focused->clearFocus();
    if (m_refused) {
        focused->setFocus(Qt::OtherFocusReason);
        return;
    }
    if (m_models->hasUnusedDraft()) {
        askAboutDraft(result);
        return;
    }
    QDialog::done(result);
}

void SettingsDialog::askAboutDraft(int result)
{
    showPage(Page::Models);
    auto *box =
        new QMessageBox(QMessageBox::NoIcon, tr("Settings"),
                        tr("The model that you entered is not in use yet."), QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *use = box->addButton(tr("Use it"), QMessageBox::AcceptRole);
    QPushButton *discard = box->addButton(tr("Discard it"), QMessageBox::DestructiveRole);
    QPushButton *back = box->addButton(tr("Go back"), QMessageBox::RejectRole);
    box->setDefaultButton(back);
    box->setEscapeButton(back);
    connect(box, &QMessageBox::buttonClicked, this,
            [this, use, discard, result](const QAbstractButton *pressed) {
                if (pressed == discard)
                    m_models->discard();
                if (pressed == discard || (pressed == use && m_models->use()))
                    QDialog::done(result);
            });
    box->open();
}

} // namespace heed
