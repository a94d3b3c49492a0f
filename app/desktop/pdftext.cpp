// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pdftext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <poppler-qt6.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// A book has a thousand pages; a file that claims a million of them is after something else.
constexpr int mostPages = 5000;

//! Poppler writes what it thinks of damaged files to the standard error stream; nobody wants that.
void silence()
{
    [[maybe_unused]] static const bool once = [] {
        Poppler::setDebugErrorFunction([](const QString &, const QVariant &) {}, {});
        return true;
    }();
}

} // namespace

bool PdfText::takes(const QString &suffix) const
{
    return suffix == u"pdf";
}

Result<QString> PdfText::text(const QString &file, qsizetype limit) const
{
    silence();
    const auto document = Poppler::Document::load(file);
    if (!document || document->isLocked()) {
        return Error{
            .code = Error::Code::BadInput,
            .text = QCoreApplication::translate("heed::PdfText",
                                                "The file %1 cannot be read as PDF: it is damaged, or locked "
                                                "with a password.")
                        .arg(QFileInfo(file).fileName())};
    }
    QString text;
    for (int i = 0; i < std::min(document->numPages(), mostPages) && text.size() < limit; ++i) {
        if (const auto page = document->page(i))
            text += page->text({}) + u"\n\n"_s;
    }
    text.truncate(limit);
    return text.trimmed();
}

} // namespace heed
