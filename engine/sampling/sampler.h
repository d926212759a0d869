#pragma once
#include "engine/base/param_spec.h"
#include "engine/sampling/candidates.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace cutaway::tokenizer {
class Tokenizer;
}

namespace cutaway::sampling {

class SamplingParams;

/// One step of a chain, with its state for one sequence. Never empties the candidates.
class Sampler {
public:
    virtual ~Sampler() = default;
    virtual void apply(Candidates& candidates) = 0;
    /// A token that became part of the sequence: of the prompt, or picked.
    virtual void accept(TokenId) {}
    /// Back to the state before the first token.
    virtual void reset() {}
};

struct SamplerSetup {
    const SamplingParams& params;
    std::size_t vocabSize = 0;
    std::uint64_t seed = 0;
    const tokenizer::Tokenizer* tokenizer = nullptr; ///< null: samplers that look at texts do nothing
};

/// What the registry knows of a sampler. Adding one is a file and a line in this folder's CMakeLists.txt, whose order is that of the chain.
struct SamplerSpec {
    enum class Role {
        edit, ///< changes or removes candidates
        basis, ///< the same, and runs whatever picks
        pick, ///< sets Candidates::picked; one ends every chain
    };
    /// Which samplers run before one that picks.
    enum class Before { all, basisOnly };
    std::string_view name;
    Role role = Role::edit;
    std::string_view help; ///< one English sentence
    std::span<const base::ParamSpec> params;
    /// Null when its parameters make it change nothing.
    std::unique_ptr<Sampler> (*create)(const SamplerSetup&) = nullptr;
    /// Other names that people know it by; case, '-' and '_' do not count in any name.
    std::span<const std::string_view> aliases = {};
    /// For one that picks: whether the parameters ask for it.
    bool (*asked)(const SamplingParams&) = nullptr;
    Before before = Before::all;
    /// Runs only where an order names it.
    bool onlyByName = false;
};

/// All samplers, in the order of the default chain; written by cutaway_family.
std::span<const SamplerSpec* const> samplers();
/// By name or alias; null when there is none.
const SamplerSpec* findSampler(std::string_view name);

} // namespace cutaway::sampling
