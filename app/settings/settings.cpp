// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"

#include "app/settings/settingcheck.h"
#include "models/base/logging.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QSettings>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qint64 longestFile = 1024 * 1024; // bytes; far above what the settings can take up

const QString windowGroup = u"window/"_s;

std::pair<qint64, qint64> stamp(const QString &file)
{
    const QFileInfo info(file);
    return info.exists() ? std::pair(info.lastModified().toMSecsSinceEpoch(), info.size())
                         : std::pair<qint64, qint64>();
}

// For the person alone, before QSettings makes it for everybody: it keeps the mode of a file that is there.
bool makeFile(const QString &name)
{
    QFile made(name);
    return made.exists() ||
           made.open(QIODevice::WriteOnly | QIODevice::NewOnly,
                     QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
           made.exists();
}

// What QSettings would accept although it is no text.
bool isText(const QString &file)
{
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        return true; // missing, or not ours to judge: QSettings tells
    if (source.size() > longestFile)
        return false;
    const QByteArray bytes = source.readAll();
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    Q_UNUSED(text)
    return !decoder.hasError() && !bytes.contains('\0');
}

QVariant standardValue(const SettingKey &key)
{
    return key.isList() ? QVariant(QStringList()) : QVariant(key.standard);
}

// Two names sound alike when one holds the other, or they share the part after the last dot.
bool soundsAlike(const QString &a, const QString &b)
{
    const auto last = [](const QString &name) { return name.section(u'.', -1); };
    return a.contains(b, Qt::CaseInsensitive) || b.contains(a, Qt::CaseInsensitive) ||
           last(a).compare(last(b), Qt::CaseInsensitive) == 0;
}

} // namespace

Error unknownSetting(const QString &key)
{
    QStringList near;
    for (const SettingKey &row : settingKeys()) {
        if (!key.isEmpty() && soundsAlike(row.name, key))
            near << row.name;
    }
    const QString text =
        near.isEmpty()
            ? Settings::tr("There is no setting \"%1\". Run \"heed config list\" to see all of them.")
                  .arg(key)
            : Settings::tr("There is no setting \"%1\". Did you mean: %2?").arg(key, near.join(u", "_s));
    return {Error::Code::NotFound, text, {}};
}

