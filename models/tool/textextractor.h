// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QByteArray>
#include <QString>
#include <memory>
#include <vector>

namespace heed {

//! Gets the plain text out of one kind of file (the port for PDF and the like, which need libraries that
//! models may not use). Called from pool threads, several at once: keep no state.
class TextExtractor
{
public:
    virtual ~TextExtractor() = default;
    //! \param suffix lower case, without the dot.
    [[nodiscard]] virtual bool takes(const QString &suffix) const = 0;
    //! \param limit characters, at most; what is beyond may be left out.
    [[nodiscard]] virtual Result<QString> text(const QString &file, qsizetype limit) const = 0;
};

using TextExtractors = std::vector<std::shared_ptr<const TextExtractor>>;

//! A file's words, for the index and for reading.
struct FileText {
    QString title{}; //!< of an HTML page or a Markdown heading; empty: none
    QString text{};
};

//! Plain text from a file: text, Markdown, source code, HTML (tags stripped), and what an extractor takes.
//! NotFound: gone or unreadable; BadInput: binary, or larger than is worth searching (4 MiB of text, 64 MiB
//! for a file of an extractor). Text beyond \a limit characters is left out.
[[nodiscard]] Result<FileText> fileText(const QString &file, const TextExtractors &extractors,
                                        qsizetype limit);

//! Bytes as text: by their byte order mark, as UTF-8, else as Latin-1. Nothing for binary data.
[[nodiscard]] std::optional<QString> decodedText(const QByteArray &bytes);

//! The words of an HTML page, without scripts and styles; one pass, nothing is loaded or run.
[[nodiscard]] FileText htmlText(const QString &html);

} // namespace heed
