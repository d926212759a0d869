#include "engine/formats/derived_source.h"

namespace cutaway::formats {

std::span<const std::byte> DerivedSource::bytes() const
{
    const std::lock_guard lock(m_mutex);
    if (m_bytes.empty()) {
        m_bytes.resize(m_size);
        m_fill(m_bytes);
    }
    return m_bytes;
}

void DerivedSource::discard() const
{
    const std::lock_guard lock(m_mutex);
    m_bytes = {};
}

} // namespace cutaway::formats
