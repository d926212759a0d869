#include "engine/base/text.h"
#include "engine/io/byte_source.h"
#include "engine/io/system_error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_value; }

private:
    int m_value;
};

class MappedFile final : public ByteSource {
public:
    MappedFile(void* address, std::size_t size) : m_address(static_cast<std::byte*>(address)), m_size(size) {}
    ~MappedFile() override { ::munmap(m_address, m_size); }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const override { return { m_address, m_size }; }

    void release(std::size_t offset, std::size_t length) const override
    {
        // Whole pages only: a page at the edge also holds bytes that somebody else may be reading.
        const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
        const std::size_t end = length > m_size || offset > m_size - length ? m_size : offset + length;
        const std::size_t first = (offset + page - 1) / page * page;
        const std::size_t last = end == m_size ? end : end / page * page;
        if (first < last)
            ::madvise(m_address + first, last - first, MADV_DONTNEED);
    }

private:
    std::byte* m_address;
    std::size_t m_size;
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
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
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
    return std::shared_ptr<ByteSource>(std::make_shared<MappedFile>(address, size));
}

} // namespace cutaway::io
