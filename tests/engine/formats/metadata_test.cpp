#include "engine/formats/metadata.h"
#include "tests/support/catch.h"

#include <limits>

using namespace cutaway;
using base::ErrorCode;
using formats::Metadata;

namespace {

Metadata sample()
{
    Metadata metadata;
    metadata.add("u", { std::uint64_t(7), "u32" });
    metadata.add("i", { std::int64_t(-7), "i32" });
    metadata.add("huge", { std::numeric_limits<std::uint64_t>::max(), "u64" });
    metadata.add("f", { 0.5, "f32" });
    metadata.add("nan", { std::numeric_limits<double>::quiet_NaN(), "f32" });
    metadata.add("b", { true, "bool" });
    metadata.add("s", { std::string("text"), "str" });
    metadata.add("us", { std::vector<std::uint64_t> { 1, 2, 3 }, "arr[u32]" });
    metadata.add("huges", { std::vector<std::uint64_t> { 1, std::numeric_limits<std::uint64_t>::max() }, "arr[u64]" });
    metadata.add("is", { std::vector<std::int64_t> { -1, 2 }, "arr[i32]" });
    metadata.add("fs", { std::vector<float> { 1.5f }, "arr[f32]" });
    metadata.add("ss", { std::vector<std::string> { "a", "b" }, "arr[str]" });
    return metadata;
}

} // namespace

TEST_CASE("typed access gives what the file has")
{
    const Metadata metadata = sample();
    CHECK(*metadata.integer("u") == 7);
    CHECK(*metadata.integer("i") == -7);
    CHECK(*metadata.integerOr("absent", 3) == 3);
    CHECK(*metadata.real("f") == 0.5f);
    CHECK(*metadata.realOr("absent", 2.0f) == 2.0f);
    CHECK(*metadata.boolean("b"));
    CHECK_FALSE(*metadata.booleanOr("absent", false));
    CHECK(*metadata.text("s") == "text");
    CHECK(*metadata.textOr("absent", "other") == "other");
    CHECK(**metadata.strings("ss") == std::vector<std::string> { "a", "b" });
    CHECK(**metadata.reals("fs") == std::vector<float> { 1.5f });
    CHECK(*metadata.integers("us") == std::vector<std::int64_t> { 1, 2, 3 });
    CHECK(*metadata.integers("is") == std::vector<std::int64_t> { -1, 2 });
    CHECK(formats::elementCount(*metadata.find("us")) == 3);
    CHECK(formats::elementCount(*metadata.find("s")) == 1);
    CHECK(formats::isArray(*metadata.find("ss")));
    CHECK_FALSE(formats::isArray(*metadata.find("s")));
}

TEST_CASE("a per-layer value is a scalar for all layers or one element a layer")
{
    const Metadata metadata = sample();
    CHECK(*metadata.integersPerLayer("u", 2) == std::vector<std::int64_t> { 7, 7 });
    CHECK(*metadata.integersPerLayer("us", 3) == std::vector<std::int64_t> { 1, 2, 3 });
    const auto wrong = metadata.integersPerLayer("us", 4);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().message == "Metadata key 'us' has 3 elements, wanted is one for each of the 4 layers.");
}

TEST_CASE("missing keys and wrong types are told apart, with names")
{
    const Metadata metadata = sample();
    const auto missing = metadata.integer("absent");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == ErrorCode::notFound);
    CHECK(missing.error().message == "Metadata key 'absent' is missing.");
    CHECK(missing.error().subject == "absent");

    const auto wrong = metadata.integerOr("s", 1);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().code == ErrorCode::corruptFile);
    CHECK(wrong.error().message == "Metadata key 's' has the type str, wanted is an integer.");
    CHECK_FALSE(metadata.integer("f"));
    CHECK_FALSE(metadata.real("u"));
    CHECK_FALSE(metadata.boolean("u"));
    CHECK_FALSE(metadata.text("u"));
    CHECK_FALSE(metadata.strings("s"));
    CHECK_FALSE(metadata.reals("us"));
    CHECK_FALSE(metadata.integers("u"));
    CHECK_FALSE(metadata.integersPerLayer("fs", 1));
}

TEST_CASE("values out of range are errors")
{
    const Metadata metadata = sample();
    CHECK(metadata.integer("huge").error().message
        == "Metadata key 'huge' is 18446744073709551615, which is larger than 9223372036854775807, the largest integer that can be used "
           "here.");
    CHECK(metadata.integers("huges").error().message.find("'huges' [1] is 18446744073709551615") != std::string::npos);
    CHECK(metadata.real("nan").error().message == "Metadata key 'nan' is not a finite number.");
}

TEST_CASE("a key is added once and keeps its place")
{
    Metadata metadata = sample();
    CHECK_FALSE(metadata.add("u", { std::uint64_t(8), "u32" }));
    CHECK(*metadata.integer("u") == 7);
    CHECK(metadata.entries().front().first == "u");
    CHECK(metadata.entries().back().first == "ss");
}
