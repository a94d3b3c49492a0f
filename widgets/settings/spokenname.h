// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;
class QString;

namespace heed {

//! Names a combo box for screen readers. On Linux Qt gives it its value for a name, so what it is called is
//! said by a label beside it that nobody sees. Called when the box is in the widget where it stays; again to
//! change the name.
void setSpokenName(QComboBox *box, const QString &name);

} // namespace heed
