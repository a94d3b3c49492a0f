// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/changeanswerdialog.h"

#include "widgets/question/questioncard.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace heed {

ChangeAnswerDialog::ChangeAnswerDialog(const Question &question, Alarms &alarms, QWidget *parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Change answer"));
    Question again = question;
    again.deadlineMs.reset(); // nothing waits for this one
    m_card = new QuestionCard(again, {}, alarms, this);
    auto *says = new QLabel(
        tr("The reply carries on anew from here. What followed the old answer is kept; switch back with "
           "Previous on your message."),
        this);
    says->setWordWrap(true);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_card);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(says);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    resize(480, 420);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_card, &QuestionCard::answered, this, &ChangeAnswerDialog::changed);
    connect(m_card, &QuestionCard::focusBackWanted, this, &QDialog::reject);
}

void ChangeAnswerDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_card->enter(); // the person asked for the question: its name is read, and the first option
}

void ChangeAnswerDialog::showRefused(const Error &error)
{
    m_card->showRefused(error);
}

} // namespace heed
