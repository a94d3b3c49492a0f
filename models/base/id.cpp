// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/base/id.h"

#include <QRandomGenerator>

namespace heed {

QuestionId QuestionId::generate()
{
    return {QString::asprintf("%08x", QRandomGenerator::system()->generate())};
}

} // namespace heed
