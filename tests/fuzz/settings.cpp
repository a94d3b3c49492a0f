// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Values of settings: what is taken is taken again as the same, and stays on its line of the file.
#include "app/settings/settingcheck.h"
#include "tests/fuzz/fuzz.h"

#include <QStringList>

using namespace heed;

namespace {

void check(const SettingKey &key, const QVariant &value)
{
    const Result<QVariant> taken = checkSetting(key, value);
    if (!taken) {
        HEED_HOLDS(taken.error().code == Error::Code::BadInput && !taken.error().text.isEmpty());
        return;
    }
    HEED_HOLDS((taken->typeId() == QMetaType::QStringList) == key.isList());
    const QStringList texts = key.isList() ? taken->toStringList() : QStringList{taken->toString()};
    for (const QString &text : texts) {
        // A folder may be named as it likes.
        HEED_HOLDS(key.kind == SettingKey::Kind::Folders || (!text.contains(u'\n') && !text.contains(u'\r')));
        HEED_HOLDS(!text.contains(QChar(0)));
    }
    const Result<QVariant> again = checkSetting(key, *taken);
    HEED_HOLDS(again && *again == *taken);
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = fuzz::textOf(data, size);
    const QStringList lines = text.split(u'\n');
    for (const SettingKey &key : settingKeys()) {
        check(key, text);
        check(key, lines);
    }
    return 0;
}
