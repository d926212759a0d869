#pragma once
#include "engine/io/byte_source.h"

#include <functional>
#include <mutex>
#include <vector>

namespace cutaway::formats {

/// Bytes that no file holds as they are wanted: another byte order, permuted rows, a wider type. Made when first asked for, kept until
/// discarded. Any thread may ask.
class DerivedSource final : public io::ByteSource {
public:
    /// Writes all of `out`.
    using Fill = std::function<void(std::span<std::byte> out)>;

    DerivedSource(std::uint64_t sizeBytes, Fill fill) : m_size(sizeBytes), m_fill(std::move(fill)) {}

    std::span<const std::byte> bytes() const override;
    /// Nothing: others may still read the rest.
    void release(std::size_t, std::size_t) const override {}
    void discard() const override;

private:
    std::uint64_t m_size;
    Fill m_fill;
    mutable std::mutex m_mutex;
    mutable std::vector<std::byte> m_bytes; ///< empty until asked for
};

} // namespace cutaway::formats
