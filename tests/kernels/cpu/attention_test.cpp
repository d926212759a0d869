#include "kernels/types/f16.h"
#include "tests/kernels/cpu/tables.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace cutaway;
using namespace cutaway::kernels;
using namespace cutaway::kernels::cpu;
using test::AlignedBytes;
using test::availableTables;
using test::nmse;
using test::Noise;

namespace {

/// The cache of one KV head, and the same keys and values in plain rows as the cache's type rounds them.
struct Cache {
    KvHead head;
    AlignedBytes k;
    AlignedBytes v;
    std::vector<float> keys;   ///< [nKeys, headDim]
    std::vector<float> values; ///< [nKeys, headDim]

    Cache(DType type, std::int32_t headDim, std::int64_t capacity)
        : k(bytes(type, headDim, capacity)), v(bytes(type, headDim, capacity))
    {
        head = { .k = k.data(), .v = v.data(), .type = type, .headDim = headDim, .capacity = capacity };
        std::memset(k.data(), 0xff, k.size()); // NaN wherever nothing is written: it must never be read
        std::memset(v.data(), 0xff, v.size());
    }
    static std::size_t bytes(DType type, std::int32_t headDim, std::int64_t capacity)
    {
        return std::size_t(capacity) * std::size_t(headDim) * (type == DType::f16 ? 2 : 4);
    }
    void fill(const KernelTable& table, std::int64_t nKeys, Noise& noise)
    {
        const std::int64_t d = head.headDim, ld = 2 * d + 3;
        const std::vector<float> k = noise.vector(std::size_t(nKeys * ld), 2), v = noise.vector(std::size_t(nKeys * ld));
        const std::int64_t split = nKeys / 3; // two runs, the second at an odd position
        table.kvWrite({ head, k.data(), v.data(), ld, ld, 0, std::int32_t(split) });
        table.kvWrite({ head, k.data() + split * ld, v.data() + split * ld, ld, ld, split, std::int32_t(nKeys - split) });
        const auto stored = [&](float x) { return head.type == DType::f16 ? f16ToF32(f32ToF16(x)) : x; };
        for (std::int64_t i = 0; i < nKeys * d; ++i) {
            keys.push_back(stored(k[std::size_t(i / d * ld + i % d)]));
            values.push_back(stored(v[std::size_t(i / d * ld + i % d)]));
        }
    }
};

struct Scoring {
    float scale;
    float softcap;
};

/// Softmax attention of one query over the keys [begin, end), in double.
std::vector<float> reference(const Cache& cache, const float* q, std::int64_t begin, std::int64_t end, Scoring scoring)
{
    const std::int64_t d = cache.head.headDim;
    std::vector<double> scores;
    for (std::int64_t key = begin; key < end; ++key) {
        double dot = 0;
        for (std::int64_t i = 0; i < d; ++i)
            dot += double(q[i]) * cache.keys[std::size_t(key * d + i)];
        dot *= scoring.scale;
        scores.push_back(scoring.softcap != 0 ? scoring.softcap * std::tanh(dot / scoring.softcap) : dot);
    }
    const double maximum = *std::max_element(scores.begin(), scores.end());
    std::vector<double> out(std::size_t(d), 0.0);
    double sum = 0;
    for (std::int64_t key = begin; key < end; ++key) {
        const double weight = std::exp(scores[std::size_t(key - begin)] - maximum);
        sum += weight;
        for (std::int64_t i = 0; i < d; ++i)
            out[std::size_t(i)] += weight * cache.values[std::size_t(key * d + i)];
    }
    std::vector<float> result;
    for (const double value : out)
        result.push_back(float(value / sum));
    return result;
}

/// Attention of one token over [begin, end) by pieces that end at multiples of `pieceKeys`, merged. @param q [nHeads, headDim]
std::vector<float> byPieces(const KernelTable& table, const Cache& cache, const float* q, std::int32_t nHeads, std::int64_t begin,
    std::int64_t end, std::int64_t pieceKeys, Scoring scoring)
{
    const std::int64_t d = cache.head.headDim;
    std::vector<float> maximum, sum, acc, scratch(std::size_t(nHeads * kAttentionPiece));
    std::int32_t nPieces = 0;
    for (std::int64_t from = begin; from < end; ++nPieces) {
        const std::int64_t to = std::min(end, (from / pieceKeys + 1) * pieceKeys);
        maximum.resize(maximum.size() + std::size_t(nHeads));
        sum.resize(maximum.size());
        acc.resize(maximum.size() * std::size_t(d));
        table.attentionPiece({ .head = cache.head, .q = q, .nHeads = nHeads, .keyBegin = from, .keyEnd = to, .scale = scoring.scale,
            .softcap = scoring.softcap, .maximum = &maximum[std::size_t(nPieces * nHeads)], .sum = &sum[std::size_t(nPieces * nHeads)],
            .acc = &acc[std::size_t(nPieces * nHeads * d)], .scratch = scratch.data() });
        from = to;
    }
    std::vector<float> out(std::size_t(nHeads * d));
    for (std::int32_t head = 0; head < nHeads; ++head) {
        table.attentionMerge({ .nPieces = nPieces, .headDim = std::int32_t(d), .maximum = &maximum[std::size_t(head)],
            .sum = &sum[std::size_t(head)], .statStride = nHeads, .acc = &acc[std::size_t(head * d)], .accStride = nHeads * d,
            .out = &out[std::size_t(head * d)] });
    }
    return out;
}

/// @param q [nTokens, nHeads, headDim], `token` first @return the same shape
std::vector<float> prefill(const KernelTable& table, const Cache& cache, const std::vector<float>& q, std::int32_t nHeads,
    std::int64_t firstPosition, std::int32_t nTokens, std::int64_t window, Scoring scoring)
{
    const AlignedBytes scratch(table.attentionPrefillScratchBytes(cache.head.headDim, nHeads));
    const std::int64_t row = std::int64_t(nHeads) * cache.head.headDim;
    std::vector<float> out(q.size());
    table.attentionPrefill({ .head = cache.head, .q = q.data(), .ldQ = row, .out = out.data(), .ldOut = row, .nHeads = nHeads,
        .nTokens = nTokens, .firstPosition = firstPosition, .window = window, .scale = scoring.scale, .softcap = scoring.softcap,
        .scratch = scratch.data() });
    return out;
}

constexpr DType kTypes[] { DType::f32, DType::f16 };
constexpr std::int32_t kHeadDims[] { 8, 64, 72, 80, 96, 128, 256 };

} // namespace

