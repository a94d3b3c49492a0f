// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/contrast.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace heed {

namespace contrast {

namespace {

double luminance(const QColor &colour)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    const QColor rgb = colour.toRgb();
    return 0.2126 * linear(rgb.redF()) + 0.7152 * linear(rgb.greenF()) + 0.0722 * linear(rgb.blueF());
}

} // namespace

double ratio(const QColor &ink, const QColor &ground)
{
    const auto [low, high] = std::minmax({luminance(ink), luminance(ground)});
    return (high + 0.05) / (low + 0.05);
}

QColor mix(const QColor &a, const QColor &b, double share)
{
    const QColor from = a.toRgb();
    const QColor to = b.toRgb();
    const auto channel = [share](double x, double y) { return float(x + (y - x) * share); };
    return QColor::fromRgbF(channel(from.redF(), to.redF()), channel(from.greenF(), to.greenF()),
                            channel(from.blueF(), to.blueF()));
}

QColor readable(const QColor &wanted, const QColor &ground, double atLeast)
{
    const QColor far = ratio(Qt::white, ground) > ratio(Qt::black, ground) ? Qt::white : Qt::black;
    constexpr int steps = 40;
    for (int step = 0; step < steps; ++step) {
        // Through the 8 bits that are painted, so that rounding cannot fall below the ratio.
        const QColor candidate = QColor::fromRgb(mix(wanted, far, double(step) / steps).rgb());
        if (ratio(candidate, ground) >= atLeast)
            return candidate;
    }
    return far;
}

double wantedFor(const QPalette &palette)
{
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button}) {
        const double grey = luminance(palette.color(role));
        if (grey > 0.005 && grey < 0.995)
            return forText;
    }
    return forTextEnhanced;
}

QPalette fixes(const QPalette &palette)
{
    const double wanted = wantedFor(palette);
    QPalette fixed;
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        const QColor base = palette.color(group, QPalette::Base);
        const QColor text = palette.color(QPalette::Active, QPalette::Text);
        fixed.setColor(group, QPalette::PlaceholderText, readable(mix(text, base, 0.45), base, wanted));
        const QColor selection = palette.color(group, QPalette::Highlight);
        fixed.setColor(group, QPalette::HighlightedText,
                       readable(palette.color(group, QPalette::HighlightedText), selection, wanted));
    }
    const std::initializer_list<std::pair<QPalette::ColorRole, QPalette::ColorRole>> pairs{
        {QPalette::WindowText, QPalette::Window},
        {QPalette::Text, QPalette::Base},
        {QPalette::ButtonText, QPalette::Button}};
    for (const auto &[ink, ground] : pairs) {
        const QColor behind = palette.color(QPalette::Disabled, ground);
        fixed.setColor(QPalette::Disabled, ink,
                       readable(palette.color(QPalette::Disabled, ink), behind, wanted));
    }
    return fixed;
}

} // namespace contrast

CardColours CardColours::from(const QPalette &palette)
{
    using namespace contrast;
    const double text = wantedFor(palette);
    const bool plain = text > forText; // a high-contrast theme wants no tints
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    const QColor ink = palette.color(QPalette::Active, QPalette::Text);
    const QColor highlight = palette.color(QPalette::Active, QPalette::Highlight);

    CardColours colours;
    colours.ground = plain ? base : mix(base, highlight, 0.06);
    colours.accent = readable(highlight, colours.ground, text);
    colours.edge = plain ? readable(ink, base, text) : mix(colours.ground, colours.accent, 0.4);
    colours.ink = readable(ink, colours.ground, text);
    colours.quiet = readable(mix(ink, colours.ground, 0.4), colours.ground, text);
    colours.control = base;
    colours.controlHover = plain ? base : mix(base, highlight, 0.1);
    colours.controlDown = plain ? base : mix(base, highlight, 0.2);
    colours.controlEdge = readable(mix(colours.ground, ink, 0.3), colours.ground, plain ? text : forShapes);
    colours.controlInk = readable(ink, colours.controlDown, text);
    colours.controlQuiet = readable(mix(ink, base, 0.4), colours.controlDown, text);
    colours.ring = readable(highlight, colours.controlDown, std::max(forShapes, plain ? text : 0));
    // Dark enough for white text, or light enough for black, with room for the hover shade.
    const bool onDark = ratio(Qt::white, base) > ratio(Qt::black, base);
    const QColor strongInk = onDark ? Qt::black : Qt::white;
    colours.strong = readable(highlight, strongInk, text);
    colours.strongHover = mix(colours.strong, onDark ? Qt::white : Qt::black, 0.12);
    colours.strongInk = strongInk;
    return colours;
}

} // namespace heed
