// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/folderwalk.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSet>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int deepest = 64;

struct FolderWalkText {
    Q_DECLARE_TR_FUNCTIONS(heed::FolderIndex)
};

bool isSkippedFolder(const QString &name)
{
    static const QSet<QString> names{u"node_modules"_s,
                                     u"build"_s,
                                     u"CMakeFiles"_s,
                                     u"__pycache__"_s,
                                     u"venv"_s,
                                     u"target"_s,
                                     u"dist"_s,
                                     u"CVS"_s,
                                     u"_build"_s,
                                     u"vendor"_s,
                                     u"lost+found"_s,
                                     u"Trash"_s,
                                     u"bower_components"_s};
    return name.startsWith(u'.') || names.contains(name);
}

//! By name only; what holds zero bytes is found out when it is read.
bool isSkippedFile(const QString &name)
{
    static const QSet<QString> suffixes{
        // Keys and their like: nothing that a model should ever see.
        u"pem"_s, u"key"_s, u"p12"_s, u"pfx"_s, u"kdbx"_s, u"gpg"_s, u"asc"_s, u"keystore"_s, u"jks"_s,
        // Pictures, sound, archives, programs, databases.
        u"png"_s, u"jpg"_s, u"jpeg"_s, u"gif"_s, u"webp"_s, u"ico"_s, u"bmp"_s, u"tif"_s, u"tiff"_s,
        u"heic"_s, u"mp3"_s, u"ogg"_s, u"flac"_s, u"wav"_s, u"m4a"_s, u"mp4"_s, u"mkv"_s, u"avi"_s, u"mov"_s,
        u"webm"_s, u"zip"_s, u"gz"_s, u"bz2"_s, u"xz"_s, u"zst"_s, u"7z"_s, u"rar"_s, u"tar"_s, u"jar"_s,
        u"deb"_s, u"rpm"_s, u"iso"_s, u"img"_s, u"exe"_s, u"dll"_s, u"so"_s, u"a"_s, u"o"_s, u"obj"_s,
        u"pyc"_s, u"class"_s, u"bin"_s, u"sqlite"_s, u"db"_s, u"gguf"_s, u"safetensors"_s, u"ttf"_s, u"otf"_s,
        u"woff"_s, u"woff2"_s};
    static const QSet<QString> names{u"id_rsa"_s, u"id_ed25519"_s, u"id_ecdsa"_s, u"id_dsa"_s};
    const qsizetype dot = name.lastIndexOf(u'.');
    return name.startsWith(u'.') || name.endsWith(u'~') || names.contains(name) ||
           (dot > 0 && suffixes.contains(name.mid(dot + 1).toLower()));
}

class Walker
{
public:
    Walker(qsizetype mostFiles, const std::atomic_bool &cancelled)
        : m_mostFiles(mostFiles)
        , m_cancelled(cancelled)
    {
    }

    FolderWalk walk(const QString &folder)
    {
        m_walk.complete = true;
        descend(folder, 0);
        return std::move(m_walk);
    }

private:
    void descend(const QString &folder, int depth)
    {
        const QFileInfo info(folder);
        if (!info.isDir() || !info.isReadable() || !info.isExecutable()) {
            m_walk.problems +=
                info.exists()
                    ? FolderWalkText::tr("The folder %1 cannot be read.")
                          .arg(QDir::toNativeSeparators(folder))
                    : FolderWalkText::tr("The folder %1 is not there.").arg(QDir::toNativeSeparators(folder));
            m_walk.complete = false;
            return;
        }
        const auto entries = QDir(folder).entryInfoList(
            QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
        for (const QFileInfo &entry : entries) {
            if (m_cancelled || m_full) {
                m_walk.complete = false;
                return;
            }
            if (entry.isDir()) {
                if (depth < deepest && !isSkippedFolder(entry.fileName()))
                    descend(entry.filePath(), depth + 1);
            } else if (entry.size() > 0 && !isSkippedFile(entry.fileName())) {
                add(folder, entry);
            }
        }
    }

    void add(const QString &folder, const QFileInfo &entry)
    {
        if (m_walk.files.size() >= m_mostFiles) {
            m_full = true;
            m_walk.complete = false;
            m_walk.problems +=
                FolderWalkText::tr("Only the first %L1 files were searched; the rest begins in %2.")
                    .arg(m_mostFiles)
                    .arg(QDir::toNativeSeparators(folder));
            return;
        }
        m_walk.files.append({.path = entry.filePath(),
                             .modifiedMs = entry.lastModified().toMSecsSinceEpoch(),
                             .size = entry.size()});
    }

    FolderWalk m_walk{};
    qsizetype m_mostFiles;
    const std::atomic_bool &m_cancelled;
    bool m_full = false;
};

} // namespace

FolderWalk walkFolder(const QString &folder, qsizetype mostFiles, const std::atomic_bool &cancelled)
{
    return Walker(mostFiles, cancelled).walk(QDir::cleanPath(folder));
}

bool isWithin(const QString &file, const QStringList &folders)
{
    const QString real = QFileInfo(file).canonicalFilePath();
    for (const QString &folder : folders) {
        const QString root = QFileInfo(folder).canonicalFilePath();
        if (real.isEmpty() || root.isEmpty() || !real.startsWith(root + u'/'))
            continue;
        QStringList parts = real.mid(root.size() + 1).split(u'/');
        const QString name = parts.takeLast();
        if (!isSkippedFile(name) && std::none_of(parts.cbegin(), parts.cend(), isSkippedFolder))
            return true;
    }
    return false;
}

} // namespace heed
