#pragma once
#include "kernels/cpu/kernel_table.h"

#include <cstdint>
#include <iostream>
#include <new>
#include <vector>

namespace cutaway::test {

/// Every table that this processor grants; says which are missing.
inline std::vector<const kernels::cpu::KernelTable*> availableTables()
{
    std::vector<const kernels::cpu::KernelTable*> tables;
    for (const auto isa : { kernels::cpu::Isa::generic, kernels::cpu::Isa::avx2 }) {
        if (const auto* table = kernels::cpu::kernelTable(isa))
            tables.push_back(table);
        else
            std::cout << "not tested, the processor lacks " << kernels::cpu::isaName(isa) << '\n';
    }
    return tables;
}

/// Numbers that look random and are the same in every run.
class Noise {
public:
    explicit Noise(std::uint64_t seed) : m_state(seed * 2 + 1) { }
    /// Evenly spread over [-magnitude, magnitude].
    float next(float magnitude = 1.0f)
    {
        m_state = m_state * 6364136223846793005u + 1442695040888963407u;
        return (float(m_state >> 40) / float(1 << 23) - 1.0f) * magnitude;
    }
    std::vector<float> vector(std::size_t count, float magnitude = 1.0f)
    {
        std::vector<float> values(count);
        for (float& value : values)
            value = next(magnitude);
        return values;
    }

private:
    std::uint64_t m_state;
};

/// Bytes on a 64-byte border, as kernels ask for scratch and packed weights; nothing behind the last byte belongs to it.
class AlignedBytes {
public:
    explicit AlignedBytes(std::size_t size)
        : m_data(static_cast<std::byte*>(::operator new(size, std::align_val_t(64)))), m_size(size) { }
    ~AlignedBytes() { ::operator delete(m_data, std::align_val_t(64)); }
    AlignedBytes(const AlignedBytes&) = delete;
    AlignedBytes& operator=(const AlignedBytes&) = delete;
    std::byte* data() const { return m_data; }
    std::size_t size() const { return m_size; }

private:
    std::byte* m_data;
    std::size_t m_size;
};

} // namespace cutaway::test
