#include "kernels/types/quantize.h"

#include "kernels/types/dequant.h"
#include "tests/kernels/types/golden_rows.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cmath>

using namespace cutaway;

namespace {

double rmseOf(kernels::DType type, const std::vector<float>& source, const test::GoldenRow& row, const float* importance)
{
    std::vector<std::byte> blocks(kernels::rowBytes(type, std::uint64_t(row.columns)));
    std::vector<float> back(std::size_t(row.columns));
    double sum = 0;
    for (std::int64_t r = 0; r < row.rows; ++r) {
        const float* values = source.data() + r * row.columns;
        kernels::quantizer(type)({ values, row.columns, importance, blocks.data() });
        kernels::dequantizeRow(type, blocks.data(), row.columns, back.data());
        for (std::int64_t i = 0; i < row.columns; ++i)
            sum += std::pow(double(back[std::size_t(i)]) - values[i], 2);
    }
    return std::sqrt(sum / double(row.rows * row.columns));
}

} // namespace

TEST_CASE("every quantizer is at most 1 % worse than the golden blocks")
{
    const auto index = test::golden("golden/quant/index.tsv");
    if (!index)
        CUTAWAY_SKIP("golden/quant is not here");
    const std::vector<float> source = test::readFloats(index->parent_path() / "source.f32");
    const std::vector<float> importance = test::readFloats(index->parent_path() / "importance.f32");
    int checked = 0;
    for (const test::GoldenRow& row : test::goldenRows(*index)) {
        const kernels::DTypeInfo* info = kernels::findDType(row.type);
        REQUIRE(info);
        if (!kernels::quantizer(info->type))
            continue;
        INFO(info->name);
        CHECK(kernels::needsImportance(info->type) == row.importance);
        CHECK(rmseOf(info->type, source, row, row.importance ? importance.data() : nullptr) <= 1.01 * row.rmse);
        ++checked;
    }
    CHECK(checked > 0);
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
