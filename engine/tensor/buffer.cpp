#include "engine/tensor/buffer.h"

#include "engine/base/text.h"

#include <cstdint>
#include <sys/mman.h>

namespace cutaway::tensor {
namespace {

constexpr std::size_t kHugePage = std::size_t(2) << 20;
constexpr std::size_t kPage = 4096;

std::size_t roundUp(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

} // namespace

base::Result<Buffer> Buffer::allocate(std::size_t sizeBytes)
{
    Buffer buffer;
    if (sizeBytes == 0)
        return buffer;
    const bool large = sizeBytes >= kHugePage;
    const std::size_t wanted = roundUp(sizeBytes, large ? kHugePage : kPage);
    const std::size_t slack = large ? kHugePage : 0;
    void* mapped = mmap(nullptr, wanted + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
        return base::Error { .code = base::ErrorCode::outOfMemory,
            .message = "The system refused " + base::formatBytes(sizeBytes) + " of memory.",
            .action = "Choose a smaller context or a smaller model, or close other programs." };
    }
    auto* begin = static_cast<std::byte*>(mapped);
    if (large) {
        // Give back what lies before the first and behind the last whole huge page.
        auto* aligned = reinterpret_cast<std::byte*>(roundUp(reinterpret_cast<std::uintptr_t>(begin), kHugePage));
        if (aligned != begin)
            munmap(begin, std::size_t(aligned - begin));
        std::byte* const end = begin + wanted + slack;
        if (aligned + wanted != end)
            munmap(aligned + wanted, std::size_t(end - (aligned + wanted)));
        begin = aligned;
        madvise(begin, wanted, MADV_HUGEPAGE);
    }
    buffer.m_data = begin;
    buffer.m_size = sizeBytes;
    buffer.m_mapped = wanted;
    return buffer;
}

Buffer::~Buffer()
{
    if (m_data)
        munmap(m_data, m_mapped);
}

} // namespace cutaway::tensor
