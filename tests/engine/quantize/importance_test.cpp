#include "engine/quantize/importance.h"

#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

#include <limits>

using namespace cutaway;
using quantize::ImportanceData;

TEST_CASE("importance data comes back as it was written")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "x.gguf";
    ImportanceData data { .entries = {}, .datasets = { "text.txt" }, .chunkCount = 3, .chunkSize = 512 };
    data.entries["blk.0.attn_q.weight"] = { .columns = 3, .sums = { 2, 4, 6 }, .counts = { 2 } };
    data.entries["blk.0.ffn_up_exps.weight"] = { .columns = 2, .sums = { 1, 2, 0, 0 }, .counts = { 4, 0 } };
    REQUIRE(quantize::writeImportance(path, data));
    const auto read = quantize::readImportance(path);
    REQUIRE(read);
    CHECK(read->datasets == data.datasets);
    CHECK(read->chunkCount == 3);
    CHECK(read->chunkSize == 512);
    REQUIRE(read->entries.size() == 2);
    CHECK(*read->meansOf("blk.0.attn_q.weight", 1, 3) == std::vector<float> { 1, 2, 3 });
    CHECK(*read->meansOf("blk.0.ffn_up_exps.weight", 2, 2) == std::vector<float> { 0.25f, 0.5f, 1, 1 });
    CHECK(read->meansOf("absent", 1, 3)->empty());
    CHECK(read->meansOf("blk.0.attn_q.weight", 1, 4).error().message
        == "The importance data of tensor 'blk.0.attn_q.weight' is for 1 matrices of 3 columns; the tensor has 1 of 4.");
}

TEST_CASE("damaged importance files are refused in one sentence")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "x.gguf";
    const auto message = [&](const test::GgufBuilder& builder) {
        builder.write(path);
        const auto read = quantize::readImportance(path);
        REQUIRE_FALSE(read);
        return read.error().message.substr(read.error().message.find("': ") + 3);
    };
    const auto kind = [] { return test::GgufBuilder().text("general.type", "imatrix"); };
    CHECK(message(test::GgufBuilder()) == "key 'general.type' is 'model', wanted is 'imatrix'.");
    CHECK(message(kind().tensorF32("a.in_sum2", { 1, 2 }, { 1, 2 })) == "tensor 'a.counts' is missing.");
    CHECK(message(kind().tensorF32("a.in_sum2", { 1, 2 }, { 1, 2 }).tensorF32("a.counts", { 2 }, { 1, 2 }))
        == "tensor 'a.counts' has 2 elements, wanted is one for each of the 1 rows of 'a.in_sum2'.");
    CHECK(message(kind().tensorF32("a.in_sum2", { 1, 2 }, { 1, -2 }).tensorF32("a.counts", { 1 }, { 1 }))
        == "tensor 'a.in_sum2' holds -2.000000, wanted are finite numbers from 0.");
    const float infinite = std::numeric_limits<float>::infinity();
    CHECK(message(kind().tensorF32("a.in_sum2", { 1, 2 }, { 1, 2 }).tensorF32("a.counts", { 1 }, { infinite }))
        == "tensor 'a.counts' holds inf, wanted are finite numbers from 0.");
    CHECK(message(kind().tensorRaw("a.in_sum2", kernels::DType::f16, { 1, 2 }, std::string(4, '\0')).tensorF32("a.counts", { 1 }, { 1 }))
        == "tensor 'a.in_sum2' is of type F16, wanted is F32.");
}
