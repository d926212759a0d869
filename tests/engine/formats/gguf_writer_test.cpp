#include "engine/formats/gguf_writer.h"

#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

using namespace cutaway;
using test::GgufBuilder;
using test::GgufBytes;

namespace {

/// Reads a file and writes it again, tensor data in pieces.
base::Status copyModel(const std::filesystem::path& from, const std::filesystem::path& to)
{
    CUTAWAY_TRY(const auto file, formats::openModelFile(from));
    std::vector<formats::GgufTensor> tensors;
    for (const formats::TensorEntry& entry : file->tensors)
        tensors.push_back({ entry.name, entry.type, entry.shape });
    CUTAWAY_TRY(const std::uint64_t planned, formats::GgufWriter::plannedBytes(file->metadata, tensors));
    CUTAWAY_TRY(auto writer, formats::GgufWriter::create(to, file->metadata, tensors));
    for (const formats::TensorEntry& entry : file->tensors) {
        const std::size_t half = entry.sizeBytes / 2;
        CUTAWAY_TRY_STATUS(writer.write({ file->data(entry), half }));
        CUTAWAY_TRY_STATUS(writer.write({ file->data(entry) + half, entry.sizeBytes - half }));
    }
    CHECK_FALSE(std::filesystem::exists(to));
    CUTAWAY_TRY_STATUS(writer.finish());
    CHECK(std::filesystem::file_size(to) == planned);
    return base::ok();
}

void checkCopyIsEqual(const std::filesystem::path& path)
{
    INFO(path);
    const test::TempDir folder;
    const auto written = copyModel(path, folder.path() / "copy.gguf");
    INFO((written ? "" : written.error().message));
    REQUIRE(written);
    CHECK(test::readText(folder.path() / "copy.gguf") == test::readText(path));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

} // namespace

TEST_CASE("a file with every type of value is written as it was read")
{
    const test::TempDir folder;
    GgufBuilder builder;
    builder.alignment(64);
    builder.u8("u8", 255).u16("u16", 65535).u32("u32", 4294967295u).u64("u64", ~std::uint64_t(0)).i32("i32", -5).i64("i64", -6);
    builder.f32("f32", 0.1f).f64("f64", 1e300).boolean("yes", true).boolean("no", false).text("text", std::string("a\0b", 3));
    builder.rawKey("i8", 1, "\xff").rawKey("i16", 3, "\xfe\xff").u32s("u32s", { 1, 2 }).i32s("i32s", { -1, 0 }).f32s("f32s", { 0.3f });
    builder.booleans("bools", { true, false }).texts("texts", { "", "x" }).u32s("none", {});
    builder.rawKey("bytes", 9, GgufBytes().number(0u).number(std::uint64_t(2)).raw("\x01\xff").bytes());
    builder.rawKey("f64s", 9, GgufBytes().number(12u).number(std::uint64_t(1)).number(0.1).bytes());
    GgufBytes inner;
    inner.number(9u).number(std::uint64_t(2)).number(8u).number(std::uint64_t(1)).text("deep").number(9u).number(std::uint64_t(0));
    builder.rawKey("arrays", 9, inner.bytes());
    builder.tensorF32("a", { 3 }, { 1, 2, 3 }).tensorF32("b", { 1, 2, 1, 2 }, { 1, 2, 3, 4 });
    builder.write(folder.path() / "every.gguf");
    checkCopyIsEqual(folder.path() / "every.gguf");
}

TEST_CASE("golden files are written as they were read")
{
    int files = 0;
    for (const char* name : { "golden/archs", "golden/vocab", "models" }) {
        const auto folder = test::golden(name);
        if (!folder)
            continue;
        for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
            if (entry.path().extension() != ".gguf")
                continue;
            checkCopyIsEqual(entry.path());
            ++files;
        }
    }
    if (files == 0)
        CUTAWAY_SKIP("the golden files are not here");
}

TEST_CASE("what GGUF cannot hold is refused before a file is made")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "x.gguf";
    const auto message = [&](const formats::Metadata& metadata, std::vector<formats::GgufTensor> tensors) {
        const auto writer = formats::GgufWriter::create(path, metadata, std::move(tensors));
        REQUIRE_FALSE(writer);
        return writer.error().message;
    };
    formats::Metadata odd;
    odd.add("a", { std::uint64_t(1), "u33" });
    CHECK(message(odd, {}) == "A GGUF file cannot hold the value of key 'a', which has the type u33.");
    CHECK(message({}, { { std::string(64, 'n'), kernels::DType::f32, { 1 } } }).find("of 64 bytes: from 1 to 63 are allowed") != std::string::npos);
    CHECK(message({}, { { "a", kernels::DType::f32, { 1, 1, 1, 1, 1 } } })
        == "A GGUF file cannot hold the 5 dimensions of tensor 'a': from 1 to 4 are allowed.");
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a file that is not finished leaves nothing")
{
    const test::TempDir folder;
    {
        auto writer = formats::GgufWriter::create(folder.path() / "x.gguf", {}, { { "a", kernels::DType::f32, { 2 } } });
        REQUIRE(writer);
        const float one = 1;
        REQUIRE(writer->write(std::as_bytes(std::span(&one, 1))));
    }
    CHECK(std::filesystem::is_empty(folder.path()));
}
