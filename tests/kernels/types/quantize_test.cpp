#include "kernels/types/quantize.h"

#include "kernels/types/dequant.h"
#include "tests/kernels/types/golden_rows.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace cutaway;

namespace {

/// What quantising takes from each value. @param importance [columns of the golden source], or nullptr
std::vector<float> errorsOf(kernels::DType type, const std::vector<float>& source, const float* importance)
{
    constexpr std::int64_t kColumns = 1024;
    std::vector<std::byte> blocks(kernels::rowBytes(type, kColumns));
    std::vector<float> back(source.size());
    for (std::size_t at = 0; at < source.size(); at += kColumns) {
        kernels::quantizer(type)({ source.data() + at, kColumns, importance, blocks.data() });
        kernels::dequantizeRow(type, blocks.data(), kColumns, back.data() + at);
    }
    std::ranges::transform(back, source, back.begin(), std::minus());
    return back;
}

double rmseOf(const std::vector<float>& errors)
{
    double sum = 0;
    for (const float error : errors)
        sum += double(error) * error;
    return std::sqrt(sum / double(errors.size()));
}

using kernels::DType;
/// Types whose scales follow from the values alone.
constexpr DType kIgnoreImportance[] { DType::q8_0, DType::mxfp4, DType::nvfp4, DType::q1_0, DType::q2_0, DType::tq1_0, DType::tq2_0 };

} // namespace

TEST_CASE("every quantizer is at most 1 % worse than the golden blocks")
{
    const auto index = test::golden("golden/quant/index.tsv");
    if (!index)
        CUTAWAY_SKIP("golden/quant is not here");
    const std::vector<float> source = test::readFloats(index->parent_path() / "source.f32");
    const std::vector<float> importance = test::readFloats(index->parent_path() / "importance.f32");
    for (const test::GoldenRow& row : test::goldenRows(*index)) {
        const kernels::DTypeInfo* info = kernels::findDType(row.type);
        REQUIRE(info);
        INFO(info->name);
        REQUIRE(kernels::quantizer(info->type));
        CHECK(kernels::needsImportance(info->type) == row.importance);
        const double rmse = rmseOf(errorsOf(info->type, source, row.importance ? importance.data() : nullptr));
        INFO("RMSE " << rmse << " of " << row.rmse);
        CHECK(rmse <= 1.01 * row.rmse);
    }
}

TEST_CASE("importance data lower the error where it counts")
{
    const auto index = test::golden("golden/quant/index.tsv");
    if (!index)
        CUTAWAY_SKIP("golden/quant is not here");
    const std::vector<float> source = test::readFloats(index->parent_path() / "source.f32");
    const std::vector<float> importance = test::readFloats(index->parent_path() / "importance.f32");
    const std::vector<float> even(importance.size(), 1.0f);
    for (const kernels::DTypeInfo& info : kernels::dtypes()) {
        if (!info.quantised || !kernels::quantizer(info.type))
            continue;
        INFO(info.name);
        const std::vector<float> with = errorsOf(info.type, source, importance.data());
        const std::vector<float> without = errorsOf(info.type, source, kernels::needsImportance(info.type) ? even.data() : nullptr);
        const bool ignored = std::ranges::find(kIgnoreImportance, info.type) != std::end(kIgnoreImportance);
        CHECK((with == without) == ignored);
        if (ignored)
            continue;
        double weighted = 0, plain = 0;
        for (std::size_t i = 0; i < source.size(); ++i) {
            weighted += double(importance[i % importance.size()]) * with[i] * with[i];
            plain += double(importance[i % importance.size()]) * without[i] * without[i];
        }
        CHECK(weighted < plain);
    }
}

TEST_CASE("a row of zeros stays a row of zeros in every type")
{
    for (const kernels::DTypeInfo& info : kernels::dtypes()) {
        const kernels::Quantizer run = kernels::quantizer(info.type);
        if (!run)
            continue;
        INFO(info.name);
        const std::vector<float> zeros(512), importance(512, 1.0f);
        std::vector<float> back(512, 1.0f);
        std::vector<std::byte> blocks(kernels::rowBytes(info.type, 512), std::byte(0xFF));
        run({ zeros.data(), 512, importance.data(), blocks.data() });
        kernels::dequantizeRow(info.type, blocks.data(), 512, back.data());
        CHECK(std::ranges::all_of(back, [](float value) { return value == 0; }));
    }
}

TEST_CASE("rows of any magnitude come back at about that magnitude")
{
    for (const kernels::DTypeInfo& info : kernels::dtypes()) {
        const kernels::Quantizer run = kernels::quantizer(info.type);
        if (!run || !info.quantised)
            continue;
        for (const float magnitude : { 1e-44F, 1e-39F, 1e-36F, 1e-16F, 1e-4F, 1e4F }) {
            INFO(info.name << " " << magnitude);
            std::vector<float> values = test::randomFloats(512, 3);
            for (float& value : values)
                value *= magnitude;
            std::fill_n(values.begin() + 32, 32, 0.0F);
            const std::vector<float> importance(512, 1.0F);
            std::vector<float> back(512);
            std::vector<std::byte> blocks(kernels::rowBytes(info.type, 512));
            for (const float* weights : { static_cast<const float*>(nullptr), importance.data() }) {
                run({ values.data(), 512, weights, blocks.data() });
                kernels::dequantizeRow(info.type, blocks.data(), 512, back.data());
                const float largest = std::abs(*std::ranges::max_element(values, {}, [](float value) { return std::abs(value); }));
                CHECK(std::ranges::all_of(back, [largest](float value) { return std::abs(value) <= 3 * largest; }));
            }
        }
    }
}
