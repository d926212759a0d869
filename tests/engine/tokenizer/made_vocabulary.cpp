#include "tests/engine/tokenizer/made_vocabulary.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <cstdio>

namespace cutaway::test {
namespace {

/// The printable letters that stand for bytes, in the order of the bytes.
std::vector<std::string> byteLetters()
{
    std::vector<std::string> letters;
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const bool printable = (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
        base::appendUtf8(letters.emplace_back(), printable ? char32_t(byte) : next++);
    }
    return letters;
}

/// `format` with a byte in it as two hexadecimal digits.
std::string hexByte(const char* format, int byte)
{
    char text[8];
    std::snprintf(text, sizeof text, format, byte);
    return text;
}

formats::Metadata metadataOf(const char* model, const std::vector<std::string>& tokens, std::vector<std::int64_t> types)
{
    types.resize(tokens.size(), 1);
    formats::Metadata metadata;
    metadata.add("tokenizer.ggml.model", { std::string(model), "str" });
    metadata.add("tokenizer.ggml.tokens", { tokens, "arr[str]" });
    metadata.add("tokenizer.ggml.token_type", { types, "arr[i32]" });
    return metadata;
}

} // namespace

formats::Metadata plamo2Metadata(const std::vector<std::string>& pieces)
{
    return with(spmMetadata(pieces), "tokenizer.ggml.model", { std::string("plamo2"), "str" });
}

formats::Metadata ugmMetadata(const std::vector<std::string>& pieces)
{
    std::vector<std::string> tokens { "<pad>", "</s>", "<unk>" };
    tokens.insert(tokens.end(), pieces.begin(), pieces.end());
    std::vector<float> scores(3, 0.0f);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        scores.push_back(-1.0f - float(i) / 4);
    formats::Metadata metadata = metadataOf("t5", tokens, { 3, 3, 2 });
    metadata.add("tokenizer.ggml.scores", { scores, "arr[f32]" });
    return metadata;
}

formats::Metadata rwkvMetadata(const std::vector<std::string>& pieces)
{
    std::vector<std::string> tokens { "<unk>" };
    for (int byte = 0; byte < 256; ++byte)
        tokens.push_back(hexByte("\\x%02x", byte));
    tokens.insert(tokens.end(), pieces.begin(), pieces.end());
    return metadataOf("rwkv", tokens, { 2 });
}

formats::Metadata spmMetadata(const std::vector<std::string>& pieces)
{
    std::vector<std::string> tokens { "<unk>", "<s>", "</s>" };
    std::vector<std::int64_t> types { 2, 3, 3 };
    std::vector<float> scores(3, 0.0f);
    for (int byte = 0; byte < 256; ++byte) {
        tokens.push_back(hexByte("<0x%02X>", byte));
        types.push_back(6);
        scores.push_back(0.0f);
    }
    for (const std::string& piece : pieces) {
        scores.push_back(-float(tokens.size()));
        tokens.push_back(piece);
        types.push_back(1);
    }
    formats::Metadata metadata;
    metadata.add("tokenizer.ggml.model", { std::string("llama"), "str" });
    metadata.add("tokenizer.ggml.tokens", { tokens, "arr[str]" });
    metadata.add("tokenizer.ggml.scores", { scores, "arr[f32]" });
    metadata.add("tokenizer.ggml.token_type", { types, "arr[i32]" });
    return metadata;
}

formats::Metadata bpeMetadata(const std::vector<std::string>& merges, const std::vector<std::string>& control, const std::string& pre)
{
    std::vector<std::string> tokens = byteLetters();
    for (std::string merge : merges) {
        std::erase(merge, ' ');
        tokens.push_back(merge);
    }
    std::vector<std::int64_t> types(tokens.size(), 1);
    tokens.insert(tokens.end(), control.begin(), control.end());
    types.resize(tokens.size(), 3);
    formats::Metadata metadata;
    metadata.add("tokenizer.ggml.model", { std::string("gpt2"), "str" });
    metadata.add("tokenizer.ggml.pre", { pre, "str" });
    metadata.add("tokenizer.ggml.tokens", { tokens, "arr[str]" });
    metadata.add("tokenizer.ggml.token_type", { types, "arr[i32]" });
    metadata.add("tokenizer.ggml.merges", { merges, "arr[str]" });
    return metadata;
}

formats::Metadata wpmMetadata(const std::vector<std::string>& pieces)
{
    std::vector<std::string> tokens { "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]" };
    tokens.insert(tokens.end(), pieces.begin(), pieces.end());
    formats::Metadata metadata = metadataOf("bert", tokens, { 3, 2, 3, 3, 3 });
    const std::vector<std::pair<const char*, std::uint64_t>> ids { { "padding", 0 }, { "unknown", 1 }, { "bos", 2 }, { "seperator", 3 },
        { "mask", 4 } };
    for (const auto& [role, id] : ids)
        metadata.add("tokenizer.ggml." + std::string(role) + "_token_id", { id, "u32" });
    return metadata;
}

formats::Metadata without(const formats::Metadata& metadata, const std::string& key)
{
    formats::Metadata result;
    for (const auto& [name, value] : metadata.entries()) {
        if (name != key)
            result.add(name, value);
    }
    return result;
}

formats::Metadata with(const formats::Metadata& metadata, const std::string& key, const formats::MetaValue& value)
{
    formats::Metadata result = without(metadata, key);
    result.add(key, value);
    return result;
}

} // namespace cutaway::test
