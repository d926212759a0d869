#include "kernels/types/dequant.h"

#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <bit>
#include <string>

using namespace cutaway;

namespace {

std::string lowerCase(std::string_view name)
{
    std::string text(name);
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

/// The golden files spell the K types with a capital K and everything else in lower case.
std::string goldenName(const kernels::DTypeInfo& info)
{
    std::string name = lowerCase(info.name);
    if (name.ends_with("_k"))
        name.back() = 'K';
    return "golden/quant/" + name;
}

} // namespace

TEST_CASE("every dequantizer gives the golden values to the bit")
{
    if (!test::golden("golden/quant/q8_0.f32"))
        CUTAWAY_SKIP("golden/quant is not here");
    int checked = 0;
    for (const kernels::DTypeInfo& info : kernels::dtypes()) {
        if (!kernels::dequantizer(info.type) || info.type == kernels::DType::f32)
            continue;
        INFO(info.name);
        const auto blocksPath = test::golden(goldenName(info) + ".blocks");
        const auto floatsPath = test::golden(goldenName(info) + ".f32");
        REQUIRE(blocksPath);
        REQUIRE(floatsPath);
        const std::string blocks = test::readText(*blocksPath);
        const std::vector<float> expected = test::readFloats(*floatsPath);
        REQUIRE(blocks.size() == kernels::rowBytes(info.type, expected.size()));
        std::vector<float> ours(expected.size());
        kernels::dequantizeRow(info.type, reinterpret_cast<const std::byte*>(blocks.data()), std::int64_t(ours.size()), ours.data());
        CHECK(std::ranges::equal(ours, expected, {}, std::bit_cast<std::uint32_t, float>, std::bit_cast<std::uint32_t, float>));
        ++checked;
    }
    CHECK(checked >= 7);
}

TEST_CASE("F32 rows are copied unchanged")
{
    const std::vector<float> values { 1.5f, -0.0f, 3e38f, 1e-42f };
    std::vector<float> out(values.size());
    kernels::dequantizeRow(kernels::DType::f32, reinterpret_cast<const std::byte*>(values.data()), std::int64_t(values.size()), out.data());
    CHECK(std::ranges::equal(out, values, {}, std::bit_cast<std::uint32_t, float>, std::bit_cast<std::uint32_t, float>));
}

TEST_CASE("types without values have no dequantizer")
{
    CHECK(kernels::dequantizer(kernels::DType::q8_1) == nullptr);
    CHECK(kernels::dequantizer(kernels::DType::q8_K) == nullptr);
}
