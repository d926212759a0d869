#pragma once
#include <cstdint>
#include <random>

namespace cutaway::sampling {

/// The random numbers of a sampler: the 32-bit Mersenne Twister, whose outputs the C++ standard fixes, and mappings fixed here (the standard
/// leaves those of its distributions open). Same seed, same numbers, on any machine.
/// A seed below 2^32 seeds the generator as it is; of a longer one the upper half is XORed into the lower.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_engine(folded(seed)) {}
    void reseed(std::uint64_t seed) { m_engine.seed(folded(seed)); }
    /// In [0, 1): (a + b * 2^32) / 2^64 of two outputs a, b; a result that rounds to 1 becomes the double before it.
    double real();
    /// In [0, 1): one output / 2^32 as a float; a result that rounds to 1 becomes the float before it.
    float realFloat();

private:
    static std::uint32_t folded(std::uint64_t seed) { return std::uint32_t(seed ^ (seed >> 32)); }
    std::mt19937 m_engine;
};

} // namespace cutaway::sampling
