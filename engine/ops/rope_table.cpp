#include "engine/ops/support.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cutaway::ops {
namespace {

/// inputs: a value whose token count the table follows; optionally factors [nRot/2].
base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params& params)
{
    const auto& p = params.get<RopeTableParams>();
    if (p.nRot <= 0 || p.nRot % 2 != 0)
        return shapeError(rope_table, "a rotation over " + std::to_string(p.nRot) + " dimensions, which must be even and positive");
    if (inputs.size() > 1 && inputs[1].shape.count() != p.nRot / 2)
        return shapeError(rope_table, std::to_string(inputs[1].shape.count()) + " factors for " + std::to_string(p.nRot / 2) + " pairs");
    return tensor::Shape { inputs[0].shape[0], p.nRot / 2, 2 };
}

Cost cost(std::span<const Operand>, const Operand& output, const Params&)
{
    return { .flops = 20 * std::uint64_t(output.shape.count()), .bytes = bytesOf(output) };
}

/// Pair index at which a wavelength makes `beta` turns within the original context (YaRN; Peng et al. 2023, arXiv 2309.00071).
double correctionPair(const RopeTableParams& p, double beta)
{
    return p.nRot * std::log(double(p.contextOriginal) / (beta * 2 * std::numbers::pi)) / (2 * std::log(double(p.base)));
}

double angleOf(const RopeTableParams& p, std::int64_t pair, double position, double factor)
{
    const double extrapolated = position * std::pow(double(p.base), -2.0 * double(pair) / p.nRot) / factor;
    const double interpolated = p.freqScale * extrapolated;
    if (p.yarnExt == 0)
        return interpolated;
    const double low = std::max(0.0, std::floor(correctionPair(p, p.yarnBetaFast)));
    const double high = std::min(double(p.nRot - 1), std::ceil(correctionPair(p, p.yarnBetaSlow)));
    const double ramp = 1 - std::clamp((double(pair) - low) / std::max(0.001, high - low), 0.0, 1.0);
    const double mix = ramp * p.yarnExt;
    return interpolated * (1 - mix) + extrapolated * mix;
}

void reference(ReferenceCall& call)
{
    const auto& p = call.params.get<RopeTableParams>();
    const std::int64_t pairs = p.nRot / 2;
    for (std::int64_t token = 0; token < call.output.shape[0]; ++token) {
        float* row = call.output.f32() + token * pairs * 2;
        for (std::int64_t pair = 0; pair < pairs; ++pair) {
            const double factor = call.inputs.size() > 1 ? call.inputs[1].f32()[pair] : 1.0;
            const double angle = angleOf(p, pair, double(call.firstPosition + token), factor);
            row[2 * pair] = float(std::cos(angle) * p.magnitude);
            row[2 * pair + 1] = float(std::sin(angle) * p.magnitude);
        }
    }
}

std::vector<OpCase> cases()
{
    return { { "plain", { f32({ 4, 8 }) }, RopeTableParams { .nRot = 64 } },
        { "factors", { f32({ 4, 8 }), f32({ 32 }) }, RopeTableParams { .nRot = 64, .base = 500000 } },
        { "yarn", { f32({ 2, 8 }) }, RopeTableParams { .nRot = 128, .freqScale = 0.25F, .magnitude = 1.1F, .yarnExt = 1, .contextOriginal = 4096 } } };
}

} // namespace

constexpr OpSpec rope_table { "rope_table", base::OpFamily::position, "cosines and sines of a step's positions: [nTokens, nRot/2, 2]", infer, cost, reference, cases };

} // namespace cutaway::ops
