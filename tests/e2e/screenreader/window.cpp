// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A window that is certainly in order, and one with planted faults ("faulty"): with them the
// screen-reader harness shows that it hears a voice, and that it can say no.

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    const bool faulty = app.arguments().contains(u"faulty"_s);

    QWidget window;
    window.setWindowTitle(u"Harness window"_s);
    auto *column = new QVBoxLayout(&window);
    column->addWidget(new QLabel(u"Which port should the server use?"_s));
    auto *first = new QPushButton(u"Port eighty"_s);
    auto *second = new QPushButton(faulty ? QString() : u"Port ninety"_s);
    for (QPushButton *button : {first, second}) {
        button->setAutoDefault(true);
        column->addWidget(button);
    }
    auto *said = new QLabel(u"Nothing chosen yet"_s);
    column->addWidget(said);
    QObject::connect(first, &QPushButton::clicked, said, [said] { said->setText(u"Chosen: eighty"_s); });
    window.resize(500, 300);
    window.show();
    return QApplication::exec();
}
