// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/spokenname.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

void setSpokenName(QComboBox *box, const QString &name)
{
    QWidget *parent = box->parentWidget();
    Q_ASSERT(parent); // a screen reader looks for the label there
    box->setAccessibleName(name);
    if (box->lineEdit())
        box->lineEdit()->setAccessibleName(name);
    const auto labels = parent->findChildren<QLabel *>(QString(), Qt::FindDirectChildrenOnly);
    const auto known =
        std::ranges::find_if(labels, [box](const QLabel *label) { return label->buddy() == box; });
    QLabel *label = known != labels.end() ? *known : new QLabel(parent);
    label->setBuddy(box);
    label->setText(QString(name).replace(u'&', u"&&"_s)); // no shortcut
    label->hide();
}

} // namespace heed
