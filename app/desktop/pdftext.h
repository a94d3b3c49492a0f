// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/textextractor.h"

namespace heed {

//! Text of PDF files, by Poppler. Called from pool threads; each call opens a document of its own.
//! Errors: BadInput when the file is no PDF, is damaged or locked with a password.
class PdfText final : public TextExtractor
{
public:
    [[nodiscard]] bool takes(const QString &suffix) const override;
    [[nodiscard]] Result<QString> text(const QString &file, qsizetype limit) const override;
};

} // namespace heed
