// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/textextractor.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qint64 mostTextBytes = 4 * 1024 * 1024;
constexpr qint64 mostExtractedBytes = 64 * 1024 * 1024;
constexpr qsizetype sniffedBytes = 8192;

struct TextExtractorText {
    Q_DECLARE_TR_FUNCTIONS(heed::TextExtractor)
};

Error unreadable(const QFileInfo &info)
{
    return {.code = Error::Code::NotFound,
            .text = TextExtractorText::tr(
                        "The file %1 cannot be read. Check that it is still there and that you may open it.")
                        .arg(info.fileName())};
}

Error noText(const QFileInfo &info, const QString &why)
{
    return {.code = Error::Code::BadInput, .text = why.arg(info.fileName())};
}

//! The first heading of a Markdown text.
QString heading(const QString &text)
{
    for (const QStringView line : QStringView(text).left(4096).split(u'\n')) {
        if (line.startsWith(u"# "))
            return line.mid(2).trimmed().toString();
    }
    return {};
}

} // namespace

std::optional<QString> decodedText(const QByteArray &bytes)
{
    // UTF-16 has zero bytes, so its mark is looked for first.
    if (const auto marked = QStringConverter::encodingForData(bytes.left(4))) {
        QStringDecoder decoder(*marked);
        return QString(decoder(bytes));
    }
    if (bytes.left(sniffedBytes).contains('\0'))
        return {};
    QStringDecoder utf8(QStringDecoder::Utf8);
    QString text = utf8(bytes);
    if (!utf8.hasError())
        return text;
    // Latin-1 accepts anything: more than a few control characters are no text.
    const auto isControl = [](char c) {
        return uchar(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
    };
    const QByteArray head = bytes.left(sniffedBytes);
    if (std::count_if(head.begin(), head.end(), isControl) > head.size() / 64)
        return {};
    return QString::fromLatin1(bytes);
}

Result<FileText> fileText(const QString &file, const TextExtractors &extractors, qsizetype limit)
{
    const QFileInfo info(file);
    if (!info.isFile())
        return unreadable(info);
    const QString suffix = info.suffix().toLower();
    for (const auto &extractor : extractors) {
        if (!extractor->takes(suffix))
            continue;
        if (info.size() > mostExtractedBytes)
            return noText(info, TextExtractorText::tr("The file %1 is too large to be searched."));
        auto text = extractor->text(file, limit);
        if (!text)
            return text.error();
        return FileText{.text = *std::move(text)};
    }
    if (info.size() > mostTextBytes)
        return noText(info, TextExtractorText::tr("The file %1 is too large to be searched."));
    QFile opened(file);
    if (!opened.open(QIODevice::ReadOnly))
        return unreadable(info);
    const auto text = decodedText(opened.read(mostTextBytes));
    if (!text)
        return noText(info, TextExtractorText::tr("The file %1 holds no text."));
    const bool isHtml = suffix == u"html" || suffix == u"htm" || suffix == u"xhtml";
    FileText found = isHtml ? htmlText(*text) : FileText{.text = *text};
    if (suffix == u"md" || suffix == u"markdown")
        found.title = heading(*text);
    found.text.truncate(limit);
    return found;
}

} // namespace heed
