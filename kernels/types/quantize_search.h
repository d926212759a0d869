#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

/// Private to kernels/types: scales that hold the values of a group with the least weighted squared error. Groups are short and of fixed
/// length, so that a compiler unrolls the loops; sums go into eight partial ones, which it keeps in vectors.
namespace cutaway::kernels::search {

inline constexpr int kLanes = 8;

/// To the nearest integer, ties to even. @pre |value| < 2^22
inline float roundEven(float value)
{
    constexpr float kMagic = 12582912; // 1.5 * 2^23: floats of this size have no fraction
    return (value + kMagic) - kMagic;
}
/// 0 for scales so small that the inverse is no normal float: their values count as zero.
inline float inverseOf(float scale) { return std::fabs(scale) >= 0x1p-126F ? 1 / scale : 0; }
inline float clampTo(float value, float low, float high)
{
    value = value > low ? value : low;
    return value < high ? value : high;
}

inline float sumOf(const float (&lanes)[kLanes])
{
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

/// Sum of term(i) over i < count.
template <int count, typename Term> inline float sum(Term term)
{
    float lanes[kLanes] {};
    for (int i = 0; i < count; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane)
            lanes[lane] += term(i + lane);
    }
    return sumOf(lanes);
}

template <int count> inline float meanSquare(const float* x)
{
    return sum<count>([x](int i) { return x[i] * x[i]; }) / count;
}

/// Weights of the errors of a group whose columns have importance data.
template <int count> inline void weigh(const float* x, const float* importance, float meanSquare, float* w)
{
    for (int i = 0; i < count; ++i)
        w[i] = importance[i] * std::sqrt(meanSquare + x[i] * x[i]);
}

struct Range {
    float low;
    float high;
};
/// The lowest and the highest value.
template <int count> inline Range rangeOf(const float* x)
{
    float low[kLanes];
    float high[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
        low[lane] = high[lane] = x[lane];
    for (int i = kLanes; i < count; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane) {
            low[lane] = x[i + lane] < low[lane] ? x[i + lane] : low[lane];
            high[lane] = x[i + lane] > high[lane] ? x[i + lane] : high[lane];
        }
    }
    for (int lane = 1; lane < kLanes; ++lane) {
        low[0] = low[lane] < low[0] ? low[lane] : low[0];
        high[0] = high[lane] > high[0] ? high[lane] : high[0];
    }
    return { low[0], high[0] };
}

/// The value of the largest magnitude, with its sign.
template <int count> inline float signedMaximum(const float* x)
{
    const auto [low, high] = rangeOf<count>(x);
    return high >= -low ? high : low;
}

/// Groups whose values stay below count as zero.
inline constexpr float kNothing = 1e-15F;

/// sum w x l and sum w l^2: the best scale is their quotient, and what it explains of sum w x^2 is `score`.
struct Fit {
    float products = 0;
    float squares = 0;

    float scale() const { return squares > 0 ? products / squares : 0; }
    float score() const { return squares > 0 ? products * products / squares : 0; }
};

/// The fit of levels[i]. @param w [count]
template <int count> inline Fit fitOf(const float* x, const float* w, const float* levels)
{
    return { sum<count>([=](int i) { return w[i] * x[i] * levels[i]; }), sum<count>([=](int i) { return w[i] * levels[i] * levels[i]; }) };
}

/// Levels -top .. top - 1: the largest value goes near -top, and 19 widths around that are tried.
/// @param levels [count] are set
/// @return the scale, of either sign; 0 when there is nothing to hold
template <int count> inline float fitSymmetric(const float* x, const float* w, int top, float* levels)
{
    const float largest = signedMaximum<count>(x);
    if (std::fabs(largest) < kNothing) {
        std::fill_n(levels, count, 0.0F);
        return 0;
    }
    const auto round = [=](float inverse, float* to) {
        for (int i = 0; i < count; ++i)
            to[i] = clampTo(roundEven(inverse * x[i]), float(-top), float(top - 1));
    };
    float inverse = -float(top) / largest;
    round(inverse, levels);
    Fit best = fitOf<count>(x, w, levels);
    for (int step = -9; step <= 9; ++step) {
        float tried[count];
        const float wider = -(float(top) + 0.1F * float(step)) / largest;
        round(wider, tried);
        const Fit fit = fitOf<count>(x, w, tried);
        if (fit.score() > best.score()) {
            best = fit;
            inverse = wider;
        }
    }
    round(inverse, levels);
    return best.scale();
}

/// Moves single levels while that explains more: up to five rounds over all of them.
/// @param levels [count] start and end, between low and high
template <typename Level> inline Fit refineLevels(const float* x, const float* w, int count, float low, float high, Level* levels, Fit fit)
{
    for (int pass = 0; pass < 5; ++pass) {
        bool changed = false;
        for (int i = 0; i < count; ++i) {
            const float old = levels[i];
            const Fit others { fit.products - w[i] * x[i] * old, fit.squares - w[i] * old * old };
            if (!(others.products > 0 && others.squares > 0))
                continue;
            const float level = clampTo(roundEven(x[i] * others.squares / others.products), low, high);
            if (level == old)
                continue;
            const Fit moved { others.products + w[i] * x[i] * level, others.squares + w[i] * level * level };
            if (moved.score() > fit.score()) {
                fit = moved;
                levels[i] = Level(level);
                changed = true;
            }
        }
        if (!changed)
            break;
    }
    return fit;
}

/// Values that are not negative, levels 0 .. top. @return the scale
inline float fitPositive(const float* x, const float* w, int count, int top, float* levels)
{
    const float largest = *std::max_element(x, x + count);
    if (largest < kNothing) {
        std::fill_n(levels, count, 0.0F);
        return 0;
    }
    float best = INFINITY;
    float inverse = 0;
    for (int step = -4; step <= 4; ++step) {
        const float tried = (float(top) + 0.1F * float(step)) / largest;
        float error = 0;
        for (int i = 0; i < count; ++i) {
            const float difference = x[i] - std::min(float(top), roundEven(tried * x[i])) / tried;
            error += w[i] * difference * difference;
        }
        if (error < best) {
            best = error;
            inverse = tried;
        }
    }
    Fit fit;
    for (int i = 0; i < count; ++i) {
        levels[i] = std::min(float(top), roundEven(inverse * x[i]));
        fit.products += w[i] * x[i] * levels[i];
        fit.squares += w[i] * levels[i] * levels[i];
    }
    return refineLevels(x, w, count, 0, float(top), levels, fit).scale();
}

} // namespace cutaway::kernels::search
