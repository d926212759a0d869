#pragma once
#include "engine/io/byte_source.h"

#include <span>

namespace cutaway::test {

/// Bytes in memory, in the place of a mapped file. Borrowed.
class MemorySource final : public io::ByteSource {
public:
    explicit MemorySource(std::span<const std::byte> bytes) : m_bytes(bytes) {}
    std::span<const std::byte> bytes() const override { return m_bytes; }
    void release(std::size_t, std::size_t) const override {}

private:
    std::span<const std::byte> m_bytes;
};

} // namespace cutaway::test
