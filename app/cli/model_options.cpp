#include "app/cli/model_options.h"

#include "app/cli/progress_line.h"
#include "engine/base/clock.h"
#include "kernels/types/dtype.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace cutaway::cli {

std::vector<OptionSpec> modelOptions()
{
    return {
        { "--model", "-m", "FILE", "model file (GGUF)" },
        { "--threads", "-t", "N", "threads for decode; default: one per physical core" },
        { "--threads-batch", "", "N", "threads for prefill; default: as --threads" },
        { "--context", "-c", "N", "context in tokens; default: the smaller of trained and 4096" },
        { "--batch", "-b", "N", "tokens submitted at once; at most this many go into a ubatch" },
        { "--ubatch", "-ub", "N", "tokens computed at once; default 512" },
        { "--kv-type-k", "", "T", "type of cached keys: F16 or F32" },
        { "--kv-type-v", "", "T", "type of cached values: the same as of keys" },
        { "--isa", "", "NAME", "caps the CPU kernels: generic or avx2" },
        { "--device", "", "NAME", "device to run on: cpu" },
        { "--reference", "", "", "run the op references in F32: slow and exact" },
        { "--record", "", "on|off", "profiler events; default on" },
        { "--override", "", "KEY=TYPE:VALUE", "sets a metadata key for this run; may be given several times" },
    };
}

std::vector<OptionSpec> modelOptionsAnd(std::vector<OptionSpec> more)
{
    std::vector<OptionSpec> all = modelOptions();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

base::Result<std::string> modelPath(const Arguments& arguments)
{
    if (const auto path = arguments.text("--model"))
        return *path;
    return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No model file was named.", .action = "Add -m FILE." };
}

static base::Result<kernels::DType> kvType(const Arguments& arguments)
{
    const std::string key = arguments.text("--kv-type-k").value_or("F16");
    const std::string value = arguments.text("--kv-type-v").value_or(key);
    const auto* type = kernels::findDType(key);
    const auto* other = kernels::findDType(value);
    if (type && type == other && (type->type == kernels::DType::f16 || type->type == kernels::DType::f32))
        return type->type;
    return base::Error { .code = base::ErrorCode::unsupported, .message = "A KV cache with keys of type " + key + " and values of type " + value + " is not supported.",
        .action = "Use F16 for both, or F32 for both." };
}

static base::Result<bool> onOff(const Arguments& arguments, std::string_view option, bool fallback)
{
    const auto value = arguments.text(option);
    if (!value)
        return fallback;
    if (*value != "on" && *value != "off")
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The value '" + *value + "' of " + std::string(option) + " must be on or off." };
    return *value == "on";
}

base::Result<runtime::RunOptions> runOptions(const Arguments& arguments)
{
    runtime::RunOptions options;
    CUTAWAY_TRY(options.context, arguments.integer("--context", 0));
    CUTAWAY_TRY(const auto threads, arguments.integer("--threads", 0));
    CUTAWAY_TRY(const auto threadsBatch, arguments.integer("--threads-batch", 0));
    CUTAWAY_TRY(const auto batch, arguments.integer("--batch", 1 << 16));
    CUTAWAY_TRY(const auto ubatch, arguments.integer("--ubatch", 512));
    options.threads = int(threads);
    options.threadsBatch = int(threadsBatch);
    options.ubatch = std::int32_t(std::min(ubatch, batch));
    CUTAWAY_TRY(options.kvType, kvType(arguments));
    CUTAWAY_TRY(options.record, onOff(arguments, "--record", true));
    options.isa = arguments.text("--isa").value_or("");
    options.reference = arguments.has("--reference");
    if (const auto device = arguments.text("--device"); device && *device != "cpu")
        return base::Error { .code = base::ErrorCode::notFound, .message = "There is no device '" + *device + "'; this build has cpu.", .subject = *device };
    return options;
}

base::Result<std::vector<formats::MetadataOverride>> metadataOverrides(const Arguments& arguments)
{
    std::vector<formats::MetadataOverride> overrides;
    for (const std::string& text : arguments.all("--override")) {
        CUTAWAY_TRY(auto override, formats::parseMetadataOverride(text));
        overrides.push_back(std::move(override));
    }
    return overrides;
}

base::Result<OpenedModel> openModel(const Invocation& invocation, std::int32_t maxOutputs)
{
    CUTAWAY_TRY(const std::string path, modelPath(invocation.arguments));
    CUTAWAY_TRY(runtime::RunOptions options, runOptions(invocation.arguments));
    options.maxOutputs = maxOutputs;
    return openModel(invocation, path, options);
}

base::Result<OpenedModel> openModel(const Invocation& invocation, const std::string& path, const runtime::RunOptions& options)
{
    OpenedModel opened;
    const std::int64_t start = base::nowNs();
    CUTAWAY_TRY(const auto overrides, metadataOverrides(invocation.arguments));
    CUTAWAY_TRY(opened.description, runtime::ModelDescription::open(path, overrides));
    {
        ProgressLine line(invocation);
        const auto progress = [&line](std::uint64_t done, std::uint64_t total, const std::string& name) { return line.show(done, total, name), true; };
        CUTAWAY_TRY(opened.model, runtime::LoadedModel::load(opened.description, options, progress));
    }
    opened.recorder = std::make_unique<profile::Recorder>(opened.model->workers());
    opened.recorder->setEnabled(options.record);
    CUTAWAY_TRY(opened.session, runtime::Session::create(opened.model, *opened.recorder));
    opened.loadNs = base::nowNs() - start;
    return opened;
}

base::Result<std::vector<base::TokenId>> parseTokens(const std::string& text)
{
    std::vector<base::TokenId> tokens;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        char* end = nullptr;
        const long value = std::strtol(word.c_str(), &end, 10);
        if (*end != 0 || value < 0 || value > 0x7fffffffL)
            return base::Error { .code = base::ErrorCode::invalidArgument, .message = "'" + word + "' is not a token id." };
        tokens.push_back(base::TokenId(value));
    }
    if (tokens.empty())
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No token ids were given.", .action = "Add --tokens \"1 2 3\"." };
    return tokens;
}

base::Result<std::string> readFile(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    std::error_code ignored;
    if (!in || std::filesystem::is_directory(path, ignored))
        return base::Error { .code = base::ErrorCode::notFound, .message = "The file " + path + " cannot be opened.", .subject = path };
    return std::string { std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>() };
}

base::Result<std::string> promptText(const Arguments& arguments)
{
    if (const auto text = arguments.text("--prompt"))
        return *text;
    if (const auto file = arguments.text("--file"))
        return readFile(*file);
    return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No text was given.", .action = "Add -p TEXT or -f FILE." };
}

} // namespace cutaway::cli
