#pragma once
#include "kernels/cpu/avx2/k_scales.h"
#include "kernels/cpu/layout/k_tile.h"

/// Private to kernels/cpu/avx2: takes a packed tile of each K type apart, with internal linkage as in k_scales.h.
namespace cutaway::kernels::avx2 {
namespace {

// What each type tells the kernels:
// kGroups    sub-scales of a super-block (8: of 32 elements, 16: of 16)
// kRun       products of two that fit an i16 lane: kRun * 2 * 127 * (largest quant) < 2^15
// kOffset    log2 of what is subtracted from each quant; 0: the type has mins
// scales()   decodes the scales of a tile
// quants<j>  elements 32j + 4v .. 32j + 4v + 3 of the 8 rows, as unsigned bytes

struct Q4K {
    static constexpr int kTileBytes = cpu::kTileQ4K.bytes();
    static constexpr int kGroups = 8;
    static constexpr int kRun = 8;
    static constexpr int kOffset = 0;
    static constexpr int kScaleWords = cpu::kTileQ4K.wordsAt(0);
    static constexpr int kQuants = cpu::kTileQ4K.wordsAt(3);

    static void scales(const std::byte* tile, KScales<kGroups>& out)
    {
        decodeScaleMins(tile + kScaleWords, out);
        out.d = loadHalves(tile);
        out.dmin = loadHalves(tile + 16);
    }

    template <int j>
    static __m256i quants(const std::byte* tile, int v)
    {
        return bitsOf<j % 2 ? -4 : 0, 0x0f>(loadVector(tile + kQuants + 32 * (8 * (j / 2) + v)));
    }
};

struct Q5K {
    static constexpr int kTileBytes = cpu::kTileQ5K.bytes();
    static constexpr int kGroups = 8;
    static constexpr int kRun = 4;
    static constexpr int kOffset = 0;
    static constexpr int kScaleWords = cpu::kTileQ5K.wordsAt(0);
    static constexpr int kHigh = cpu::kTileQ5K.wordsAt(3);
    static constexpr int kQuants = cpu::kTileQ5K.wordsAt(11);

    static void scales(const std::byte* tile, KScales<kGroups>& out)
    {
        decodeScaleMins(tile + kScaleWords, out);
        out.d = loadHalves(tile);
        out.dmin = loadHalves(tile + 16);
    }

    template <int j>
    static __m256i quants(const std::byte* tile, int v)
    {
        const __m256i low = bitsOf<j % 2 ? -4 : 0, 0x0f>(loadVector(tile + kQuants + 32 * (8 * (j / 2) + v)));
        return _mm256_or_si256(low, bitsOf<4 - j, 0x10>(loadVector(tile + kHigh + 32 * v)));
    }
};

struct Q6K {
    static constexpr int kTileBytes = cpu::kTileQ6K.bytes();
    static constexpr int kGroups = 16;
    static constexpr int kRun = 2;
    static constexpr int kOffset = 5;
    static constexpr int kLow = cpu::kTileQ6K.wordsAt(0);
    static constexpr int kHigh = cpu::kTileQ6K.wordsAt(32);
    static constexpr int kScaleWords = cpu::kTileQ6K.wordsAt(48);

    static void scales(const std::byte* tile, KScales<kGroups>& out)
    {
        for (int i = 0; i < 4; ++i) {
            const __m256i four = loadVector(tile + kScaleWords + 32 * i);
            spreadSignedScales(four, out.scale + 4 * i);
            pairSignedScales(four, out.min + 2 * i);
        }
        out.d = loadHalves(tile);
    }

    template <int j>
    static __m256i quants(const std::byte* tile, int v)
    {
        constexpr int half = j / 4;
        constexpr int quarter = j % 4;
        const __m256i low = bitsOf<quarter < 2 ? 0 : -4, 0x0f>(loadVector(tile + kLow + 32 * (16 * half + 8 * (quarter % 2) + v)));
        return _mm256_or_si256(low, bitsOf<4 - 2 * quarter, 0x30>(loadVector(tile + kHigh + 32 * (8 * half + v))));
    }
};

struct Q2K {
    static constexpr int kTileBytes = cpu::kTileQ2K.bytes();
    static constexpr int kGroups = 16;
    static constexpr int kRun = 4;
    static constexpr int kOffset = 0;
    static constexpr int kScaleWords = cpu::kTileQ2K.wordsAt(0);
    static constexpr int kQuants = cpu::kTileQ2K.wordsAt(4);

    static void scales(const std::byte* tile, KScales<kGroups>& out)
    {
        for (int i = 0; i < 4; ++i) {
            const __m256i four = loadVector(tile + kScaleWords + 32 * i);
            spreadScales(bitsOf<0, 0x0f>(four), out.scale + 4 * i);
            pairMins(bitsOf<-4, 0x0f>(four), out.min + 2 * i);
        }
        out.d = loadHalves(tile);
        out.dmin = loadHalves(tile + 16);
    }

    template <int j>
    static __m256i quants(const std::byte* tile, int v)
    {
        return bitsOf<-2 * (j % 4), 0x03>(loadVector(tile + kQuants + 32 * (8 * (j / 4) + v)));
    }
};

struct Q3K {
    static constexpr int kTileBytes = cpu::kTileQ3K.bytes();
    static constexpr int kGroups = 16;
    static constexpr int kRun = 4;
    static constexpr int kOffset = 2;
    static constexpr int kHigh = cpu::kTileQ3K.wordsAt(0);
    static constexpr int kQuants = cpu::kTileQ3K.wordsAt(8);
    static constexpr int kScaleWords = cpu::kTileQ3K.wordsAt(24);

    static void scales(const std::byte* tile, KScales<kGroups>& out)
    {
        const __m256i a = loadVector(tile + kScaleWords);
        const __m256i b = loadVector(tile + kScaleWords + 32);
        const __m256i c = loadVector(tile + kScaleWords + 64);
        const __m256i fours[4] {
            _mm256_or_si256(bitsOf<0, 0x0f>(a), bitsOf<4, 0x30>(c)),
            _mm256_or_si256(bitsOf<0, 0x0f>(b), bitsOf<2, 0x30>(c)),
            _mm256_or_si256(bitsOf<-4, 0x0f>(a), bitsOf<0, 0x30>(c)),
            _mm256_or_si256(bitsOf<-4, 0x0f>(b), bitsOf<-2, 0x30>(c)),
        };
        for (int i = 0; i < 4; ++i) {
            const __m256i four = _mm256_sub_epi8(fours[i], _mm256_set1_epi8(32));
            spreadSignedScales(four, out.scale + 4 * i);
            pairSignedScales(four, out.min + 2 * i);
        }
        out.d = loadHalves(tile);
    }

    template <int j>
    static __m256i quants(const std::byte* tile, int v)
    {
        const __m256i low = bitsOf<-2 * (j % 4), 0x03>(loadVector(tile + kQuants + 32 * (8 * (j / 4) + v)));
        return _mm256_or_si256(low, bitsOf<2 - j, 0x04>(loadVector(tile + kHigh + 32 * v)));
    }
};

} // namespace
} // namespace cutaway::kernels::avx2
