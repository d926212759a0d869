#include "engine/ops/support.h"

#include <cmath>

namespace cutaway::ops {
namespace {

base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params&)
{
    if (inputs[1].shape.count() != inputs[0].shape.inner() || inputs[1].type != kernels::DType::f32)
        return shapeError(rms_norm, "weight of shape " + inputs[1].shape.text() + " for rows of " + std::to_string(inputs[0].shape.inner()));
    return inputs[0].shape;
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = 4 * std::uint64_t(output.shape.count()), .bytes = bytesOfAll(inputs, output) };
}

void reference(ReferenceCall& call)
{
    const double eps = call.params.get<RmsNormParams>().eps;
    const std::int64_t width = call.output.shape.inner();
    for (std::int64_t row = 0; row < call.output.shape.count() / width; ++row) {
        const float* x = call.inputs[0].f32() + row * width;
        double sum = 0;
        for (std::int64_t i = 0; i < width; ++i)
            sum += double(x[i]) * x[i];
        const double factor = 1 / std::sqrt(sum / double(width) + eps);
        for (std::int64_t i = 0; i < width; ++i)
            call.output.f32()[row * width + i] = float(x[i] * factor * call.inputs[1].f32()[i]);
    }
}

std::vector<OpCase> cases()
{
    return { { "rows", { f32({ 3, 576 }), f32({ 576 }) }, RmsNormParams { 1e-5F } },
        { "heads", { f32({ 4, 3, 64 }), f32({ 64 }) }, RmsNormParams { 1e-6F } } };
}

} // namespace

constexpr OpSpec rms_norm { "rms_norm", base::OpFamily::norm, "x / sqrt(mean(x^2) + eps) * w over the innermost axis (Zhang and Sennrich 2019, arXiv 1910.07467)",
    infer, cost, reference, cases };

} // namespace cutaway::ops
