#include "engine/quantize/quantize_model.h"

#include "engine/io/mapping_guard.h"
#include "kernels/types/dequant.h"
#include "kernels/types/quantize.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

#include <cstring>
#include <limits>

using namespace cutaway;
using kernels::DType;
using quantize::QuantizeOptions;

namespace {

/// One layer of F32 tensors; more rows than a piece has.
void writeModel(const std::filesystem::path& path, const std::vector<float>& up)
{
    test::GgufBuilder builder;
    builder.text("general.architecture", "llama").u32("llama.block_count", 1).u16("split.count", 0);
    builder.tensorF32("token_embd.weight", { 8, 64 }, test::randomFloats(8 * 64, 1));
    builder.tensorF32("blk.0.attn_norm.weight", { 64 }, test::randomFloats(64, 2));
    builder.tensorF32("blk.0.ffn_up.weight", { std::int64_t(up.size() / 64), 64 }, up);
    builder.write(path);
}

struct Job {
    test::TempDir folder;
    std::filesystem::path in = folder.path() / "in.gguf", out = folder.path() / "out.gguf";
    base::Result<quantize::QuantizeReport> run(const QuantizeOptions& options, const base::CancelToken& cancel = {}) const
    {
        CUTAWAY_TRY(const auto file, formats::openModelFile(in));
        return quantize::quantizeModel(*file, out, options, [](std::uint64_t, std::uint64_t, const std::string&) {}, cancel);
    }
    std::ptrdiff_t files() const { return std::distance(std::filesystem::directory_iterator(folder.path()), {}); }
};

QuantizeOptions mixOf(const char* name)
{
    QuantizeOptions options;
    options.mix = quantize::findMix(name);
    return options;
}

} // namespace

TEST_CASE("a quantised file holds what the quantiser makes of every row, for any number of threads")
{
    const Job job;
    const std::vector<float> up = test::randomFloats(40000 * 64, 3);
    writeModel(job.in, up);
    QuantizeOptions options = mixOf("Q8_0");
    options.threads = 1;
    const auto report = job.run(options);
    REQUIRE(report);
    const std::string once = test::readText(job.out);
    options.threads = 3;
    REQUIRE(job.run(options));
    CHECK(test::readText(job.out) == once);
    CHECK(job.files() == 2);

    const auto file = formats::openModelFile(job.out);
    REQUIRE(file);
    CHECK(*(*file)->metadata.integer("general.file_type") == 7);
    CHECK(*(*file)->metadata.integer("general.quantization_version") == 2);
    CHECK_FALSE((*file)->metadata.has("split.count"));
    CHECK((*file)->find("blk.0.attn_norm.weight")->type == DType::f32);
    const formats::TensorEntry* entry = (*file)->find("blk.0.ffn_up.weight");
    REQUIRE(entry->type == DType::q8_0);
    std::vector<std::byte> wanted(entry->sizeBytes);
    std::vector<float> back(up.size());
    for (std::size_t row = 0; row < up.size() / 64; ++row)
        kernels::quantizer(DType::q8_0)({ up.data() + row * 64, 64, nullptr, wanted.data() + row * 68 });
    CHECK(std::memcmp(wanted.data(), (*file)->data(*entry), wanted.size()) == 0);
    kernels::dequantizeRow(DType::q8_0, wanted.data(), std::int64_t(up.size()), back.data());
    CHECK(report->tensors.back().relativeError == Approx(std::sqrt(test::nmse(back, up))));
    CHECK(report->bytesAfter == once.size());
}

TEST_CASE("a tensor gets the type that the first matching pattern names")
{
    const Job job;
    writeModel(job.in, test::randomFloats(4 * 64, 3));
    QuantizeOptions options = mixOf("F16");
    options.overrides = { { "FFN_.*", DType::bf16 }, { "ffn_up", DType::q8_0 } };
    REQUIRE(job.run(options));
    const auto file = formats::openModelFile(job.out);
    CHECK((*file)->find("blk.0.ffn_up.weight")->type == DType::bf16);
    CHECK((*file)->find("token_embd.weight")->type == DType::f16);
    options.overrides = { { "(", DType::bf16 } };
    CHECK(job.run(options).error().message == "The pattern '(' of tensor names is no regular expression.");
}

