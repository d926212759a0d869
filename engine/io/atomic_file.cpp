#include "engine/io/atomic_file.h"

#include "engine/base/clock.h"
#include "engine/io/system_error.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace cutaway::io {
namespace {

base::Error writeError(const std::string& path, int number) { return systemError("write", path, number); }

std::string folderOf(const std::string& path)
{
    const std::filesystem::path parent = std::filesystem::path(path).parent_path();
    return parent.empty() ? "." : parent.string();
}

} // namespace

AtomicFile::AtomicFile(std::string path, std::string temporary, int file, bool named)
    : m_path(std::move(path))
    , m_temporary(std::move(temporary))
    , m_file(file)
    , m_named(named)
{
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_temporary(std::move(other.m_temporary))
    , m_file(std::exchange(other.m_file, -1))
    , m_named(std::exchange(other.m_named, false))
    , m_sizeBytes(other.m_sizeBytes)
{
}

AtomicFile::~AtomicFile()
{
    if (m_file >= 0)
        ::close(m_file);
    if (m_named)
        ::unlink(m_temporary.c_str());
}

base::Result<AtomicFile> AtomicFile::create(const std::string& path)
{
    std::error_code failure;
    const auto there = std::filesystem::status(path, failure);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there) && !std::filesystem::is_directory(there)) {
        const int device = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return device < 0 ? base::Result<AtomicFile>(writeError(path, errno)) : AtomicFile(path, {}, device, false);
    }
    // A name of its own for each file: two writers of one path must not share the unfinished one.
    std::string temporary = path + "." + std::to_string(::getpid()) + "-" + std::to_string(base::nowNs()) + ".part";
    const bool canBeNamed = ::access("/proc/self/fd", F_OK) == 0; // giveName() goes through it
    const int nameless = !canBeNamed ? -1 : ::open(folderOf(path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (nameless >= 0)
        return AtomicFile(path, std::move(temporary), nameless, false);
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return writeError(path, errno);
    return AtomicFile(path, std::move(temporary), file, true);
}

base::Status AtomicFile::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return writeError(m_path, errno);
        bytes = bytes.subspan(std::size_t(written));
        m_sizeBytes += std::uint64_t(written);
    }
    return base::ok();
}

/// @return 0 or the errno of the call that failed
int AtomicFile::giveName()
{
    if (m_temporary.empty()) // a device or a pipe, which has its name
        return ::close(std::exchange(m_file, -1)) == 0 ? 0 : errno;
    if (::fsync(m_file) != 0)
        return errno;
    const std::string link = "/proc/self/fd/" + std::to_string(m_file);
    if (!m_named && ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, m_temporary.c_str(), AT_SYMLINK_FOLLOW) != 0)
        return errno;
    m_named = true;
    if (::close(std::exchange(m_file, -1)) != 0 || std::rename(m_temporary.c_str(), m_path.c_str()) != 0)
        return errno;
    m_named = false;
    return 0;
}

base::Status AtomicFile::finish()
{
    const int failure = giveName();
    return failure == 0 ? base::ok() : base::Status(writeError(m_path, failure));
}

base::Status writeFileAtomically(const std::string& path, std::string_view content)
{
    CUTAWAY_TRY(AtomicFile file, AtomicFile::create(path));
    CUTAWAY_TRY_STATUS(file.write(content));
    return file.finish();
}

base::Result<std::uint64_t> freeDiskBytes(const std::string& path)
{
    std::error_code failure;
    const auto space = std::filesystem::space(folderOf(path), failure);
    if (failure)
        return writeError(path, failure.value());
    return std::uint64_t(space.available);
}

} // namespace cutaway::io
