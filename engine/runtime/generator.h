#pragma once
#include "engine/api/values.h"
#include "engine/runtime/session.h"
#include "engine/sampling/constrained_chain.h"
#include "engine/tokenizer/tokenizer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cutaway::runtime {

/// One answer to be made.
struct GenerateRequest {
    std::vector<base::TokenId> prompt; ///< the whole sequence; what the cache holds of it is not computed again
    sampling::SamplingParams sampling;
    std::uint64_t seed = 0;
    std::int32_t maxTokens = -1;       ///< -1: until the model ends or the context is full
    std::vector<std::string> stop;
    /// What the answer must match, begun anew by run(); null: anything. TextTools::grammar() makes it.
    std::shared_ptr<grammar::GrammarMatcher> grammar;
};

/// Who watches while it is made. All are called on the generating thread.
struct GenerateWatcher {
    std::function<void(const api::TokenPiece&)> piece = [](const api::TokenPiece&) {};
    /// done, total and reused prompt tokens
    std::function<void(std::int32_t, std::int32_t, std::int32_t)> prompt = [](std::int32_t, std::int32_t, std::int32_t) {};
    /// After each decode step: tokens per second so far.
    std::function<void(double)> step = [](double) {};
};

/// The one loop that turns a prompt into an answer: prefix reuse, prefill, sampling, stop strings, complete characters; an answer held to a
/// grammar ends (StopReason::endOfGeneration) as soon as the grammar lets nothing follow.
class Generator {
public:
    Generator(Session& session, const tokenizer::Tokenizer& tokenizer) : m_session(session), m_tokenizer(tokenizer) { }

    /// Errors: contextFull when the prompt does not fit; cancelled when stopped before the first token; those of the sampler chain.
    /// Stopped later, it ends with StopReason::cancelled and the text so far.
    base::Result<api::GenerateResult> run(const GenerateRequest& request, const base::CancelToken& cancel, const GenerateWatcher& watcher);

private:
    class Answer;
    base::Result<sampling::Pick> sample(sampling::ConstrainedChain& chain);
    std::optional<api::StopReason> reasonToStop(const GenerateRequest& request, const api::GenerateResult& result, const Answer& answer) const;
    base::Status readPrompt(const GenerateRequest& request, const base::CancelToken& cancel, const GenerateWatcher& watcher, api::GenerateResult& result);

    Session& m_session;
    const tokenizer::Tokenizer& m_tokenizer;
};

} // namespace cutaway::runtime
