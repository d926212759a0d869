#include "app/cli/progress_line.h"
#include "app/cli/text_chunks.h"

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
base::Status scoreChunk(runtime::Session& session, const std::vector<base::TokenId>& chunk, Score& score)
{
    const auto context = std::int64_t(chunk.size());
    session.clear();
    const auto wanted = [context](std::int64_t position) { return position >= context / 2 && position <= context - 2; };
    return session.append(chunk, {}, wanted, [&](std::int64_t position, std::span<const float> logits) { score.add(surprise(logits, chunk[std::size_t(position) + 1])); });
}

base::Status run(const Invocation& invocation)
{
    constexpr std::int32_t rowsAtOnce = 256;
    constexpr std::int64_t shortest = 4;
    CUTAWAY_TRY(const TextChunks text, textChunks(invocation.arguments, shortest));
    CUTAWAY_TRY(const std::string path, modelPath(invocation.arguments));
    CUTAWAY_TRY(runtime::RunOptions wanted, runOptions(invocation.arguments));
    wanted.context = text.length;
    wanted.maxOutputs = rowsAtOnce;
    CUTAWAY_TRY(auto opened, openModel(invocation, path, wanted));
    Score score;
    ProgressLine line(invocation);
    for (std::int64_t i = 0; i < text.count; ++i) {
        CUTAWAY_TRY_STATUS(scoreChunk(*opened.session, text.chunk(i), score));
        line.show(std::to_string(i + 1) + " of " + std::to_string(text.count) + " chunks: " + std::to_string(score.perplexity()));
    }
    line.clear();
    if (invocation.json)
        std::puts(Json { { "perplexity", score.perplexity() }, { "standardError", score.standardError() }, { "chunks", text.count }, { "tokens", score.count } }.dump(2).c_str());
    else
        std::printf("perplexity %.4f ± %.4f (%lld chunks of %lld tokens, %lld scored)\n", score.perplexity(), score.standardError(), static_cast<long long>(text.count),
            static_cast<long long>(text.length), static_cast<long long>(score.count));
    return base::ok();
}

} // namespace

extern const CommandSpec perplexity;
constexpr CommandSpec perplexity { "perplexity", "-m F -f TEXT [-c 512] [--chunks N]", "perplexity of a text", options, run };

} // namespace cutaway::cli
