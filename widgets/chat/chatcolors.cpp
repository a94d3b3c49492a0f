// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chatcolors.h"

#include "widgets/question/contrast.h"

namespace heed {

namespace {

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto part = [share](int from, int to) { return qRound(from + (to - from) * share); };
    return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

// Hues that people know from editors; how dark they are is decided by the ground.
std::array<QColor, 9> codeColors(const ChatColors &colors, double ratio)
{
    std::array<QColor, 9> code;
    if (colors.isHighContrast) {
        code.fill(colors.text);
        code.at(size_t(CodeToken::Comment)) = colors.quiet;
        return code;
    }
    const std::array<int, 9> hues{-1, 275, 190, 110, 25, -1, 220, 320, 205};
    const bool isDark = contrast::ratio(Qt::white, colors.panel) > contrast::ratio(Qt::black, colors.panel);
    for (size_t i = 0; i < code.size(); ++i) {
        const QColor wanted =
            hues.at(i) < 0 ? colors.text : QColor::fromHsl(hues.at(i), isDark ? 150 : 170, isDark ? 180 : 90);
        code.at(i) = legible(wanted, colors.panel, ratio);
    }
    code.at(size_t(CodeToken::Comment)) = colors.quiet;
    return code;
}

} // namespace

QColor legible(const QColor &color, const QColor &ground, double ratio)
{
    if (contrast::ratio(color, ground) >= ratio)
        return color;
    const QColor goal =
        contrast::ratio(Qt::black, ground) > contrast::ratio(Qt::white, ground) ? Qt::black : Qt::white;
    for (int step = 1; step < 20; ++step) {
        const QColor moved = mixed(color, goal, step / 20.0);
        if (contrast::ratio(moved, ground) >= ratio)
            return moved;
    }
    return goal;
}

ChatColors ChatColors::from(const QPalette &palette)
{
    ChatColors colors;
    colors.base = palette.color(QPalette::Base);
    const QColor window = palette.color(QPalette::Window);
    const QColor words = palette.color(QPalette::Text);
    // Themes for low vision are pure black on white or the reverse, window and fields alike.
    colors.isHighContrast = window == colors.base && contrast::ratio(words, colors.base) >= 20;
    const double ratio = colors.isHighContrast ? 7 : 4.5;

    colors.bubble =
        colors.isHighContrast ? colors.base : mixed(colors.base, palette.color(QPalette::Highlight), 0.13);
    colors.panel = colors.isHighContrast ? colors.base : mixed(colors.base, words, 0.055);
    // The bubble and the panel lie between base and text: what is legible on both is legible on base.
    const auto onAll = [&](const QColor &color) {
        return legible(legible(legible(color, colors.base, ratio), colors.bubble, ratio), colors.panel,
                       ratio);
    };
    colors.text = onAll(words);
    colors.quiet = onAll(mixed(words, colors.base, colors.isHighContrast ? 0 : 0.4));
    colors.link = onAll(palette.color(QPalette::Link));
    colors.line = mixed(colors.base, words, colors.isHighContrast ? 1 : 0.16);
    colors.ring = legible(palette.color(QPalette::Highlight), colors.base, 3);
    colors.selection = palette.color(QPalette::Highlight);
    colors.selectionText = legible(palette.color(QPalette::HighlightedText), colors.selection, ratio);
    colors.match = mixed(colors.base, palette.color(QPalette::Highlight), 0.3);
    colors.code = codeColors(colors, ratio);
    return colors;
}

} // namespace heed
