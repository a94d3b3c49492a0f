// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "widgets/question/contrast.h"
#include "widgets/theme/heedstyle.h"

#include <QApplication>
#include <QEvent>
#include <QStyleHints>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace heed {

namespace theme {

namespace {

//! What a palette is made of; the rest follows from these.
struct Inks {
    QColor window{};
    QColor base{};
    QColor alternate{};
    QColor button{};
    QColor text{};
    QColor quiet{}; //!< placeholder and disabled texts
    QColor highlight{};
    QColor highlighted{};
    QColor link{};
    QColor visited{};
};

QPalette made(const Inks &inks)
{
    const QColor black(Qt::black);
    QPalette palette;
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        const QColor text = group == QPalette::Disabled ? inks.quiet : inks.text;
        const auto set = [&](QPalette::ColorRole role, const QColor &colour) {
            palette.setColor(group, role, colour);
        };
        for (const auto role :
             {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
            set(role, text);
        set(QPalette::Window, inks.window);
        set(QPalette::Base, inks.base);
        set(QPalette::AlternateBase, inks.alternate);
        set(QPalette::Button, inks.button);
        set(QPalette::ToolTipBase, inks.base);
        set(QPalette::PlaceholderText, inks.quiet);
        set(QPalette::BrightText, inks.text);
        set(QPalette::Highlight, inks.highlight);
        set(QPalette::HighlightedText, inks.highlighted);
        set(QPalette::Link, inks.link);
        set(QPalette::LinkVisited, inks.visited);
        // What Fusion shades with: decoration only.
        set(QPalette::Light, contrast::mix(inks.button, Qt::white, 0.35));
        set(QPalette::Midlight, contrast::mix(inks.button, Qt::white, 0.15));
        set(QPalette::Mid, contrast::mix(inks.button, black, 0.2));
        set(QPalette::Dark, contrast::mix(inks.button, black, 0.4));
        set(QPalette::Shadow, black);
    }
    return palette;
}

bool isDark(const QPalette &system)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark;
#endif
    const QColor ground = system.color(QPalette::Active, QPalette::Window);
    return contrast::ratio(Qt::white, ground) > contrast::ratio(Qt::black, ground);
}

} // namespace

QPalette light()
{
    return made({.window = QColor(0xf4, 0xf4, 0xf6),
                 .base = Qt::white,
                 .alternate = QColor(0xf6, 0xf7, 0xf9),
                 .button = QColor(0xfb, 0xfb, 0xfc),
                 .text = QColor(0x1b, 0x1c, 0x1f),
                 .quiet = QColor(0x5c, 0x5f, 0x66),
                 .highlight = QColor(0x1f, 0x5f, 0xbf),
                 .highlighted = Qt::white,
                 .link = QColor(0x1a, 0x56, 0xb0),
                 .visited = QColor(0x6b, 0x3f, 0xa0)});
}

QPalette dark()
{
    return made({.window = QColor(0x20, 0x22, 0x26),
                 .base = QColor(0x18, 0x19, 0x1c),
                 .alternate = QColor(0x1e, 0x20, 0x23),
                 .button = QColor(0x2e, 0x30, 0x36),
                 .text = QColor(0xe6, 0xe7, 0xea),
                 .quiet = QColor(0xa6, 0xa9, 0xb0),
                 .highlight = QColor(0x8a, 0xb4, 0xf8),
                 .highlighted = QColor(0x10, 0x12, 0x16),
                 .link = QColor(0x8a, 0xb4, 0xf8),
                 .visited = QColor(0xc5, 0xa5, 0xf5)});
}

QPalette highContrast()
{
    return made({.window = Qt::black,
                 .base = Qt::black,
                 .alternate = Qt::black,
                 .button = Qt::black,
                 .text = Qt::white,
                 .quiet = QColor(0xc0, 0xc0, 0xc0),
                 .highlight = QColor(0xff, 0xe1, 0x00),
                 .highlighted = Qt::black,
                 .link = QColor(0x7f, 0xe8, 0xff),
                 .visited = QColor(0xff, 0xb8, 0xff)});
}

QPalette paletteFor(const QString &word, const QPalette &system)
{
    if (word == u"light"_s)
        return light();
    if (word == u"dark"_s)
        return dark();
    if (word == u"highContrast"_s || contrast::wantedFor(system) > contrast::forText)
        return highContrast();
    return isDark(system) ? dark() : light();
}

} // namespace theme

Theme::Theme(QApplication &application)
    : QObject(&application)
    , m_application(application)
{
    QApplication::setStyle(new HeedStyle);
    application.installEventFilter(this);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, &Theme::show);
#endif
}

void Theme::setWord(const QString &word)
{
    m_word = word;
    show();
}

void Theme::show()
{
    m_again = false;
    // Without a palette of ours the application has the desktop's: the only way to ask for it.
    QApplication::setPalette(QPalette());
    const QPalette palette = theme::paletteFor(m_word, QApplication::palette());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

// Every window is told that the desktop's theme changed: once is enough.
bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ThemeChange && !m_again) {
        m_again = true;
        QMetaObject::invokeMethod(this, &Theme::show, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void applyTheme(QApplication &application, const QString &word)
{
    auto *theme = application.findChild<Theme *>(QString(), Qt::FindDirectChildrenOnly);
    if (!theme)
        theme = new Theme(application);
    theme->setWord(word);
}

} // namespace heed
