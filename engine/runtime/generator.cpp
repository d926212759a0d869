#include "engine/runtime/generator.h"

#include "engine/base/clock.h"
#include "engine/tokenizer/grapheme_stream.h"
#include "engine/tokenizer/stop_matcher.h"
#include "engine/tokenizer/utf8_stream.h"

#include <algorithm>

namespace cutaway::runtime {
namespace {

std::string reuseNote(std::int64_t cached, std::int64_t reused, std::size_t prompt)
{
    if (cached == 0)
        return "nothing was cached";
    std::string note = std::to_string(reused) + " of " + std::to_string(prompt) + " prompt tokens came from the cache";
    if (reused < cached && std::size_t(reused) + 1 < prompt)
        note += "; the conversation differs after token " + std::to_string(reused);
    return note;
}

} // namespace

/// Text of an answer as it grows: bytes become characters, characters wait while they may begin a stop string or are part of a longer emoji.
class Generator::Answer {
public:
    Answer(const tokenizer::Tokenizer& tokenizer, const std::vector<std::string>& stop) : m_tokenizer(tokenizer), m_stop(stop) { }

    /// @return text that may be shown now
    std::string add(base::TokenId token)
    {
        auto output = m_stop.push(m_utf8.push(m_tokenizer.tokenBytes(token)));
        m_stopped = output.stopped;
        std::string text = m_clusters.push(output.text);
        return m_stopped ? text + m_clusters.flush() : text;
    }
    bool stopped() const { return m_stopped; }
    std::string flush()
    {
        if (m_stopped)
            return {};
        std::string rest = m_stop.push(m_utf8.flush()).text;
        rest += m_stop.flush();
        return m_clusters.push(rest) + m_clusters.flush();
    }

private:
    const tokenizer::Tokenizer& m_tokenizer;
    tokenizer::Utf8Stream m_utf8;
    tokenizer::StopMatcher m_stop;
    tokenizer::GraphemeStream m_clusters;
    bool m_stopped = false;
};

base::Status Generator::readPrompt(const GenerateRequest& request, const base::CancelToken& cancel, const GenerateWatcher& watcher, api::GenerateResult& result)
{
    const auto total = std::int32_t(request.prompt.size());
    if (total == 0)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The prompt is empty: there is nothing to continue.", .action = "Write a message first." };
    const std::int64_t positions = m_session.cache().shape().positions;
    if (total > positions) {
        return base::Error { .code = base::ErrorCode::contextFull,
            .message = "The conversation takes " + std::to_string(total) + " tokens; the context holds " + std::to_string(positions) + ".",
            .action = "Load the model with a larger context, or begin a new chat." };
    }
    const auto cached = std::int64_t(m_session.tokens().size());
    const auto reused = std::int32_t(m_session.reusePrefix(request.prompt));
    result.reuseNote = reuseNote(cached, reused, request.prompt.size());
    result.timings.promptTokens = total;
    result.timings.reusedTokens = reused;
    watcher.prompt(reused, total, reused);
    return m_session.prefill(std::span(request.prompt).subspan(std::size_t(reused)), cancel,
        [&](std::int64_t done) { watcher.prompt(reused + std::int32_t(done), total, reused); });
}

base::Result<sampling::Pick> Generator::sample(sampling::ConstrainedChain& chain)
{
    const std::uint64_t start = profile::ticks();
    CUTAWAY_TRY(const sampling::Pick pick, chain.sample(m_session.logits()));
    CUTAWAY_TRY_STATUS(chain.accept(pick.token));
    m_session.recorder().sampled(start, profile::ticks());
    return pick;
}

std::optional<api::StopReason> Generator::reasonToStop(const GenerateRequest& request, const api::GenerateResult& result, const Answer& answer) const
{
    if (answer.stopped())
        return api::StopReason::stopString;
    if (request.grammar && request.grammar->mustEnd())
        return api::StopReason::endOfGeneration;
    if (request.maxTokens > 0 && std::int32_t(result.tokens.size()) >= request.maxTokens)
        return api::StopReason::tokenLimit;
    if (m_session.contextFree() == 0)
        return api::StopReason::contextFull;
    return std::nullopt;
}

base::Result<api::GenerateResult> Generator::run(const GenerateRequest& request, const base::CancelToken& cancel, const GenerateWatcher& watcher)
{
    api::GenerateResult result { .stopReason = api::StopReason::tokenLimit, .seed = request.seed };
    if (request.grammar)
        request.grammar->reset();
    CUTAWAY_TRY(auto chain,
        sampling::ConstrainedChain::create(request.sampling, m_session.logits().size(), request.seed, &m_tokenizer, request.grammar));
    const std::int64_t start = base::nowNs();
    CUTAWAY_TRY_STATUS(readPrompt(request, cancel, watcher, result));
    for (const base::TokenId token : request.prompt)
        chain.acceptPrompt(token);
    result.timings.prefill = base::nowNs() - start;

    Answer answer(m_tokenizer, request.stop);
    const std::int64_t decodeStart = base::nowNs();
    const auto finished = [&](api::StopReason reason) {
        result.stopReason = reason;
        return true;
    };
    for (bool done = request.maxTokens == 0; !done;) {
        CUTAWAY_TRY(const sampling::Pick pick, sample(chain));
        if (result.tokens.empty())
            result.timings.firstToken = base::nowNs() - start;
        if (m_tokenizer.isEndOfGeneration(pick.token)) {
            done = finished(api::StopReason::endOfGeneration);
            break;
        }
        result.tokens.push_back(pick.token);
        const api::TokenPiece piece { .id = pick.token, .text = answer.add(pick.token), .stepId = m_session.lastStep(), .probability = pick.probability };
        result.text += piece.text;
        watcher.piece(piece);
        if (const auto reason = reasonToStop(request, result, answer)) {
            finished(*reason);
            break;
        }
        if (const auto status = m_session.decode(pick.token, cancel); !status) {
            if (status.error().code != base::ErrorCode::cancelled)
                return status.error();
            done = finished(api::StopReason::cancelled);
        } else {
            watcher.step(double(result.tokens.size()) * 1e9 / double(base::nowNs() - decodeStart));
        }
    }
    if (std::string rest = answer.flush(); !rest.empty()) {
        result.text += rest;
        watcher.piece({ .text = std::move(rest) });
    }
    result.timings.decode = base::nowNs() - decodeStart;
    result.timings.generatedTokens = std::int32_t(result.tokens.size());
    if (result.timings.decode > 0)
        result.timings.tokensPerSecond = double(result.tokens.size()) * 1e9 / double(result.timings.decode);
    return result;
}

} // namespace cutaway::runtime
