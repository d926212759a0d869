#include "app/cli/model_options.h"
#include "engine/runtime/text_tools.h"

#include <cmath>
#include <cstdio>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    return modelOptionsAnd({ { "--file", "-f", "TEXT", "text file" }, { "--chunks", "", "N", "chunks at most; default: all" } });
}

/// -log p(next) from one row of logits.
double surprise(std::span<const float> logits, base::TokenId next)
{
    float maximum = logits[0];
    for (const float logit : logits)
        maximum = std::max(maximum, logit);
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - maximum);
    return maximum + std::log(sum) - logits[std::size_t(next)];
}

struct Score {
    double sum = 0, sumOfSquares = 0;
    std::int64_t count = 0;
    void add(double value)
    {
        sum += value;
        sumOfSquares += value * value;
        ++count;
    }
    double perplexity() const { return std::exp(sum / double(count)); }
    /// Of the perplexity: the standard error of the mean, carried through exp.
    double standardError() const
    {
        const double mean = sum / double(count);
        const double variance = sumOfSquares / double(count) - mean * mean;
        return count < 2 ? 0 : perplexity() * std::sqrt(std::max(0.0, variance) / double(count - 1));
    }
};

/// Positions c/2 ... c-2 of a chunk score the token after them.
base::Status scoreChunk(runtime::Session& session, std::vector<base::TokenId> chunk, const tokenizer::Vocabulary& vocabulary, Score& score)
{
    if (vocabulary.front() != base::kNoToken)
        chunk[0] = vocabulary.front();
    const auto context = std::int64_t(chunk.size());
    session.clear();
    const auto wanted = [context](std::int64_t position) { return position >= context / 2 && position <= context - 2; };
    return session.append(chunk, {}, wanted, [&](std::int64_t position, std::span<const float> logits) { score.add(surprise(logits, chunk[std::size_t(position) + 1])); });
}

base::Status run(const Invocation& invocation)
{
    constexpr std::int32_t rowsAtOnce = 256;
    CUTAWAY_TRY(const std::string text, promptText(invocation.arguments));
    CUTAWAY_TRY(const std::string path, modelPath(invocation.arguments));
    CUTAWAY_TRY(runtime::RunOptions runOptionsWanted, runOptions(invocation.arguments));
    CUTAWAY_TRY(const std::int64_t context, invocation.arguments.integer("--context", 512));
    if (context < 4)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The context is " + std::to_string(context) + "; it must be at least 4." };
    runOptionsWanted.context = context;
    runOptionsWanted.maxOutputs = rowsAtOnce;
    CUTAWAY_TRY(auto opened, openModel(invocation, path, runOptionsWanted));
    CUTAWAY_TRY(const auto tools, runtime::TextTools::load(opened.description->file().metadata));
    CUTAWAY_TRY_STATUS(tools->tokenizer().requireVocabulary());
    const auto tokens = tools->tokenizer().encode(text, { .addSpecial = false, .parseSpecial = false });
    CUTAWAY_TRY(std::int64_t chunks, invocation.arguments.integer("--chunks", std::int64_t(tokens.size()) / context));
    chunks = std::min(chunks, std::int64_t(tokens.size()) / context);
    if (chunks < 1)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The text has " + std::to_string(tokens.size()) + " tokens; one chunk takes " + std::to_string(context) + "." };
    Score score;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
        const auto begin = tokens.begin() + chunk * context;
        CUTAWAY_TRY_STATUS(scoreChunk(*opened.session, { begin, begin + context }, tools->tokenizer().vocabulary(), score));
        if (showsProgress(invocation))
            std::fprintf(stderr, "\r\033[K%lld of %lld chunks: %.4f", static_cast<long long>(chunk) + 1, static_cast<long long>(chunks), score.perplexity());
    }
    if (showsProgress(invocation))
        std::fprintf(stderr, "\r\033[K");
    if (invocation.json)
        std::puts(Json { { "perplexity", score.perplexity() }, { "standardError", score.standardError() }, { "chunks", chunks }, { "tokens", score.count } }.dump(2).c_str());
    else
        std::printf("perplexity %.4f ± %.4f (%lld chunks of %lld tokens, %lld scored)\n", score.perplexity(), score.standardError(), static_cast<long long>(chunks),
            static_cast<long long>(context), static_cast<long long>(score.count));
    return base::ok();
}

} // namespace

extern const CommandSpec perplexity;
constexpr CommandSpec perplexity { "perplexity", "-m F -f TEXT [-c 512] [--chunks N]", "perplexity of a text", options, run };

} // namespace cutaway::cli
