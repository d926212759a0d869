// Tokenizer metadata: lines of the input become tokens, merges and a text; single bytes choose kind, types, scores and special ids.
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_spec.h"
#include "tests/fuzz/fuzzed_tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace cutaway;

/// Takes the input apart from its front.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : m_rest(reinterpret_cast<const char*>(data), size) {}

    std::uint8_t byte()
    {
        if (m_rest.empty())
            return 0;
        const auto value = std::uint8_t(m_rest.front());
        m_rest.remove_prefix(1);
        return value;
    }
    std::string line()
    {
        const std::size_t end = std::min(m_rest.find('\n'), m_rest.size());
        std::string text(m_rest.substr(0, end));
        m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
        return text;
    }
    std::vector<std::string> lines(std::size_t count)
    {
        std::vector<std::string> result;
        for (std::size_t i = 0; i < count; ++i)
            result.push_back(line());
        return result;
    }

private:
    std::string_view m_rest;
};

void addIds(Input& input, formats::Metadata& metadata)
{
    for (const char* role : { "bos", "eos", "eot", "unknown", "padding", "seperator", "mask", "fim_pre" }) {
        const std::uint8_t id = input.byte();
        if (id < 200)
            metadata.add("tokenizer.ggml." + std::string(role) + "_token_id", { std::uint64_t(id), "u32" });
    }
    const std::uint8_t flags = input.byte();
    const char* const keys[] { "add_bos_token", "add_eos_token", "add_space_prefix", "remove_extra_whitespaces", "normalizer.lowercase" };
    for (std::size_t i = 0; i < std::size(keys); ++i)
        metadata.add("tokenizer.ggml." + std::string(keys[i]), { (flags >> i & 1) != 0, "bool" });
}

formats::Metadata metadataOf(Input& input)
{
    formats::Metadata metadata;
    const auto kinds = tokenizer::tokenizerKinds();
    const auto preTokenizers = tokenizer::preTokenizers();
    metadata.add("tokenizer.ggml.model", { std::string(kinds[input.byte() % kinds.size()]->model), "str" });
    metadata.add("tokenizer.ggml.pre", { std::string(preTokenizers[input.byte() % preTokenizers.size()].name), "str" });
    addIds(input, metadata);
    const std::size_t tokens = input.byte();
    const std::size_t typed = input.byte() % 4 != 0 ? tokens : input.byte();
    std::vector<std::int64_t> types;
    std::vector<float> scores;
    for (std::size_t i = 0; i < typed; ++i) {
        const std::uint8_t value = input.byte();
        types.push_back(std::int64_t(value % 8) - 1);
        scores.push_back(float(value) - 128);
    }
    const std::size_t merges = input.byte();
    metadata.add("tokenizer.ggml.tokens", { input.lines(tokens), "arr[str]" });
    metadata.add("tokenizer.ggml.token_type", { std::move(types), "arr[i32]" });
    metadata.add("tokenizer.ggml.scores", { std::move(scores), "arr[f32]" });
    metadata.add("tokenizer.ggml.merges", { input.lines(merges), "arr[str]" });
    return metadata;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Input input(data, size);
    const formats::Metadata metadata = metadataOf(input);
    test::fuzzTokenizer(metadata, input.line());
    return 0;
}
