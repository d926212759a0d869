#include "engine/backend/cpu/prepare_step.h"

#include <algorithm>
#include <cmath>

namespace cutaway::backend::cpu {
namespace {

constexpr std::int64_t kLanes = 8;

/// The nearest integer, halves to even, of values far below 2^22: adding the constant leaves no room for a fraction.
float nearest(float value)
{
    constexpr float kNoFraction = 12'582'912.0f; // 1.5 * 2^23
    return value + kNoFraction - kNoFraction;
}

float largestMagnitude(const float* x, std::int64_t n)
{
    float largest[kLanes] {};
    for (std::int64_t i = 0; i < n; i += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane) {
            const float magnitude = std::fabs(x[i + lane]);
            largest[lane] = magnitude > largest[lane] ? magnitude : largest[lane];
        }
    }
    float all = 0;
    for (const float value : largest)
        all = value > all ? value : all;
    return all;
}

/// x = kept + lost, where `kept` are multiples of 1/127 of the block's largest magnitude: int8 with one scale holds them to the last bit or so.
void splitBlock(const float* x, std::int64_t n, float* kept, float* lost)
{
    constexpr float kSmallest = 1e-30f; // below it the quotient leaves the range of floats, and nothing is worth keeping apart
    const float largest = largestMagnitude(x, n);
    const float step = largest / 127.0f;
    const float inverse = largest < kSmallest ? 0.0f : 127.0f / largest;
    for (std::int64_t i = 0; i < n; ++i) {
        kept[i] = nearest(x[i] * inverse) * step;
        lost[i] = x[i] - kept[i];
    }
}

} // namespace

std::size_t PrepareStep::scratchBytes(std::int64_t k, std::int64_t tokens)
{
    return std::size_t(std::min<std::int64_t>(tokens, kernels::cpu::kTokenTile) * kRowsPerToken * k) * sizeof(float);
}

void PrepareStep::run(const StepContext& context) const
{
    const std::int64_t k = m_facts.k;
    const std::int64_t block = m_facts.kind == kernels::cpu::ActKind::q8per32 ? 32 : 256;
    const auto [begin, end] = m_facts.slicing.axis == Slicing::Axis::tokens ? m_facts.slicing.range(context.worker, context.workers)
                                                                            : Slicing::Range { 0, m_facts.tokens };
    float* const rows = m_scratch.f32(context.worker);
    for (std::int64_t first = begin; first < end; first += kernels::cpu::kTokenTile) {
        const std::int64_t last = std::min<std::int64_t>(end, first + kernels::cpu::kTokenTile);
        for (std::int64_t token = first; token < last; ++token) {
            const float* const x = m_x.f32(context.worker) + token * k;
            float* const kept = rows + (token - first) * kRowsPerToken * k;
            for (std::int64_t at = 0; at < k; at += block)
                splitBlock(x + at, block, kept + at, kept + k + at);
        }
        // Only the rows from tokenBegin to tokenEnd are read: the scratch stands for these.
        m_facts.prepare({ .x = rows - first * kRowsPerToken * k, .ldX = k, .k = k, .nTokens = std::int32_t(m_facts.tokens * kRowsPerToken),
            .tokenBegin = std::int32_t(first * kRowsPerToken), .tokenEnd = std::int32_t(last * kRowsPerToken), .kBegin = 0, .kEnd = k,
            .out = m_out.bytes(context.worker) });
    }
}

} // namespace cutaway::backend::cpu