Settings::Settings(const QString &file, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_file(file)
    , m_clock(clock)
{
    load();
}

Settings::~Settings() = default;

void Settings::load()
{
    m_notes.clear();
    m_leaveAlone = false;
    m_store = std::make_unique<QSettings>(m_file, QSettings::IniFormat);
    m_store->setFallbacksEnabled(false);
    std::ignore = m_store->allKeys(); // parses every section: only then is the status known
    const bool unreadable = m_store->status() == QSettings::AccessError ||
                            (QFileInfo::exists(m_file) && !QFileInfo(m_file).isReadable());
    if (unreadable || QFileInfo(m_file).isDir()) {
        m_leaveAlone = true;
        m_notes << tr("The settings file %1 cannot be read, so the defaults are used. Check who may read it.")
                       .arg(m_file);
    } else if (m_store->status() == QSettings::FormatError || !isText(m_file)) {
        m_leaveAlone = !setAside();
        m_store = std::make_unique<QSettings>(m_file, QSettings::IniFormat);
    }
    m_kept.clear();
    if (!m_leaveAlone)
        readValues();
    m_seen = stamp(m_file);
    for (const QString &note : std::as_const(m_notes))
        qCDebug(lcSettings).noquote() << note; // the faces show them
}

bool Settings::setAside()
{
    const QString base = m_file + u".broken-"_s + m_clock.now().toString(u"yyyy-MM-dd"_s);
    QString name = base;
    for (int n = 2; QFileInfo::exists(name); ++n)
        name = base + u'-' + QString::number(n);
    const bool moved = QFile::rename(m_file, name);
    m_notes
        << (moved ? tr("The settings file could not be read, so the defaults are used. It was kept as %1.")
                        .arg(name)
                  : tr("The settings file %1 could not be read and could not be moved out of the way, so the "
                       "defaults are used and no setting can be changed. Repair or remove it.")
                        .arg(m_file));
    return moved;
}

void Settings::readValues()
{
    const QStringList names = m_store->allKeys();
    for (const QString &name : names) {
        if (name.startsWith(windowGroup))
            continue;
        const SettingKey *key = findSettingKey(name);
        if (!key) {
            m_notes << tr("The settings file has a setting that this version does not know, \"%1\". It is "
                          "left there "
                          "and has no effect.")
                           .arg(name);
            continue;
        }
        const auto checked = checkSetting(*key, m_store->value(name));
        if (checked) {
            m_kept.insert(name, *checked);
        } else {
            m_notes << tr("In the settings file: %1 The default is used: %2.")
                           .arg(checked.error().text, key->standard.isEmpty() ? tr("none") : key->standard);
        }
    }
}

std::optional<QVariant> Settings::given(const QString &key) const
{
    for (const auto *values : {&m_overrides, &m_kept}) {
        const auto found = values->constFind(key);
        if (found != values->constEnd())
            return *found;
    }
    return std::nullopt;
}

bool Settings::isSet(const QString &key) const
{
    return given(key).has_value();
}

QVariant Settings::value(const QString &key) const
{
    const SettingKey *row = findSettingKey(key);
    Q_ASSERT_X(row, "Settings::value", "not a setting");
    if (!row)
        return {};
    if (const auto own = given(key))
        return *own;
    if (const auto general = row->falls.isEmpty() ? std::nullopt : given(row->falls))
        return *general;
    return standardValue(*row);
}

QHash<QString, QVariant> Settings::snapshot() const
{
    QHash<QString, QVariant> values;
    for (const SettingKey &key : settingKeys())
        values.insert(key.name, value(key.name));
    return values;
}

void Settings::told(const QHash<QString, QVariant> &before)
{
    QStringList keys;
    for (const SettingKey &key : settingKeys()) {
        if (before.value(key.name) != value(key.name))
            keys << key.name;
    }
    if (!keys.isEmpty())
        Q_EMIT changed(keys);
}

Result<Done> Settings::write(const std::function<void(QSettings &)> &change)
{
    const Error failed{
        Error::Code::Storage,
        tr("The settings file %1 cannot be written, so nothing was changed. Check who may write it, and "
           "whether the disk is full.")
            .arg(m_file),
        {}};
    if (m_leaveAlone)
        return failed;
    if (!makeFile(m_file))
        return failed;
    const auto before = snapshot();
    change(*m_store);
    m_store->sync();
    const bool written = m_store->status() == QSettings::NoError;
    if (!written)
        m_store = std::make_unique<QSettings>(m_file, QSettings::IniFormat);
    m_kept.clear();
    m_notes.clear();
    readValues();
    m_seen = stamp(m_file);
    watchFile();
    if (!written)
        return failed;
    told(before);
    return Done{};
}

Result<Done> Settings::set(const QString &key, const QVariant &value)
{
    return setAll({{key, value}});
}

Result<Done> Settings::setAll(const QHash<QString, QVariant> &values)
{
    QHash<QString, QVariant> checked;
    for (auto it = values.cbegin(); it != values.cend(); ++it) {
        const SettingKey *row = findSettingKey(it.key());
        if (!row)
            return unknownSetting(it.key());
        const auto value = checkSetting(*row, it.value());
        if (!value)
            return value.error();
        const bool emptyList = row->isList() && value->toStringList().isEmpty();
        checked.insert(it.key(), emptyList ? QVariant() : *value);
    }
    return write([&](QSettings &store) {
        for (auto it = checked.cbegin(); it != checked.cend(); ++it)
            it->isValid() ? store.setValue(it.key(), *it) : store.remove(it.key());
    });
}

Result<Done> Settings::reset(const QString &key)
{
    if (!findSettingKey(key))
        return unknownSetting(key);
    return write([&](QSettings &store) { store.remove(key); });
}

Result<Done> Settings::override(const QString &key, const QVariant &value)
{
    const SettingKey *row = findSettingKey(key);
    if (!row)
        return unknownSetting(key);
    const auto checked = checkSetting(*row, value);
    if (!checked)
        return checked.error();
    const auto before = snapshot();
    m_overrides.insert(key, *checked);
    told(before);
    return Done{};
}

bool Settings::hasProviderOverride() const
{
    for (auto it = m_overrides.cbegin(); it != m_overrides.cend(); ++it) {
        if (it.key().startsWith(u"provider."_s))
            return true;
    }
    return false;
}

ProviderChoice Settings::providerChoice() const
{
    return {.kind = text(u"provider.kind"_s),
            .baseUrl = text(u"provider.baseUrl"_s),
            .model = text(u"provider.model"_s),
            .keyFrom = text(u"provider.keyFrom"_s)};
}

ReplySettings::FaceRules Settings::faceRules(Face face) const
{
    return rulesUnder(faceName(face) + u'.');
}

ReplySettings::FaceRules Settings::rulesUnder(const QString &place) const
{
    const QString prefix = place + u"questions."_s;
    return {.questionsPerReply = number(prefix + u"perReply"_s),
            .timeoutSeconds = number(prefix + u"timeoutSeconds"_s),
            .onSilence =
                text(prefix + u"onSilence"_s) == u"stop"_s ? SilencePolicy::Stop : SilencePolicy::Assume};
}

ReplySettings Settings::replySettings() const
{
    ReplySettings settings{.provider = providerChoice(),
                           .maxTurns = number(u"reply.maxTurns"_s),
                           .researchSeconds = number(u"research.seconds"_s),
                           .contextTokens = number(u"context.tokens"_s),
                           .waitingMax = number(u"questions.waitingMax"_s),
                           .neverAsks = !isOn(u"tools.ask"_s)};
    for (const Face face : {Face::Window, Face::Terminal, Face::Mcp})
        settings.faces.insert(faceName(face), faceRules(face));
    // These have no values of their own.
    for (const Face face : {Face::Api, Face::Companion})
        settings.faces.insert(faceName(face), rulesUnder({}));
    return settings;
}

void Settings::followFile()
{
    if (m_watcher)
        return;
    m_watcher = new QFileSystemWatcher(this);
    connect(m_watcher, &QFileSystemWatcher::fileChanged, this, &Settings::fileChanged);
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, &Settings::fileChanged);
    watchFile();
}

// A rewritten file is another file to the watcher; the folder tells when one appears.
void Settings::watchFile()
{
    if (!m_watcher)
        return;
    const QString folder = QFileInfo(m_file).absolutePath();
    if (!m_watcher->directories().contains(folder))
        m_watcher->addPath(folder);
    if (!m_watcher->files().contains(m_file) && QFileInfo::exists(m_file))
        m_watcher->addPath(m_file);
}

void Settings::fileChanged()
{
    if (stamp(m_file) == m_seen) {
        watchFile(); // something else in the folder
        return;
    }
    const auto before = snapshot();
    load();
    watchFile();
    told(before);
}

QByteArray Settings::windowState(const QString &name) const
{
    return m_store->value(windowGroup + name).toByteArray();
}

void Settings::setWindowState(const QString &name, const QByteArray &state)
{
    if (!m_leaveAlone && makeFile(m_file))
        m_store->setValue(windowGroup + name, state);
}

} // namespace heed
