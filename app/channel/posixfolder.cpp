// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/posixfolder.h"

#include <QCoreApplication>
#include <QFile>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct ChannelFolderText {
    Q_DECLARE_TR_FUNCTIONS(heed::ChannelFolder)
};

constexpr mode_t folderMode = 0700;
constexpr mode_t fileMode = 0600;
constexpr mode_t allBits = 07777;

//! Closes its descriptor at the end.
struct Descriptor {
    int number = -1;
    explicit Descriptor(int opened)
        : number(opened)
    {
    }
    ~Descriptor()
    {
        if (number >= 0)
            ::close(number);
    }
    Q_DISABLE_COPY_MOVE(Descriptor)
};

QString systemText(int number)
{
    return qt_error_string(number);
}

Error refused(const QString &text, const QString &detail = {})
{
    return {.code = Error::Code::Refused, .text = text, .detail = detail};
}

Error badFile(const QString &name, const QString &why)
{
    return refused(
        ChannelFolderText::tr("The file %1 in the folder of pending questions was not used: %2. Remove it; "
                              "Heed makes what it needs anew.")
            .arg(name, why),
        why);
}

bool writeAll(int file, const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(file, bytes.constData() + done, size_t(bytes.size() - done));
        if (written < 0 && errno != EINTR)
            return false;
        done += std::max<ssize_t>(written, 0);
    }
    return true;
}

//! Nothing when the folder may be used.
std::optional<Error> checkFolder(const QString &path, int directory)
{
    struct stat info {
    };
    if (::fstat(directory, &info) != 0)
        return refused(
            ChannelFolderText::tr("The folder %1 cannot be looked at: %2.").arg(path, systemText(errno)));
    if (info.st_uid != ::geteuid())
        return refused(ChannelFolderText::tr(
                           "The folder %1 belongs to somebody else, so no question is left there for other "
                           "windows and terminals. Remove it, or choose another data folder with HEED_HOME.")
                           .arg(path));
    if ((info.st_mode & allBits) != folderMode)
        return refused(ChannelFolderText::tr(
                           "Others may use the folder %1, so no question is left there for other windows and "
                           "terminals. Allow it for you alone: chmod 700 %1")
                           .arg(path));
    return std::nullopt;
}

std::optional<Error> checkFile(const QString &name, const struct stat &info)
{
    if (!S_ISREG(info.st_mode))
        return badFile(name, ChannelFolderText::tr("it is no plain file"));
    if (info.st_uid != ::geteuid())
        return badFile(name, ChannelFolderText::tr("it belongs to somebody else"));
    if ((info.st_mode & allBits) != fileMode)
        return badFile(name, ChannelFolderText::tr("others may use it"));
    if (info.st_size > ChannelFolder::fileLimit)
        return badFile(name, ChannelFolderText::tr("it is too large"));
    return std::nullopt;
}

} // namespace

PosixFolder::PosixFolder(QString path, int descriptor)
    : m_path(std::move(path))
    , m_directory(descriptor)
{
}

PosixFolder::~PosixFolder()
{
    ::close(m_directory);
}

Result<std::unique_ptr<ChannelFolder>> PosixFolder::open(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    if (::mkdir(name.constData(), folderMode) != 0 && errno != EEXIST)
        return refused(ChannelFolderText::tr(
                           "The folder %1 cannot be made, so no question is left there for other windows and "
                           "terminals: %2.")
                           .arg(path, systemText(errno)));
    const int directory = ::open(name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0 && (errno == ELOOP || errno == ENOTDIR))
        return refused(ChannelFolderText::tr(
                           "%1 is a link or a file, not a folder, so no question is left there for other "
                           "windows and terminals. Remove it; Heed makes the folder anew.")
                           .arg(path));
    if (directory < 0)
        return refused(
            ChannelFolderText::tr("The folder %1 cannot be opened: %2.").arg(path, systemText(errno)));
    auto folder = std::unique_ptr<ChannelFolder>(new PosixFolder(path, directory));
    if (auto problem = checkFolder(path, directory))
        return *problem;
    return Result<std::unique_ptr<ChannelFolder>>(std::move(folder));
}

Error PosixFolder::failure(int number) const
{
    return {.code = Error::Code::Storage,
            .text =
                ChannelFolderText::tr("The folder %1 cannot be used: %2.").arg(m_path, systemText(number)),
            .detail = systemText(number)};
}

