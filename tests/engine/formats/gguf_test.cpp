#include "engine/formats/format_spec.h"
#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

#include <cstring>

using namespace cutaway;
using formats::openModelFile;
using test::GgufBuilder;

TEST_CASE("metadata of every type arrives as written")
{
    const test::TempDir folder;
    const auto path = folder.path() / "types.gguf";
    GgufBuilder builder;
    builder.u8("u8", 255).u16("u16", 65535).u32("u32", 4294967295u).u64("u64", std::uint64_t(1) << 63).i32("i32", -5).i64("i64", -6);
    builder.f32("f32", 0.25f).f64("f64", 1e300).boolean("yes", true).boolean("no", false).text("text", std::string("a\0b", 3));
    builder.rawKey("i8", 1, "\xff").rawKey("i16", 3, "\xfe\xff").rawKey("oddTrue", 7, "\x02");
    builder.u32s("u32s", { 1, 2 })
        .i32s("i32s", { -1, 0 })
        .f32s("f32s", { 0.5f })
        .booleans("bools", { true, false })
        .texts("texts", { "", "x" });
    builder.u32s("none", {});
    builder.write(path);
    const auto file = openModelFile(path);
    REQUIRE(file);
    const formats::Metadata& metadata = (*file)->metadata;
    CHECK(*metadata.integer("u8") == 255);
    CHECK(*metadata.integer("u16") == 65535);
    CHECK(*metadata.integer("u32") == 4294967295);
    CHECK(std::get<std::uint64_t>(metadata.find("u64")->value) == std::uint64_t(1) << 63);
    CHECK(*metadata.integer("i8") == -1);
    CHECK(*metadata.integer("i16") == -2);
    CHECK(*metadata.integer("i32") == -5);
    CHECK(*metadata.integer("i64") == -6);
    CHECK(*metadata.real("f32") == 0.25f);
    CHECK(std::get<double>(metadata.find("f64")->value) == 1e300);
    CHECK(*metadata.boolean("yes"));
    CHECK_FALSE(*metadata.boolean("no"));
    CHECK(*metadata.boolean("oddTrue"));
    CHECK(*metadata.text("text") == std::string("a\0b", 3));
    CHECK(*metadata.integers("u32s") == std::vector<std::int64_t> { 1, 2 });
    CHECK(*metadata.integers("i32s") == std::vector<std::int64_t> { -1, 0 });
    CHECK(**metadata.reals("f32s") == std::vector<float> { 0.5f });
    CHECK(std::get<std::vector<bool>>(metadata.find("bools")->value) == std::vector<bool> { true, false });
    CHECK(**metadata.strings("texts") == std::vector<std::string> { "", "x" });
    CHECK(metadata.integers("none")->empty());
    CHECK(metadata.find("texts")->typeName == "arr[str]");
    CHECK(metadata.entries().front().first == "u8");
}

TEST_CASE("tensors have their shapes outermost first and their bytes in place")
{
    const auto [version, alignment] = GENERATE(std::pair(2u, 32u), std::pair(3u, 64u));
    const test::TempDir folder;
    const auto path = folder.path() / "tensors.gguf";
    std::string blocks(2 * 18, '\0');
    for (std::size_t i = 0; i < blocks.size(); ++i)
        blocks[i] = char(i);
    GgufBuilder builder;
    builder.version(version).alignment(alignment);
    builder.tensorF32("matrix", { 2, 3 }, { 1, 2, 3, 4, 5, 6 })
        .tensorF32("scalar", {}, { 9 })
        .tensorRaw("blocks", kernels::DType::q4_0, { 1, 2, 32 }, blocks);
    builder.write(path);
    const auto opened = openModelFile(path);
    REQUIRE(opened);
    const formats::ModelFile& file = **opened;
    CHECK(file.formatName == "GGUF v" + std::to_string(version));
    CHECK(file.sizeBytes == std::filesystem::file_size(path));
    REQUIRE(file.tensors.size() == 3);
    CHECK(file.find("matrix")->shape == std::vector<std::int64_t> { 2, 3 });
    CHECK(file.find("scalar")->shape == std::vector<std::int64_t> { 1 });
    CHECK(file.find("blocks")->shape == std::vector<std::int64_t> { 1, 2, 32 });
    CHECK(file.find("blocks")->type == kernels::DType::q4_0);
    CHECK(file.find("absent") == nullptr);
    for (const formats::TensorEntry& entry : file.tensors)
        CHECK(entry.offset % alignment == 0);
    float sixth = 0;
    std::memcpy(&sixth, file.data(*file.find("matrix")) + 5 * sizeof(float), sizeof(float));
    CHECK(sixth == 6.0f);
    REQUIRE(file.find("blocks")->sizeBytes == blocks.size());
    CHECK(std::memcmp(file.data(*file.find("blocks")), blocks.data(), blocks.size()) == 0);
}

