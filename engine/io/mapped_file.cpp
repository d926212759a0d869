#include "engine/base/text.h"
#include "engine/io/byte_source.h"
#include "engine/io/mapping_guard.h"
#include "engine/io/system_error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace cutaway::io {
namespace {

using base::Error;
using base::ErrorCode;

/// Closes a file descriptor.
class Descriptor {
public:
    explicit Descriptor(int value) : m_value(value) {}
    ~Descriptor()
    {
        if (m_value >= 0)
            ::close(m_value);
    }
    Descriptor(Descriptor&& other) noexcept : m_value(std::exchange(other.m_value, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    int get() const { return m_value; }

private:
    int m_value;
};

class MappedFile final : public ByteSource {
public:
    MappedFile(std::string path, Descriptor file, void* address, std::size_t size)
        : m_path(std::move(path)), m_file(std::move(file)), m_memory(static_cast<std::byte*>(address), size), m_guard(m_memory.address, size)
    {
    }

    bool guarded() const { return m_guard.guarded(); }

    std::span<const std::byte> bytes() const override { return { m_memory.address, m_memory.size }; }

    base::Status intact() const override
    {
        // Of a page that is cut in its middle the rest reads as zeros, without a signal: the size tells.
        struct stat now {};
        const bool shorter = ::fstat(m_file.get(), &now) == 0 && std::size_t(now.st_size) < m_memory.size;
        if (!shorter && !m_guard.damaged())
            return base::ok();
        return Error { .code = ErrorCode::ioFailed,
            .message = "The file " + base::quoted(m_path, 512) + " cannot be read to its end any more: "
                + (shorter ? "it had " + std::to_string(m_memory.size) + " bytes when it was opened and has " + std::to_string(now.st_size) + " now." : "its disk failed, or it changed."),
            .subject = m_path,
            .action = "Wait until nothing writes to the file, and open it again." };
    }

    void release(std::size_t offset, std::size_t length) const override
    {
        // Whole pages only: a page at the edge also holds bytes that somebody else may be reading.
        const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
        const std::size_t size = m_memory.size;
        const std::size_t end = length > size || offset > size - length ? size : offset + length;
        const std::size_t first = (offset + page - 1) / page * page;
        const std::size_t last = end == size ? end : end / page * page;
        if (first < last)
            ::madvise(m_memory.address + first, last - first, MADV_DONTNEED);
    }

private:
    /// Unmaps at the end, after the guard has let go.
    struct Memory {
        std::byte* address;
        std::size_t size;
        Memory(std::byte* where, std::size_t howMuch) : address(where), size(howMuch) {}
        ~Memory() { ::munmap(address, size); }
        Memory(const Memory&) = delete;
        Memory& operator=(const Memory&) = delete;
    };
    std::string m_path;
    Descriptor m_file;
    Memory m_memory;
    GuardedMapping m_guard;
};

const char* kindOf(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

} // namespace

base::Result<std::shared_ptr<ByteSource>> mapFile(const std::string& path)
{
    // O_NONBLOCK: opening a pipe that nobody writes to must not hang.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.get() < 0)
        return systemError("open", path, errno);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0)
        return systemError("open", path, errno);
    if (!S_ISREG(status.st_mode))
        return Error { .code = ErrorCode::unsupported,
            .message = "Cannot open " + base::quoted(path, 512) + ": it is " + kindOf(status.st_mode) + ", not a file.",
            .subject = path };
    if (status.st_size <= 0)
        return Error {
            .code = ErrorCode::corruptFile, .message = "The file " + base::quoted(path, 512) + " is empty (0 bytes).", .subject = path
        };
    const auto size = std::size_t(status.st_size);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
    if (address == MAP_FAILED)
        return Error { .code = errno == ENOMEM ? ErrorCode::outOfMemory : ErrorCode::accessDenied,
            .message =
                "Cannot map " + base::quoted(path, 512) + " (" + base::formatBytes(size) + ") into memory: " + std::strerror(errno) + ".",
            .subject = path };
    auto mapped = std::make_shared<MappedFile>(path, std::move(file), address, size);
    if (!mapped->guarded())
        return Error { .code = ErrorCode::outOfMemory, .message = "Cannot map " + base::quoted(path, 512) + " into memory: too many files are mapped already.", .subject = path };
    return std::shared_ptr<ByteSource>(std::move(mapped));
}

} // namespace cutaway::io
