#pragma once
#include "kernels/types/quantize_search.h"

/// Private to kernels/types: scales and minimums that hold the values of a group with the least weighted error.
namespace cutaway::kernels::search {

/// Which widths fitAffine tries: (top + first + step * k) over the range, k = 0 .. last.
struct AffineTries {
    float first;
    float step;
    int last;
    bool absolute = false; ///< compare sums of |error| in place of its square
};

struct Affine {
    float scale = 0;
    float minimum = 0; ///< not negative; values are scale * level - minimum
};

/// Levels 0 .. top above a minimum that is not positive. @param levels [count] are set
template <int count> inline Affine fitAffine(const float* x, const float* w, int top, const AffineTries& tries, float* levels)
{
    const float highest = *std::max_element(x, x + count);
    float lowest = std::min(0.0F, *std::min_element(x, x + count));
    if (highest == lowest) {
        std::fill_n(levels, count, 0.0F);
        return { 0, -lowest };
    }
    const float weight = sum<count>([w](int i) { return w[i]; });
    const float values = sum<count>([w, x](int i) { return w[i] * x[i]; });
    const auto round = [=](float inverse, float low, float* to) {
        for (int i = 0; i < count; ++i)
            to[i] = clampTo(roundEven(inverse * (x[i] - low)), 0, float(top));
    };
    const auto errorOf = [&](float scale, float offset, const float* of) {
        if (tries.absolute)
            return sum<count>([=](int i) { return w[i] * std::fabs(scale * of[i] + offset - x[i]); });
        return sum<count>([=](int i) { return w[i] * (scale * of[i] + offset - x[i]) * (scale * of[i] + offset - x[i]); });
    };
    float scale = (highest - lowest) / float(top);
    round(float(top) / (highest - lowest), lowest, levels);
    float best = errorOf(scale, lowest, levels);
    for (int k = 0; k <= tries.last; ++k) {
        float tried[count];
        round((float(top) + tries.first + tries.step * float(k)) / (highest - lowest), lowest, tried);
        const float sumLevels = sum<count>([=, &tried](int i) { return w[i] * tried[i]; });
        const Fit fit = fitOf<count>(x, w, tried);
        const float determinant = weight * fit.squares - sumLevels * sumLevels;
        if (!(determinant > 0))
            continue;
        float newScale = (weight * fit.products - values * sumLevels) / determinant;
        float offset = (fit.squares * values - sumLevels * fit.products) / determinant;
        if (offset > 0) {
            offset = 0;
            newScale = fit.scale();
        }
        const float error = errorOf(newScale, offset, tried);
        if (error < best) {
            best = error;
            scale = newScale;
            lowest = offset;
            std::copy_n(tried, count, levels);
        }
    }
    return { scale, -lowest };
}

} // namespace cutaway::kernels::search
