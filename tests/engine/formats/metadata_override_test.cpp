#include "engine/formats/metadata_override.h"

#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

using namespace cutaway;
using formats::parseMetadataOverride;

TEST_CASE("an override takes the place of the file's key, or adds one")
{
    const test::TempDir folder;
    test::GgufBuilder().u32("a.context_length", 512).text("last", "x").write(folder.path() / "x.gguf");
    std::vector<formats::MetadataOverride> overrides;
    for (const char* text : { "a.context_length=u32:8192", "a.scale=f32:-0.5", "yes=bool:true", "name=str:one=two:three", "n=int:-7", "r=float:2e3" }) {
        auto parsed = parseMetadataOverride(text);
        REQUIRE(parsed);
        overrides.push_back(std::move(*parsed));
    }
    const auto file = formats::openModelFile(folder.path() / "x.gguf", overrides);
    REQUIRE(file);
    const formats::Metadata& metadata = (*file)->metadata;
    CHECK(*metadata.integer("a.context_length") == 8192);
    CHECK(metadata.entries().front().first == "a.context_length");
    CHECK(*metadata.real("a.scale") == -0.5f);
    CHECK(*metadata.boolean("yes"));
    CHECK(*metadata.text("name") == "one=two:three");
    CHECK(*metadata.integer("n") == -7);
    CHECK(*metadata.real("r") == 2000);
    CHECK(metadata.find("a.context_length")->typeName == "u32");
}

TEST_CASE("an override that says nothing is refused")
{
    const auto message = [](const char* text) { return parseMetadataOverride(text).error().message; };
    CHECK(message("key") == "The override 'key' is not of the form KEY=TYPE:VALUE.");
    CHECK(message("=u32:1") == "The override '=u32:1' is not of the form KEY=TYPE:VALUE.");
    CHECK(message("k=u32") == "The override 'k=u32' is not of the form KEY=TYPE:VALUE.");
    CHECK(message("k=arr:1").find("has the type 'arr', which is none of u8") != std::string::npos);
    CHECK(message("k=u8:256") == "The override 'k=u8:256' has the value '256', which is no value of type u8.");
    CHECK(message("k=u32:-1") == "The override 'k=u32:-1' has the value '-1', which is no value of type u32.");
    CHECK(message("k=bool:maybe") == "The override 'k=bool:maybe' has the value 'maybe', which is no value of type bool.");
    CHECK(message("k=f32:1x") == "The override 'k=f32:1x' has the value '1x', which is no value of type f32.");
}

TEST_CASE("keys are set in their place and taken out")
{
    formats::Metadata metadata;
    metadata.add("a", { std::uint64_t(1), "u32" });
    metadata.add("b", { std::uint64_t(2), "u32" });
    metadata.add("c", { std::uint64_t(3), "u32" });
    metadata.remove("a");
    metadata.remove("absent");
    metadata.set("c", { std::uint64_t(4), "u32" });
    CHECK_FALSE(metadata.has("a"));
    CHECK(*metadata.integer("b") == 2);
    CHECK(*metadata.integer("c") == 4);
    CHECK(metadata.entries().size() == 2);
}
