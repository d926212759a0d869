#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

#include <cstring>

using namespace cutaway;
using test::GgufBuilder;

namespace {

std::string partName(int number, int count)
{
    std::string name = "model-00000-of-00000.gguf";
    name.replace(10, 1, std::to_string(number));
    name.replace(19, 1, std::to_string(count));
    return name;
}

/// The keys of a part, number 0-based.
GgufBuilder part(int number, int count, int tensors = 3)
{
    GgufBuilder builder;
    if (number == 0)
        builder.text("general.architecture", "llama");
    builder.u16("split.no", std::uint16_t(number)).u16("split.count", std::uint16_t(count)).i32("split.tensors.count", tensors);
    return builder;
}

/// A model in three parts, the first without tensors.
void writeParts(const std::filesystem::path& folder)
{
    part(0, 3).write(folder / partName(1, 3));
    part(1, 3).tensorF32("a", { 2 }, { 1, 2 }).write(folder / partName(2, 3));
    part(2, 3).tensorF32("b", { 1 }, { 3 }).tensorF32("c", { 1 }, { 4 }).write(folder / partName(3, 3));
}

std::string refusal(const std::filesystem::path& path)
{
    const auto opened = formats::openModelFile(path);
    REQUIRE_FALSE(opened);
    return opened.error().message;
}

} // namespace

TEST_CASE("a split model opens from any of its parts")
{
    const test::TempDir folder;
    writeParts(folder.path());
    const int opened = GENERATE(1, 2, 3);
    const auto file = formats::openModelFile(folder.path() / partName(opened, 3));
    REQUIRE(file);
    CHECK((*file)->path == folder.path() / partName(1, 3));
    CHECK(*(*file)->metadata.text("general.architecture") == "llama");
    REQUIRE((*file)->tensors.size() == 3);
    std::uint64_t bytes = 0;
    for (int number = 1; number <= 3; ++number)
        bytes += std::filesystem::file_size(folder.path() / partName(number, 3));
    CHECK((*file)->sizeBytes == bytes);
    float value = 0;
    std::memcpy(&value, (*file)->data(*(*file)->find("c")), sizeof(value));
    CHECK(value == 4);
}

TEST_CASE("missing parts are named")
{
    const test::TempDir folder;
    writeParts(folder.path());
    std::filesystem::remove(folder.path() / partName(1, 3));
    CHECK(refusal(folder.path() / partName(2, 3)) == "Of the 3 files of this split model 1 is missing: 'model-00001-of-00003.gguf'.");
    part(0, 9).write(folder.path() / partName(1, 9));
    CHECK(refusal(folder.path() / partName(1, 9))
        == "Of the 9 files of this split model 8 are missing: 'model-00002-of-00009.gguf', 'model-00003-of-00009.gguf', "
           "'model-00004-of-00009.gguf', 'model-00005-of-00009.gguf' and 4 more.");
    CHECK(formats::openModelFile(folder.path() / partName(1, 9)).error().code == base::ErrorCode::notFound);
}

TEST_CASE("parts that contradict each other are refused")
{
    const test::TempDir folder;
    const auto first = folder.path() / partName(1, 3);
    const auto third = folder.path() / partName(3, 3);
    writeParts(folder.path());

    part(1, 3).tensorF32("b", { 1 }, { 3 }).write(third);
    CHECK(refusal(first) == "Damaged file 'model-00003-of-00003.gguf': the key 'split.no' is 1, by its name the file is number 2.");
    part(2, 4).write(third);
    CHECK(refusal(first) == "Damaged file 'model-00003-of-00003.gguf': the key 'split.count' is 4, the other parts have 3.");
    GgufBuilder().tensorF32("b", { 1 }, { 3 }).write(third);
    CHECK(refusal(first) == "Damaged file 'model-00003-of-00003.gguf': the key 'split.count' is 0, the other parts have 3.");
    part(2, 3).tensorF32("b", { 1 }, { 3 }).write(third);
    CHECK(refusal(first)
        == "Damaged file 'model-00001-of-00003.gguf': the key 'split.tensors.count' is 3, but all parts together have 2 tensors.");
    part(2, 3).tensorF32("a", { 1 }, { 3 }).tensorF32("c", { 1 }, { 4 }).write(third);
    CHECK(refusal(first) == "Damaged file 'model-00001-of-00003.gguf': the tensor 'a' stands in two parts of the model, at most one is allowed.");
    std::filesystem::rename(folder.path() / partName(2, 3), folder.path() / "renamed.gguf");
    CHECK(refusal(folder.path() / "renamed.gguf")
        == "Cannot read 'renamed.gguf': by its keys it is part 2 of 3 of a split model, and the name of such a file ends in "
           "'-00002-of-00003.gguf'.");
}