TEST_CASE("arrays of arrays keep their shape")
{
    const test::TempDir folder;
    const auto path = folder.path() / "nested.gguf";
    test::GgufBytes inner;
    inner.number(9u).number(std::uint64_t(2));
    inner.number(4u).number(std::uint64_t(2)).number(7u).number(8u);
    inner.number(8u).number(std::uint64_t(1)).text("x");
    GgufBuilder().rawKey("nested", 9, inner.bytes()).u32("after", 5).write(path);
    const auto file = openModelFile(path);
    REQUIRE(file);
    const formats::MetaValue* value = (*file)->metadata.find("nested");
    CHECK(value->typeName == "arr[arr]");
    CHECK(formats::isArray(*value));
    CHECK(formats::elementCount(*value) == 2);
    const auto& arrays = std::get<std::vector<formats::MetaValue>>(value->value);
    CHECK(std::get<std::vector<std::uint64_t>>(arrays[0].value) == std::vector<std::uint64_t> { 7, 8 });
    CHECK(arrays[1].typeName == "arr[str]");
    CHECK(*(*file)->metadata.integer("after") == 5);
}

TEST_CASE("a big-endian file reads as its little-endian twin")
{
    const test::TempDir folder;
    const auto path = folder.path() / "big.gguf";
    auto bytes = test::GgufBytes::bigEndian();
    bytes.header(3, 2).text("llama.block_count").number(4u).number(7u);
    bytes.text("scores").number(9u).number(6u).number(std::uint64_t(2)).number(0.5f).number(-2.0f);
    bytes.tensor("a", { 3, 2 }, 0, 0).tensor("b", { 2 }, 1, 32).tensor("c", { 1 }, 27, 64);
    bytes.raw(std::string((bytes.bytes().size() + 31) / 32 * 32 - bytes.bytes().size(), '\0'));
    for (const float value : { 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.5f })
        bytes.number(value);
    bytes.raw(std::string(8, '\0')).number(std::uint16_t(0x3C00)).number(std::uint16_t(0xC000)).raw(std::string(28, '\0'));
    bytes.number(std::int64_t(-3));
    test::writeText(path, bytes.bytes());
    const auto opened = openModelFile(path);
    REQUIRE(opened);
    const formats::ModelFile& file = **opened;
    CHECK(file.formatName == "GGUF v3, big-endian");
    CHECK(*file.metadata.integer("llama.block_count") == 7);
    CHECK(**file.metadata.reals("scores") == std::vector<float> { 0.5f, -2.0f });
    CHECK(file.find("a")->shape == std::vector<std::int64_t> { 2, 3 });
    std::vector<float> values(6);
    std::memcpy(values.data(), file.data(*file.find("a")), 6 * sizeof(float));
    CHECK(values == std::vector<float> { 1, 2, 3, 4, 5, 6.5f });
    std::vector<std::uint16_t> halves(2);
    std::memcpy(halves.data(), file.data(*file.find("b")), 4);
    CHECK(halves == std::vector<std::uint16_t> { 0x3C00, 0xC000 });
    std::int64_t number = 0;
    file.sources[file.find("c")->source]->discard();
    std::memcpy(&number, file.data(*file.find("c")), sizeof(number));
    CHECK(number == -3);
}

TEST_CASE("the last tensor needs no padding, and a file without tensors no data section")
{
    const test::TempDir folder;
    GgufBuilder builder;
    builder.tensorF32("a", { 3 }, { 1, 2, 3 });
    const std::string bytes = builder.build();
    const auto path = folder.path() / "short.gguf";
    test::writeText(path, bytes.substr(0, bytes.size() - (32 - 12)));
    CHECK(openModelFile(path));
    test::writeText(path, bytes.substr(0, bytes.size() - (32 - 12) - 1));
    CHECK_FALSE(openModelFile(path));
    GgufBuilder().write(path);
    CHECK(openModelFile(path));
}

TEST_CASE("the starter model opens with all its tensors")
{
    const auto path = test::starterModel();
    if (!path)
        CUTAWAY_SKIP("the starter model is not here");
    const auto file = openModelFile(*path);
    REQUIRE(file);
    CHECK(*(*file)->metadata.text("general.architecture") == "llama");
    CHECK((*file)->tensors.size() == 272);
    const auto* embedding = (*file)->find("token_embd.weight");
    REQUIRE(embedding);
    CHECK(embedding->shape == std::vector<std::int64_t> { 49152, 576 });
}

TEST_CASE("every golden architecture file opens")
{
    const auto folder = test::golden("golden/archs");
    if (!folder)
        CUTAWAY_SKIP("the golden architectures are not here");
    int opened = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
        if (entry.path().extension() != ".gguf")
            continue;
        const auto file = openModelFile(entry.path());
        INFO(entry.path() << ": " << (file ? "" : file.error().message));
        CHECK(file);
        ++opened;
    }
    CHECK(opened > 0);
}

TEST_CASE("each format of the registry has a magic of its own, or a file that its folders have")
{
    std::vector<std::string> magics;
    for (const formats::FormatSpec* format : formats::fileFormats()) {
        CHECK(format->magic.empty() != format->folderFile.empty());
        const std::string_view mark = format->magic.empty() ? format->folderFile : format->magic;
        CHECK(std::find(magics.begin(), magics.end(), mark) == magics.end());
        magics.emplace_back(mark);
    }
    CHECK_FALSE(magics.empty());
}