TEST_CASE("kvWrite puts keys in blocks of 16 positions and values in rows")
{
    for (const KernelTable* table : availableTables()) {
        for (const std::int32_t headDim : kHeadDims) {
            CAPTURE(isaName(table->isa), headDim);
            Noise noise { 5 };
            Cache cache(DType::f16, headDim, 48);
            cache.fill(*table, 37, noise);
            const auto* k = reinterpret_cast<const std::uint16_t*>(cache.head.k);
            const auto* v = reinterpret_cast<const std::uint16_t*>(cache.head.v);
            bool equal = true;
            for (std::int64_t position = 0; position < 37; ++position) {
                for (std::int64_t d = 0; d < headDim; ++d) {
                    const auto at = std::size_t(position * headDim + d);
                    equal = equal && f16ToF32(k[(position / 16 * headDim + d) * 16 + position % 16]) == cache.keys[at];
                    equal = equal && f16ToF32(v[at]) == cache.values[at];
                }
            }
            CHECK(equal);
            CHECK(k[(2 * headDim) * 16 + 5] == 0xffff); // position 37 is untouched
        }
    }
}

TEST_CASE("Merged pieces equal one softmax over all keys")
{
    for (const KernelTable* table : availableTables()) {
        for (const DType type : kTypes) {
            for (const std::int32_t headDim : kHeadDims) {
                Noise noise { std::uint64_t(headDim) };
                Cache cache(type, headDim, 560);
                cache.fill(*table, 550, noise);
                for (const std::int32_t nHeads : { 1, 2, 3, 4, 5, 7, 16 }) {
                    const std::vector<float> q = noise.vector(std::size_t(nHeads * headDim), 2);
                    for (const auto& [begin, end] : { std::pair(0, 1), { 0, 16 }, { 5, 9 }, { 13, 300 }, { 250, 550 } }) {
                        for (const float softcap : { 0.0f, 2.0f }) {
                            CAPTURE(isaName(table->isa), dtypeInfo(type).name, headDim, nHeads, begin, end, softcap);
                            const Scoring scoring { 1 / std::sqrt(float(headDim)), softcap };
                            const auto ours = byPieces(*table, cache, q.data(), nHeads, begin, end, kAttentionPiece, scoring);
                            std::vector<float> expected;
                            for (std::int32_t head = 0; head < nHeads; ++head) {
                                const auto one = reference(cache, q.data() + head * headDim, begin, end, scoring);
                                expected.insert(expected.end(), one.begin(), one.end());
                            }
                            CHECK(nmse(ours, expected) < 1e-11);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("How keys are cut into pieces changes rounding alone")
{
    for (const KernelTable* table : availableTables()) {
        CAPTURE(isaName(table->isa));
        Noise noise { 9 };
        Cache cache(DType::f16, 64, 512);
        cache.fill(*table, 500, noise);
        const std::vector<float> q = noise.vector(3 * 64, 2);
        const auto whole = byPieces(*table, cache, q.data(), 3, 3, 500, 256, { 0.125f, 0 });
        const auto cut = byPieces(*table, cache, q.data(), 3, 3, 500, 37, { 0.125f, 0 });
        CHECK(nmse(cut, whole) < 1e-12);
    }
}

TEST_CASE("Prefill equals the double-precision reference token by token")
{
    struct Case {
        std::int64_t first;
        std::int32_t nTokens;
        std::int64_t window;
        float softcap;
    };
    for (const KernelTable* table : availableTables()) {
        for (const DType type : kTypes) {
            for (const std::int32_t headDim : kHeadDims) {
                Noise noise { std::uint64_t(headDim) };
                Cache cache(type, headDim, 416);
                cache.fill(*table, 410, noise);
                for (const std::int32_t nHeads : { 1, 3, 4, 7, 16 }) {
                    const auto q = noise.vector(std::size_t(nHeads * headDim * kAttentionTokenTile), 2);
                    for (const Case& c : { Case { 0, 16, 0, 0 }, { 0, 1, 0, 2 }, { 121, 13, 0, 0 }, { 394, 16, 100, 0 }, { 300, 9, 1, 2 },
                             { 250, 16, 5, 0 } }) {
                        CAPTURE(isaName(table->isa), dtypeInfo(type).name, headDim, nHeads, c.first, c.nTokens, c.window, c.softcap);
                        const Scoring scoring { 1 / std::sqrt(float(headDim)), c.softcap };
                        auto ours = prefill(*table, cache, q, nHeads, c.first, c.nTokens, c.window, scoring);
                        ours.resize(std::size_t(c.nTokens * nHeads * headDim));
                        std::vector<float> expected;
                        for (std::int32_t row = 0; row < c.nTokens * nHeads; ++row) {
                            const std::int64_t end = c.first + row / nHeads + 1;
                            const std::int64_t begin = c.window > 0 ? std::max<std::int64_t>(0, end - c.window) : 0;
                            const auto one = reference(cache, q.data() + row * headDim, begin, end, scoring);
                            expected.insert(expected.end(), one.begin(), one.end());
                        }
                        CHECK(nmse(ours, expected) < 1e-11);
                    }
                }
            }
        }
    }
}

TEST_CASE("Prefill agrees with decoding the same tokens by pieces")
{
    for (const KernelTable* table : availableTables()) {
        CAPTURE(isaName(table->isa));
        Noise noise { 4 };
        Cache cache(DType::f16, 64, 640);
        cache.fill(*table, 616, noise);
        const auto q = noise.vector(3 * 64 * 16, 2);
        const auto together = prefill(*table, cache, q, 3, 600, 16, 0, { 0.125f, 0 });
        std::vector<float> decoded;
        for (std::int64_t token = 0; token < 16; ++token) {
            const auto one = byPieces(*table, cache, q.data() + token * 3 * 64, 3, 0, 601 + token, kAttentionPiece, { 0.125f, 0 });
            decoded.insert(decoded.end(), one.begin(), one.end());
        }
        CHECK(nmse(together, decoded) < 1e-11);
    }
}

TEST_CASE("A token's prefill result does not depend on the tokens beside it, bit for bit")
{
    for (const KernelTable* table : availableTables()) {
        for (const std::int64_t window : { 0, 40, 200 }) {
            CAPTURE(isaName(table->isa), window);
            Noise noise { 6 };
            Cache cache(DType::f16, 80, 320);
            cache.fill(*table, 316, noise);
            const auto q = noise.vector(5 * 80 * 16, 2);
            const auto together = prefill(*table, cache, q, 5, 300, 16, window, { 0.1f, 0 });
            std::vector<float> alone;
            for (std::int64_t token = 0; token < 16; ++token) {
                const std::vector<float> one(q.begin() + token * 400, q.begin() + (token + 1) * 400);
                const auto out = prefill(*table, cache, one, 5, 300 + token, 1, window, { 0.1f, 0 });
                alone.insert(alone.end(), out.begin(), out.end());
            }
            CHECK(together == alone);
        }
    }
}