Error PosixFolder::inTheWay(const QString &name) const
{
    return {.code = Error::Code::Storage,
            .text =
                ChannelFolderText::tr("A folder is in the way where Heed puts a file: %1. Remove it, and try "
                                      "again.")
                    .arg(m_path + u'/' + name),
            .detail = systemText(EISDIR)};
}

Result<QStringList> PosixFolder::names() const
{
    // A descriptor of its own: the place in the list belongs to it.
    const int listed = ::openat(m_directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = listed < 0 ? nullptr : ::fdopendir(listed);
    if (!stream)
        return failure(errno);
    QStringList names;
    while (const dirent *entry = ::readdir(stream)) { // NOLINT(concurrency-mt-unsafe): a stream of its own
        const QString name = QFile::decodeName(entry->d_name);
        if (name != u"."_s && name != u".."_s)
            names.append(name);
    }
    ::closedir(stream);
    return names;
}

Result<QByteArray> PosixFolder::read(const QString &name) const
{
    // Non-blocking: a pipe in its place must not hold us up.
    const Descriptor file(::openat(m_directory, QFile::encodeName(name).constData(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.number < 0 && errno == ENOENT)
        return Error{.code = Error::Code::NotFound,
                     .text = ChannelFolderText::tr("There is no file %1.").arg(name)};
    if (file.number < 0 && errno == ELOOP)
        return badFile(name, ChannelFolderText::tr("it is a link"));
    if (file.number < 0)
        return badFile(name, systemText(errno));
    struct stat info {
    };
    if (::fstat(file.number, &info) != 0)
        return badFile(name, systemText(errno));
    if (auto problem = checkFile(name, info))
        return *problem;
    QByteArray bytes;
    std::array<char, 4096> chunk;
    while (bytes.size() <= fileLimit) {
        const ssize_t length = ::read(file.number, chunk.data(), chunk.size());
        if (length < 0 && errno == EINTR)
            continue;
        if (length < 0)
            return badFile(name, systemText(errno));
        if (length == 0)
            return bytes;
        bytes.append(chunk.data(), length);
    }
    return badFile(name, ChannelFolderText::tr("it is too large")); // it grew meanwhile
}

Result<int> PosixFolder::write(const QByteArray &bytes, const Place &place)
{
    const QByteArray temporary = QFile::encodeName(temporaryName());
    const Descriptor file(::openat(m_directory, temporary.constData(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, fileMode));
    if (file.number < 0)
        return failure(errno);
    // The person's mask may have taken away from it.
    const bool written =
        ::fchmod(file.number, fileMode) == 0 && writeAll(file.number, bytes) && ::fsync(file.number) == 0;
    const int problem = written ? place(temporary) : errno;
    ::unlinkat(m_directory, temporary.constData(), 0); // gone already when it was renamed
    if (!written)
        return failure(problem);
    if (problem == 0 && ::fsync(m_directory) != 0)
        return failure(errno);
    return problem;
}

Result<Done> PosixFolder::put(const QString &name, const QByteArray &bytes)
{
    const QByteArray target = QFile::encodeName(name);
    const auto placed = write(bytes, [this, &target](const QByteArray &temporary) {
        return ::renameat(m_directory, temporary.constData(), m_directory, target.constData()) == 0 ? 0
                                                                                                    : errno;
    });
    if (!placed)
        return placed.error();
    if (*placed == EISDIR)
        return inTheWay(name);
    return *placed == 0 ? Result<Done>(Done{}) : Result<Done>(failure(*placed));
}

Result<bool> PosixFolder::putFirst(const QString &name, const QByteArray &bytes)
{
    const QByteArray target = QFile::encodeName(name);
    const auto placed = write(bytes, [this, &target](const QByteArray &temporary) {
        return ::linkat(m_directory, temporary.constData(), m_directory, target.constData(), 0) == 0 ? 0
                                                                                                     : errno;
    });
    if (!placed)
        return placed.error();
    if (*placed != 0 && *placed != EEXIST)
        return failure(*placed);
    struct stat there {
    };
    // A folder is nobody's file that came first, and nobody takes it away.
    if (*placed == EEXIST && ::fstatat(m_directory, target.constData(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISDIR(there.st_mode))
        return inTheWay(name);
    return *placed == 0;
}

bool PosixFolder::remove(const QString &name)
{
    return ::unlinkat(m_directory, QFile::encodeName(name).constData(), 0) == 0;
}

bool PosixFolder::isCurrent() const
{
    struct stat there {
    };
    struct stat here {
    };
    return ::fstat(m_directory, &here) == 0 && ::lstat(QFile::encodeName(m_path).constData(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino && !checkFolder(m_path, m_directory);
}

} // namespace heed
