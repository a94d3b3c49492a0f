// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace heed {

//! "The model asks … · Show": stays at the bottom of the chat view while the card of a waiting question is
//! out of sight.
class WaitingBar final : public QFrame
{
    Q_OBJECT
public:
    explicit WaitingBar(QWidget *parent);
    //! \param question plain text; shown in one line, read whole by a screen reader.
    void setQuestion(const QString &question);

Q_SIGNALS:
    void showRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void elide();

    QLabel *m_label;
    QString m_text{};
};

} // namespace heed
