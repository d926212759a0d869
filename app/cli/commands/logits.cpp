#include "app/cli/model_options.h"
#include "engine/io/atomic_file.h"

#include <cstdio>
#include <utility>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    return modelOptionsAnd({ { "--tokens", "", "IDS", "token ids, separated by spaces" }, { "--step", "", "", "feed one token at a time after the first" },
        { "--out", "-o", "FILE", "float32 little endian [nTokens, nVocab]" } });
}

base::Status run(const Invocation& invocation)
{
    const Arguments& arguments = invocation.arguments;
    CUTAWAY_TRY(const auto tokens, parseTokens(arguments.text("--tokens").value_or("")));
    const std::string path = arguments.text("--out").value_or("");
    if (path.empty())
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No output file was named.", .action = "Add --out FILE." };
    constexpr std::int32_t rowsAtOnce = 64;
    CUTAWAY_TRY(auto opened, openModel(invocation, rowsAtOnce));
    CUTAWAY_TRY(auto out, io::AtomicFile::create(path));
    base::Status written = base::ok();
    const auto everyPosition = [](std::int64_t) { return true; };
    const auto write = [&](std::int64_t, std::span<const float> row) {
        if (written)
            written = out.write(std::as_bytes(row));
    };
    const std::span<const base::TokenId> all(tokens);
    if (arguments.has("--step")) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            CUTAWAY_TRY_STATUS(opened.session->append(all.subspan(i, 1), {}, everyPosition, write));
        }
    } else {
        CUTAWAY_TRY_STATUS(opened.session->append(all, {}, everyPosition, write));
    }
    CUTAWAY_TRY_STATUS(std::move(written));
    CUTAWAY_TRY_STATUS(out.finish());
    const auto nVocab = opened.description->hparams().nVocab;
    if (invocation.json)
        std::puts(Json { { "tokens", tokens.size() }, { "vocabulary", nVocab }, { "file", path } }.dump(2).c_str());
    else
        std::printf("%zu rows of %lld logits in %s\n", tokens.size(), static_cast<long long>(nVocab), path.c_str());
    return base::ok();
}

} // namespace

extern const CommandSpec logits;
constexpr CommandSpec logits { "logits", "-m F --tokens \"1 2 3\" [--ubatch N] [--step] --out FILE", "logits of every position", options, run };

} // namespace cutaway::cli
