#include "engine/sampling/sampling_params.h"

#include "engine/base/text.h"
#include "engine/sampling/sampler.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace cutaway::sampling {
namespace {

base::Error invalid(std::string message, std::string_view subject)
{
    return { base::ErrorCode::invalidArgument, std::move(message), std::string(subject.substr(0, 64)), {} };
}

std::string numberText(double value)
{
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return { buffer, end };
}

/// A number that fills the whole text.
template <class Number> bool readWhole(std::string_view text, Number& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && error == std::errc {} && end == text.data() + text.size();
}

/// A name less what people write differently.
std::string plain(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        if (c != '-' && c != '_')
            text += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    }
    return text;
}

} // namespace

const SamplerSpec* findSampler(std::string_view name)
{
    const auto known = [wanted = plain(name)](const SamplerSpec* spec) {
        return plain(spec->name) == wanted || std::ranges::any_of(spec->aliases, [&](std::string_view alias) { return plain(alias) == wanted; });
    };
    const auto it = std::ranges::find_if(samplers(), known);
    return it == samplers().end() ? nullptr : *it;
}

std::vector<base::ParamSpec> parameters()
{
    std::vector<base::ParamSpec> all;
    for (const SamplerSpec* sampler : samplers())
        all.insert(all.end(), sampler->params.begin(), sampler->params.end());
    return all;
}

const base::ParamSpec* findParameter(std::string_view keyOrOption)
{
    for (const SamplerSpec* sampler : samplers()) {
        for (const base::ParamSpec& spec : sampler->params) {
            if (spec.key == keyOrOption || spec.option == keyOrOption)
                return &spec;
        }
    }
    return nullptr;
}

base::Status SamplingParams::set(std::string_view keyOrOption, double value)
{
    const base::ParamSpec* spec = findParameter(keyOrOption);
    if (!spec)
        return invalid("there is no sampling parameter " + base::quoted(keyOrOption), keyOrOption);
    const std::string key(spec->key);
    if (!(value >= spec->minimum && value <= spec->maximum))
        return invalid(
            key + " is " + numberText(value) + "; it must be from " + numberText(spec->minimum) + " to " + numberText(spec->maximum), key);
    if (spec->type != base::ParamSpec::Type::real && value != std::floor(value))
        return invalid(key + " is " + numberText(value) + "; it must be a whole number", key);
    m_values[key] = value;
    return base::ok();
}

base::Status SamplingParams::setText(std::string_view keyOrOption, std::string_view text)
{
    double value = 0;
    if (!readWhole(text, value))
        return invalid(std::string(keyOrOption) + " is " + base::quoted(text) + "; it must be a number", keyOrOption);
    return set(keyOrOption, value);
}

base::Result<SamplingParams> SamplingParams::fromPairs(std::span<const std::pair<std::string, double>> pairs)
{
    SamplingParams params;
    for (const auto& [key, value] : pairs) {
        CUTAWAY_TRY([[maybe_unused]] const auto done, params.set(key, value));
    }
    return params;
}

double SamplingParams::get(std::string_view key) const
{
    const base::ParamSpec* spec = findParameter(key);
    CUTAWAY_CHECK(spec != nullptr);
    const auto it = m_values.find(spec->key);
    return it == m_values.end() ? spec->defaultValue : it->second;
}

base::Status SamplingParams::addLogitBias(std::string_view text)
{
    const std::size_t equals = text.find('=');
    LogitBias bias;
    if (equals == text.npos || !readWhole(text.substr(0, equals), bias.id) || !readWhole(text.substr(equals + 1), bias.bias) || bias.id < 0)
        return invalid("the logit bias " + base::quoted(text) + " must be ID=B, for example 42=-1.5 or 42=-inf", text);
    if (!(bias.bias < std::numeric_limits<float>::infinity()))
        return invalid("the logit bias of token " + std::to_string(bias.id) + " must be a number or -inf", text);
    addLogitBias(bias);
    return base::ok();
}

base::Status SamplingParams::setOrder(std::string_view names)
{
    std::vector<std::string> order;
    while (!names.empty()) {
        const std::size_t end = std::min(names.find_first_of(";,"), names.size());
        const std::string_view name = names.substr(0, end);
        names.remove_prefix(std::min(end + 1, names.size()));
        const SamplerSpec* known = findSampler(name);
        if (!known)
            return invalid("there is no sampler " + base::quoted(name), name);
        if (known->role == SamplerSpec::Role::pick)
            return invalid("the sampler " + base::quoted(name) + " ends a chain by itself; leave it out of the list", name);
        order.emplace_back(known->name);
    }
    if (order.empty())
        return invalid("the list of samplers is empty", "samplers");
    m_order = std::move(order);
    return base::ok();
}

} // namespace cutaway::sampling
