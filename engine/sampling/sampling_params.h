#pragma once
#include "engine/base/ids.h"
#include "engine/base/param_spec.h"
#include "engine/base/result.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cutaway::sampling {

/// What is added to the logit of one token; -infinity forbids it.
struct LogitBias {
    base::TokenId id = base::kNoToken;
    float bias = 0;
};

/// The parameters of all samplers, in the order of the chain.
std::vector<base::ParamSpec> parameters();
/// By key ("top_k") or option ("--top-k"); null when there is none.
const base::ParamSpec* findParameter(std::string_view keyOrOption);

/// Values for the parameters of the samplers; what is not set has its default. Every value inside is within its range.
class SamplingParams {
public:
    /// Errors (invalidArgument): an unknown key, a value outside of its range, a fraction where a whole number is needed.
    base::Status set(std::string_view keyOrOption, double value);
    /// The same from text, as an option or a form gives it.
    base::Status setText(std::string_view keyOrOption, std::string_view text);
    static base::Result<SamplingParams> fromPairs(std::span<const std::pair<std::string, double>> pairs);
    /// @pre the key belongs to a parameter
    double get(std::string_view key) const;

    /// "ID=B", for example "42=-1.5" or "42=-inf".
    base::Status addLogitBias(std::string_view text);
    void addLogitBias(LogitBias bias) { m_logitBias.push_back(bias); }
    std::span<const LogitBias> logitBias() const { return m_logitBias; }

    /// Texts at which the search for repetitions of the sampler "dry" ends.
    void setDryBreakers(std::vector<std::string> texts) { m_dryBreakers = std::move(texts); }
    std::span<const std::string> dryBreakers() const { return m_dryBreakers; }

    /// Which samplers run, and in what order: names with ';' or ',' between. The picking one at the end follows from the temperature.
    base::Status setOrder(std::string_view names);
    /// Names in order; empty: all of them, in the order of the registry.
    std::span<const std::string> order() const { return m_order; }

private:
    std::map<std::string, double, std::less<>> m_values;
    std::vector<LogitBias> m_logitBias;
    std::vector<std::string> m_order;
    std::vector<std::string> m_dryBreakers { "\n", ":", "\"", "*" };
};

} // namespace cutaway::sampling
