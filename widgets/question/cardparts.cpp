// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/cardparts.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/contrast.h"
#include "widgets/question/flowlayout.h"
#include "widgets/question/growingtext.h"
#include "widgets/question/plaintext.h"

#include <QCoreApplication>
#include <QVBoxLayout>

namespace heed {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(heed::QuestionCard)
};

constexpr int partGap = 8;

PlainText *shownText(QWidget *card, const QString &text = {})
{
    auto *label = new PlainText(PlainText::Use::Shown, card);
    label->setText(text);
    label->setVisible(!text.isEmpty());
    return label;
}

PlainText *selectableText(QWidget *card, const QString &text = {})
{
    auto *label = new PlainText(PlainText::Use::Selectable, card);
    label->setText(text);
    label->setVisible(!text.isEmpty());
    return label;
}

CardButton *button(CardButton::Look look, const Clock &clock, QWidget *card, const QString &label)
{
    auto *made = new CardButton(look, clock, card);
    made->setLabel(label);
    return made;
}

QFont scaled(QFont font, double factor, QFont::Weight weight)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(int(font.pixelSize() * factor));
    font.setWeight(weight);
    return font;
}

} // namespace

CardParts::CardParts(const Question &shown, const QString &chatTitle, const Clock &clock, QWidget *card)
    : m_card(card)
{
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(18, 14, 16, 14);
    column->setSpacing(partGap);

    auto *head = new FlowLayout(partGap);
    heading = shownText(card, Words::tr("The model asks"));
    //: the chat in which the question was asked
    chat = shownText(card, chatTitle.isEmpty() ? QString() : Words::tr("in %1").arg(chatTitle));
    position = shownText(card, shown.count > 1 ? Words::tr("%1 of %2").arg(shown.index).arg(shown.count)
                                               : QString());
    for (auto *part : {heading, chat, position})
        head->addWidget(part);
    column->addLayout(head);
    origin = shownText(card);
    column->addWidget(origin);

    question = selectableText(card, shown.text);
    column->addWidget(question);
    addOptions(shown, clock, column);

    box = new GrowingText(clock, card);
    column->addWidget(box);
    notice = selectableText(card);
    column->addWidget(notice);

    send = button(CardButton::Look::Strong, clock, card, {});
    askBack = button(CardButton::Look::Quiet, clock, card, {});
    skip = button(CardButton::Look::Quiet, clock, card, Words::tr("Skip"));
    none = button(CardButton::Look::Quiet, clock, card, Words::tr("None of these"));
    deadline = shownText(card);
    keepWaiting = button(CardButton::Look::Quiet, clock, card, Words::tr("Keep waiting"));
    addButtons(shown, column);

    outcome = selectableText(card);
    who = shownText(card);
    told = shownText(card);
    for (auto *part : {outcome, who, told})
        column->addWidget(part);
    m_column = column;
    setAsking(false, shown);
    applyStyle();
}

void CardParts::addOptions(const Question &shown, const Clock &clock, QVBoxLayout *column)
{
    auto *list = new QVBoxLayout;
    list->setSpacing(6);
    const auto count = shown.options.size();
    for (qsizetype i = 0; i < count; ++i) {
        const Option &option = shown.options.at(i);
        auto *made = button(CardButton::Look::Option, clock, m_card, option.label);
        made->setNumber(int(i) + 1);
        made->setDescription(option.description);
        made->setAccessibleDescription(
            option.description.isEmpty()
                ? Words::tr("choice %1 of %2").arg(i + 1).arg(count)
                : Words::tr("choice %1 of %2. %3")
                      .arg(QString::number(i + 1), QString::number(count), option.description));
        list->addWidget(made);
        options.append(made);
    }
    if (count > 0)
        column->addLayout(list);
    else
        delete list;
}

void CardParts::addButtons(const Question &shown, QVBoxLayout *column)
{
    auto *actions = new FlowLayout(partGap);
    for (auto *part : {send, askBack, skip, none})
        actions->addWidget(part);
    column->addLayout(actions);
    none->setVisible(!shown.allowOther && !shown.options.isEmpty());

    auto *waiting = new FlowLayout(partGap);
    waiting->addWidget(deadline);
    waiting->addWidget(keepWaiting);
    column->addLayout(waiting);
    keepWaiting->hide();
}

void CardParts::showBox(bool shown)
{
    box->setVisible(shown);
    send->setVisible(shown);
}

void CardParts::setAsking(bool asking, const Question &shown)
{
    const bool hasOptions = !shown.options.isEmpty();
    showBox(asking || shown.allowOther || !hasOptions);
    if (asking) {
        box->setPlaceholderText(Words::tr("What do you want to know first?"));
        box->setAccessibleName(Words::tr("Your question to the model"));
        send->setLabel(Words::tr("Ask the model"));
        askBack->setLabel(Words::tr("Back to answering"));
        askBack->setAccessibleDescription(Words::tr("The box answers the question again"));
        return;
    }
    box->setPlaceholderText(hasOptions ? Words::tr("Or answer in your own words…")
                                       : Words::tr("Your answer…"));
    box->setAccessibleName(Words::tr("Your own answer"));
    send->setLabel(Words::tr("Send answer"));
    askBack->setLabel(Words::tr("Ask back"));
    askBack->setAccessibleDescription(Words::tr("The box then asks the model a question of yours"));
}

void CardParts::showEnd(const QString &end, const QString &whoAndWhen, const QString &toldModel)
{
    for (auto *option : options)
        option->hide();
    for (auto *control : {send, askBack, skip, none, keepWaiting})
        control->hide();
    deadline->hide();
    heading->setText(Words::tr("The model asked"));
    const auto say = [](PlainText *line, const QString &text) {
        line->setText(text);
        line->setVisible(!text.isEmpty());
    };
    say(outcome, end);
    say(who, whoAndWhen);
    say(told, toldModel);
    m_column->addWidget(notice); // what was held back follows the answer
}

void CardParts::setNotice(const QString &text)
{
    notice->setText(text);
    notice->setVisible(!text.isEmpty());
}

void CardParts::setDeadline(const QString &line, bool canKeepWaiting)
{
    deadline->setText(line);
    deadline->setVisible(!line.isEmpty());
    keepWaiting->setVisible(canKeepWaiting);
}

QWidget *CardParts::firstControl() const
{
    if (!options.isEmpty())
        return options.first();
    return box;
}

QList<QWidget *> CardParts::controls() const
{
    QList<QWidget *> all{question};
    for (auto *option : options)
        all.append(option);
    all.append({box, notice, send, askBack, skip, none, keepWaiting, outcome});
    return all;
}

void CardParts::applyStyle()
{
    const QFont base = m_card->font();
    heading->setFont(scaled(base, 1, QFont::DemiBold));
    position->setFont(scaled(base, 1, QFont::DemiBold));
    question->setFont(scaled(base, 1.15, QFont::Normal));
    outcome->setFont(scaled(base, 1.05, QFont::DemiBold));

    const CardColours colours = CardColours::from(m_card->palette());
    heading->setInk(colours.accent);
    position->setInk(colours.accent);
    for (auto *part : {question, notice, outcome})
        part->setInk(colours.ink);
    for (auto *part : {chat, origin, deadline, who, told})
        part->setInk(colours.quiet);
}

} // namespace heed
