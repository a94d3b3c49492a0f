// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogstage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/plaintext.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

namespace heed::test {

void FakeKeys::look(const ProviderChoice &choice)
{
    ++looks;
    State state = keys.contains(choice.baseUrl) ? State::Kept : State::None;
    if (!choice.keyFrom.isEmpty())
        state = variables.contains(choice.keyFrom) ? State::VariableSet : State::VariableMissing;
    Q_EMIT looked(choice, state);
}

void FakeKeys::keep(const ProviderChoice &choice, const QString &key, Place place)
{
    places << place;
    if (place == Place::Keychain && !keychainIsThere) {
        Q_EMIT refused(choice, {Error::Code::Refused, u"There is no keychain here."_s, {}});
        return;
    }
    keys.insert(choice.baseUrl, key);
    look(choice);
}

void FakeKeys::forget(const ProviderChoice &choice)
{
    keys.remove(choice.baseUrl);
    look(choice);
}

DialogStage::DialogStage()
    : settings(std::make_unique<Settings>(folder.filePath(u"heed.ini"_s), replies.clock))
    , port(std::make_unique<SettingsAdapter>(*settings))
    , facts(std::make_unique<FactModel>(*replies.replies))
    , audit(std::make_unique<AuditModel>(*replies.replies))
{
}

void DialogStage::open()
{
    const PrivacyPlaces places{.dataFolder = u"/home-of-anna/heed"_s,
                               .settingsFile = u"/home-of-anna/heed/heed.ini"_s,
                               .keyFile = keys.keyFile(),
                               .backups = {u"/home-of-anna/heed/backups/heed-2026-11-29.sqlite"_s}};
    dialog = std::make_unique<SettingsDialog>(SettingsDialog::Parts{.settings = *port,
                                                                    .provider = provider,
                                                                    .keys = keys,
                                                                    .facts = *facts,
                                                                    .audit = *audit,
                                                                    .alarms = alarms,
                                                                    .places = places});
    dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
    settle();
}

void DialogStage::settle()
{
    replies.clock.advance(1s);
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
}

void DialogStage::turnTo(SettingsDialog::Page page)
{
    dialog->showPage(page);
    settle();
}

QWidget *DialogStage::named(const QString &accessibleName) const
{
    const auto all = dialog->findChildren<QWidget *>();
    for (QWidget *widget : all) {
        if (widget->accessibleName() == accessibleName && widget->isVisible() &&
            widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy())
            return widget;
    }
    return nullptr;
}

void DialogStage::press(const QString &label)
{
    // What the database answers may be shown a moment later.
    QTRY_VERIFY2(find<CardButton>(label), qPrintable(label));
    auto *button = find<CardButton>(label);
    QVERIFY2(button->isEnabled(), qPrintable(label));
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    settle();
}

QString DialogStage::words() const
{
    QStringList all;
    const auto texts = dialog->findChildren<PlainText *>();
    for (const PlainText *text : texts) {
        if (text->isVisible())
            all << text->text();
    }
    return all.join(u'\n');
}

void failOnWarnings()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
}

} // namespace heed::test
