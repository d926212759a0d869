#include "kernels/cpu/avx2/vector_ops.h"

#include "kernels/cpu/avx2/vector_math.h"

#include <cmath>

namespace cutaway::kernels::avx2 {
namespace {

/// Eight values, all there.
struct Whole {
    __m256 load(const float* p) const { return _mm256_loadu_ps(p); }
    void store(float* p, __m256 v) const { _mm256_storeu_ps(p, v); }
    /// Sixteen floats: two for each value.
    void loadPairs(const float* p, __m256& low, __m256& high) const
    {
        low = load(p);
        high = load(p + 8);
    }
};

/// The last `count` values, fewer than eight. Masked moves are slow, hence not used for whole vectors.
struct Tail {
    std::int64_t count;
    __m256 load(const float* p) const { return _mm256_maskload_ps(p, firstLanes(count)); }
    void store(float* p, __m256 v) const { _mm256_maskstore_ps(p, firstLanes(count), v); }
    void loadPairs(const float* p, __m256& low, __m256& high) const
    {
        low = _mm256_maskload_ps(p, firstLanes(2 * count));
        high = _mm256_maskload_ps(p + 8, firstLanes(2 * count - 8));
    }
};

/// Calls body(offset, Whole or Tail) for every 8 of n values. One body serves both, so that a value never depends on where in its
/// row it stands.
template <typename Body>
[[gnu::always_inline]] inline void forEach8(std::int64_t n, Body body)
{
    std::int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        body(i, Whole {});
    if (i < n)
        body(i, Tail { n - i });
}

/// y[i] = f(a[i], b[i]).
template <typename Function>
[[gnu::always_inline]] inline void map2(const float* a, const float* b, std::int64_t n, float* y, Function f)
{
    forEach8(n, [&](std::int64_t i, auto lanes) { lanes.store(y + i, f(lanes.load(a + i), lanes.load(b + i))); });
}

__m256 divideByOnePlusExp(__m256 x, __m256 exponent)
{
    return _mm256_div_ps(x, _mm256_add_ps(_mm256_set1_ps(1.0f), exp8(exponent)));
}

__m256 silu8(__m256 x)
{
    return divideByOnePlusExp(x, _mm256_xor_ps(x, _mm256_set1_ps(-0.0f)));
}

/// x/2 (1 + tanh u) = x / (1 + e^-2u), without the cancellation at large negative x.
__m256 gelu8(__m256 x)
{
    const __m256 cubic = _mm256_fmadd_ps(_mm256_mul_ps(x, x), _mm256_set1_ps(0.044715f), _mm256_set1_ps(1.0f));
    const __m256 minusTwoRootTwoOverPi = _mm256_set1_ps(-1.59576912f);
    return divideByOnePlusExp(x, _mm256_mul_ps(_mm256_mul_ps(x, cubic), minusTwoRootTwoOverPi));
}

float sumOfSquares(const float* x, std::int64_t n)
{
    __m256 sums[4] { _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps() };
    std::int64_t i = 0;
    for (; i + 32 <= n; i += 32) {
        const __m256 a = _mm256_loadu_ps(x + i), b = _mm256_loadu_ps(x + i + 8);
        const __m256 c = _mm256_loadu_ps(x + i + 16), d = _mm256_loadu_ps(x + i + 24);
        sums[0] = _mm256_fmadd_ps(a, a, sums[0]);
        sums[1] = _mm256_fmadd_ps(b, b, sums[1]);
        sums[2] = _mm256_fmadd_ps(c, c, sums[2]);
        sums[3] = _mm256_fmadd_ps(d, d, sums[3]);
    }
    for (; i < n; i += 8) {
        const __m256 a = i + 8 <= n ? _mm256_loadu_ps(x + i) : _mm256_maskload_ps(x + i, firstLanes(n - i));
        sums[0] = _mm256_fmadd_ps(a, a, sums[0]);
    }
    return sum8(_mm256_add_ps(_mm256_add_ps(sums[0], sums[1]), _mm256_add_ps(sums[2], sums[3])));
}

/// Splits 8 pairs (cos, sin) into 8 cosines and 8 sines.
void splitPairs(__m256 low, __m256 high, __m256& cosines, __m256& sines)
{
    const __m256 first = _mm256_permute2f128_ps(low, high, 0x20), second = _mm256_permute2f128_ps(low, high, 0x31);
    cosines = _mm256_shuffle_ps(first, second, 0x88);
    sines = _mm256_shuffle_ps(first, second, 0xdd);
}

void ropeHalves(float* x, std::int64_t half, const float* cosSin)
{
    forEach8(half, [&](std::int64_t i, auto lanes) {
        __m256 low, high, c, s;
        lanes.loadPairs(cosSin + 2 * i, low, high);
        splitPairs(low, high, c, s);
        const __m256 a = lanes.load(x + i), b = lanes.load(x + half + i);
        lanes.store(x + i, _mm256_fmsub_ps(a, c, _mm256_mul_ps(b, s)));
        lanes.store(x + half + i, _mm256_fmadd_ps(a, s, _mm256_mul_ps(b, c)));
    });
}

void ropeInterleaved(float* x, std::int64_t nRot, const float* cosSin)
{
    forEach8(nRot, [&](std::int64_t i, auto lanes) {
        const __m256 v = lanes.load(x + i), cs = lanes.load(cosSin + i);
        const __m256 crossed = _mm256_mul_ps(_mm256_permute_ps(v, 0xb1), _mm256_movehdup_ps(cs));
        lanes.store(x + i, _mm256_fmaddsub_ps(v, _mm256_moveldup_ps(cs), crossed));
    });
}

} // namespace

void rmsNorm(const float* x, const float* w, float eps, std::int64_t n, float* y) noexcept
{
    const __m256 factor = _mm256_set1_ps(1.0f / sqrtf(sumOfSquares(x, n) / float(n) + eps));
    if (w)
        map2(x, w, n, y, [=](__m256 v, __m256 weight) { return _mm256_mul_ps(_mm256_mul_ps(v, factor), weight); });
    else
        map2(x, x, n, y, [=](__m256 v, __m256) { return _mm256_mul_ps(v, factor); });
}

void rope(float* x, std::int32_t nRot, const float* cosSin, bool interleaved) noexcept
{
    if (interleaved)
        ropeInterleaved(x, nRot, cosSin);
    else
        ropeHalves(x, nRot / 2, cosSin);
}

void add(const float* a, const float* b, std::int64_t n, float* y) noexcept
{
    map2(a, b, n, y, [](__m256 u, __m256 v) { return _mm256_add_ps(u, v); });
}

void scale(const float* x, float factor, std::int64_t n, float* y) noexcept
{
    const __m256 f = _mm256_set1_ps(factor);
    map2(x, x, n, y, [=](__m256 v, __m256) { return _mm256_mul_ps(v, f); });
}

void glu(cpu::GluKind kind, const float* gate, const float* up, std::int64_t n, float* y) noexcept
{
    switch (kind) {
    case cpu::GluKind::silu:
        map2(gate, up, n, y, [](__m256 g, __m256 u) { return _mm256_mul_ps(silu8(g), u); });
        return;
    case cpu::GluKind::gelu:
        map2(gate, up, n, y, [](__m256 g, __m256 u) { return _mm256_mul_ps(gelu8(g), u); });
        return;
    }
}

void softcap(const float* x, float cap, std::int64_t n, float* y) noexcept
{
    const __m256 c = _mm256_set1_ps(cap);
    map2(x, x, n, y, [=](__m256 v, __m256) { return _mm256_mul_ps(c, tanh8(_mm256_div_ps(v, c))); });
}

} // namespace cutaway::kernels::avx2
