// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icon.h"

#include <QBuffer>
#include <QFile>
#include <QIconEngine>
#include <QImageReader>
#include <QLoggingCategory>
#include <QPainter>
#include <QPixmapCache>

using namespace Qt::StringLiterals;

// A static library's resources are linked in only when somebody asks for them. Outside any namespace, as Qt
// demands.
static void initIconResources()
{
    Q_INIT_RESOURCE(heed_icons);
}

namespace heed {

namespace {

Q_LOGGING_CATEGORY(lcIcon, "heed.widgets.icon")

//! One drawing in the colours of a palette.
class TintedEngine final : public QIconEngine
{
public:
    TintedEngine(QString name, QByteArray drawing, const QPalette &palette)
        : m_name(std::move(name))
        , m_drawing(std::move(drawing))
        , m_palette(palette)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const qreal scale = painter->device() ? painter->device()->devicePixelRatioF() : 1;
        painter->drawPixmap(rect, rendered(rect.size() * scale, mode));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override
    {
        return rendered(size, mode);
    }

    [[nodiscard]] QIconEngine *clone() const override { return new TintedEngine(*this); }

private:
    [[nodiscard]] QColor ink(QIcon::Mode mode) const
    {
        if (mode == QIcon::Disabled)
            return m_palette.color(QPalette::Disabled, QPalette::ButtonText);
        return m_palette.color(QPalette::Active,
                               mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText);
    }

    [[nodiscard]] QPixmap rendered(const QSize &size, QIcon::Mode mode) const
    {
        const QString colour = ink(mode).name();
        const QString key =
            u"heed-icon/%1/%2/%3x%4"_s.arg(m_name, colour).arg(size.width()).arg(size.height());
        QPixmap pixmap;
        if (size.isEmpty() || QPixmapCache::find(key, &pixmap))
            return pixmap;
        QByteArray drawing = m_drawing;
        drawing.replace("\"#000\"", QByteArray('"' + colour.toLatin1() + '"'));
        QBuffer buffer(&drawing);
        QImageReader reader(&buffer, "svg");
        reader.setScaledSize(size);
        pixmap = QPixmap::fromImageReader(&reader);
        if (pixmap.isNull())
            qCWarning(lcIcon) << "cannot draw" << m_name << reader.errorString();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QString m_name;
    QByteArray m_drawing;
    QPalette m_palette;
};

} // namespace

QIcon icon(const QString &name, const QPalette &palette)
{
    initIconResources();
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qCWarning(lcIcon) << "no icon" << name;
        return {};
    }
    return QIcon(new TintedEngine(name, file.readAll(), palette));
}

} // namespace heed
