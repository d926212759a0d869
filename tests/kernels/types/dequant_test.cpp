#include "kernels/types/dequant.h"

#include "kernels/types/f16.h"
#include "tests/kernels/types/golden_rows.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

using namespace cutaway;

TEST_CASE("every type of the golden index is dequantised to the bit")
{
    const auto index = test::golden("golden/quant/index.tsv");
    if (!index)
        CUTAWAY_SKIP("golden/quant is not here");
    const std::vector<test::GoldenRow> rows = test::goldenRows(*index);
    REQUIRE(!rows.empty());
    for (const test::GoldenRow& row : rows) {
        INFO(row.name);
        const kernels::DTypeInfo* info = kernels::findDType(row.type);
        REQUIRE(info);
        REQUIRE(kernels::dequantizer(info->type));
        const std::string blocks = test::readText(index->parent_path() / (row.name + ".blocks"));
        const std::vector<float> expected = test::readFloats(index->parent_path() / (row.name + ".f32"));
        REQUIRE(expected.size() == std::size_t(row.rows * row.columns));
        REQUIRE(blocks.size() == kernels::rowBytes(info->type, expected.size()));
        std::vector<float> ours(expected.size());
        kernels::dequantizeRow(info->type, reinterpret_cast<const std::byte*>(blocks.data()), std::int64_t(ours.size()), ours.data());
        CHECK(std::ranges::equal(ours, expected, {}, std::bit_cast<std::uint32_t, float>, std::bit_cast<std::uint32_t, float>));
    }
}

TEST_CASE("F32 rows are copied unchanged")
{
    const std::vector<float> values { 1.5f, -0.0f, 3e38f, 1e-42f };
    std::vector<float> out(values.size());
    kernels::dequantizeRow(kernels::DType::f32, reinterpret_cast<const std::byte*>(values.data()), std::int64_t(values.size()), out.data());
    CHECK(std::ranges::equal(out, values, {}, std::bit_cast<std::uint32_t, float>, std::bit_cast<std::uint32_t, float>));
}

TEST_CASE("blocks of activations are dequantised too")
{
    std::vector<std::byte> q8_1(36), q8_K(292);
    const std::uint16_t half = kernels::f32ToF16(0.25f);
    const float single = 0.125f;
    std::memcpy(q8_1.data(), &half, sizeof half);
    std::memcpy(q8_K.data(), &single, sizeof single);
    std::vector<float> small(32), large(256);
    for (std::size_t i = 0; i < large.size(); ++i)
        q8_K[4 + i] = std::byte(i);
    for (std::size_t i = 0; i < small.size(); ++i)
        q8_1[4 + i] = std::byte(7 * i);
    kernels::dequantizeRow(kernels::DType::q8_1, q8_1.data(), 32, small.data());
    kernels::dequantizeRow(kernels::DType::q8_K, q8_K.data(), 256, large.data());
    for (std::size_t i = 0; i < small.size(); ++i)
        CHECK(small[i] == 0.25f * float(std::int8_t(7 * i)));
    for (std::size_t i = 0; i < large.size(); ++i)
        CHECK(large[i] == 0.125f * float(std::int8_t(i)));
}

TEST_CASE("types of whole numbers have no dequantizer") { CHECK(kernels::dequantizer(kernels::DType::i32) == nullptr); }