TEST_CASE("what cannot be done is refused before a file is made")
{
    const Job job;
    writeModel(job.in, test::randomFloats(4 * 64, 3));
    REQUIRE(job.run(mixOf("Q8_0")));
    std::filesystem::rename(job.out, job.in);
    QuantizeOptions options;
    options.overrides = { { "ffn_up", DType::q4_0 } };
    const auto twice = job.run(options);
    REQUIRE_FALSE(twice);
    if (kernels::quantizer(DType::q4_0))
        CHECK(twice.error().message == "Tensor 'blk.0.ffn_up.weight' is Q8_0 already; making it Q4_0 rounds twice, which costs quality.");
    CHECK(job.run(mixOf("F16")));
    std::filesystem::remove(job.out);

    writeModel(job.in, std::vector<float>(128, std::numeric_limits<float>::quiet_NaN()));
    CHECK(job.run(mixOf("Q8_0")).error().message == "Tensor 'blk.0.ffn_up.weight' holds values that are not finite, which type Q8_0 cannot hold.");
    QuantizeOptions misfit = mixOf("Q8_0");
    misfit.importance = quantize::ImportanceData {};
    misfit.importance->entries["blk.0.ffn_up.weight"] = { .columns = 63, .sums = std::vector<float>(63), .counts = { 1 } };
    CHECK(job.run(misfit).error().message.find("1 matrices of 63 columns") != std::string::npos);
    CHECK(job.files() == 1);
}

TEST_CASE("stopping leaves nothing, and an old file stays")
{
    const Job job;
    writeModel(job.in, test::randomFloats(4 * 64, 3));
    test::GgufBuilder().text("old", "file").write(job.out);
    const std::string old = test::readText(job.out);
    base::CancelSource source;
    const auto file = formats::openModelFile(job.in);
    const auto stopped = quantize::quantizeModel(
        **file, job.out, mixOf("Q8_0"),
        [&](std::uint64_t, std::uint64_t, const std::string& tensor) {
            if (tensor == "blk.0.ffn_up.weight")
                source.cancel();
        },
        source.token());
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == base::ErrorCode::cancelled);
    CHECK(test::readText(job.out) == old);
    CHECK(job.files() == 2);
}

TEST_CASE("a model that becomes shorter while it is quantised is an error, and leaves nothing")
{
    io::guardMappings();
    const Job job;
    writeModel(job.in, test::randomFloats(4 * 64, 3));
    const auto file = formats::openModelFile(job.in);
    const auto broken = quantize::quantizeModel(
        **file, job.out, mixOf("Q8_0"), [&](std::uint64_t, std::uint64_t, const std::string&) { std::filesystem::resize_file(job.in, 16); }, {});
    REQUIRE_FALSE(broken);
    CHECK(broken.error().code == base::ErrorCode::ioFailed);
    CHECK(broken.error().subject == job.in);
    CHECK(job.files() == 1);
}

TEST_CASE("importance data is noted in the file")
{
    const Job job;
    writeModel(job.in, test::randomFloats(4 * 64, 3));
    QuantizeOptions options = mixOf("Q8_0");
    options.importance = quantize::ImportanceData { .entries = {}, .datasets = { "text.txt" }, .chunkCount = 4, .chunkSize = 512 };
    options.importance->entries["blk.0.ffn_up.weight"] = { .columns = 64, .sums = std::vector<float>(64, 1.0f), .counts = { 1 } };
    options.importanceFile = "importance.gguf";
    REQUIRE(job.run(options));
    const auto file = formats::openModelFile(job.out);
    CHECK(*(*file)->metadata.text("quantize.imatrix.file") == "importance.gguf");
    CHECK(*(*file)->metadata.text("quantize.imatrix.dataset") == "text.txt");
    CHECK(*(*file)->metadata.integer("quantize.imatrix.entries_count") == 1);
    CHECK(*(*file)->metadata.integer("quantize.imatrix.chunks_count") == 4);
}
