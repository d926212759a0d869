#include "engine/tokenizer/token_rules.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cutaway::tokenizer {
namespace {

using std::string_view;

struct RoleTexts {
    TokenId SpecialIds::* id;
    std::span<const string_view> texts; ///< the first one that is a token gets the role
};

constexpr std::array<string_view, 11> kEndOfTurn { "<|eot_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "<|endoftext|>",
    "<|end_of_text|>", "<EOT>", "_<EOT>", "[EOT]", "<｜end▁of▁sentence｜>", "<end_of_utterance>" };
constexpr std::array<string_view, 1> kEndOfMessage { "<|eom_id|>" };
constexpr std::array<string_view, 8> kFimPrefix { "<|fim_prefix|>", "<fim-prefix>", "<fim_prefix>", "<｜fim▁begin｜>", "<PRE>", "▁<PRE>",
    "<|code_prefix|>", "<|prefix|>" };
constexpr std::array<string_view, 8> kFimSuffix { "<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>", "<｜fim▁hole｜>", "<SUF>", "▁<SUF>",
    "<|code_suffix|>", "<|suffix|>" };
constexpr std::array<string_view, 8> kFimMiddle { "<|fim_middle|>", "<fim-middle>", "<fim_middle>", "<｜fim▁end｜>", "<MID>", "▁<MID>",
    "<|code_middle|>", "<|middle|>" };
constexpr std::array<string_view, 5> kFimPadding { "<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]" };
constexpr std::array<string_view, 5> kFimRepository { "<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>" };
constexpr std::array<string_view, 1> kFimSeparator { "<|file_sep|>" };

constexpr std::array kRoles {
    RoleTexts { &SpecialIds::eot, kEndOfTurn },
    RoleTexts { &SpecialIds::eom, kEndOfMessage },
    RoleTexts { &SpecialIds::fimPrefix, kFimPrefix },
    RoleTexts { &SpecialIds::fimSuffix, kFimSuffix },
    RoleTexts { &SpecialIds::fimMiddle, kFimMiddle },
    RoleTexts { &SpecialIds::fimPadding, kFimPadding },
    RoleTexts { &SpecialIds::fimRepository, kFimRepository },
    RoleTexts { &SpecialIds::fimSeparator, kFimSeparator },
};

/// Besides "</s>", which has a rule of its own.
constexpr std::array<string_view, 21> kEndOfGeneration { "<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>",
    "<|calls|>", "<end_of_turn>", "<|endoftext|>", "<|eom_id|>", "<EOT>", "_<EOT>", "[EOT]", "[EOS]", "<|end_of_text|>",
    "<end_of_utterance>", "<eos>", "<turn|>", "<|tool_response>", "<｜end▁of▁sentence｜>", "[e~[" };

TokenAttributes* attributesOf(TokenRules& rules, string_view text)
{
    const TokenId id = rules.index.find(text);
    return id == kNoToken ? nullptr : &rules.attributes[std::size_t(id)];
}

void findRoles(TokenRules& rules)
{
    for (const RoleTexts& role : kRoles) {
        if (rules.special.*role.id != kNoToken)
            continue;
        for (const string_view text : role.texts) {
            const TokenId id = rules.index.find(text);
            if (id == kNoToken)
                continue;
            rules.special.*role.id = id;
            rules.attributes[std::size_t(id)].add(TokenAttribute::control);
            break;
        }
    }
}

void markUnused(TokenRules& rules)
{
    for (std::size_t id = 0; id < rules.texts.size(); ++id) {
        if (rules.attributes[id].has(TokenAttribute::control) && rules.texts[id].find("unused") != std::string::npos)
            rules.attributes[id].add(TokenAttribute::unused);
    }
}

/// "</s>" is the HTML tag in some vocabularies: it ends a generation only where the file says that it is a control
/// token, or where it is the EOS, given or by default.
void addClosingTag(TokenRules& rules, std::vector<TokenId>& ends)
{
    const TokenId id = rules.index.find("</s>");
    if (id == kNoToken)
        return;
    const bool isEos = id == rules.special.eos || id == rules.defaultEos;
    if (!isEos && !rules.attributes[std::size_t(id)].has(TokenAttribute::control))
        return;
    rules.attributes[std::size_t(id)].add(TokenAttribute::control);
    const TokenId toolResponse = rules.index.find("<|tool_response>");
    if (toolResponse == kNoToken || isEos)
        ends.push_back(id);
}

bool contains(const std::vector<TokenId>& ids, const TokenRules& rules, string_view text)
{
    const TokenId id = rules.index.find(text);
    return id != kNoToken && std::ranges::find(ids, id) != ids.end();
}

/// Where a message ends with "<|return|>" or "<|call|>", "<|end|>" only separates its parts.
void keepInnerEnd(const TokenRules& rules, std::vector<TokenId>& ends)
{
    const bool call = contains(ends, rules, "<|call|>") || contains(ends, rules, "<|calls|>");
    if (call && (contains(ends, rules, "<|return|>") || contains(ends, rules, "<|flush|>")))
        std::erase(ends, rules.index.find("<|end|>"));
}

std::string lowerAscii(string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return lower;
}

bool isSpecial(TokenAttributes attributes)
{
    return attributes.has(TokenAttribute::control) || attributes.has(TokenAttribute::userDefined)
        || attributes.has(TokenAttribute::unknown);
}

} // namespace

std::optional<unsigned char> byteOfToken(string_view text)
{
    if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>')
        return std::nullopt;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data() + 3, text.data() + 5, value, 16);
    return error == std::errc {} && end == text.data() + 5 ? std::optional(static_cast<unsigned char>(value)) : std::nullopt;
}

std::vector<TokenId> applyTokenRules(TokenRules& rules)
{
    findRoles(rules);
    markUnused(rules);
    std::vector<TokenId> ends { rules.special.fimPadding, rules.special.fimRepository, rules.special.fimSeparator };
    for (const string_view text : kEndOfGeneration) {
        const TokenId id = rules.index.find(text);
        if (id == kNoToken)
            continue;
        rules.attributes[std::size_t(id)].add(TokenAttribute::control);
        ends.push_back(id);
    }
    addClosingTag(rules, ends);
    ends.insert(ends.end(), { rules.special.eos, rules.special.eot, rules.special.eom });
    keepInnerEnd(rules, ends);
    std::erase(ends, kNoToken);
    std::ranges::sort(ends);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

void applyStripRules(TokenRules& rules, string_view modelName, string_view architecture, string_view preTokenizer)
{
    const auto has = [](string_view text, string_view part) { return text.find(part) != string_view::npos; };
    const std::string name = lowerAscii(modelName);
    if (has(preTokenizer, "jina-v2-de") || has(preTokenizer, "jina-v2-es") || has(preTokenizer, "jina-v2-code")
        || has(architecture, "nomic-bert-moe") || has(architecture, "jina-bert-v3")) {
        if (TokenAttributes* mask = attributesOf(rules, "<mask>"))
            mask->add(TokenAttribute::leftStrip);
    } else if (has(name, "phi-3") || has(name, "phi3")) {
        for (std::size_t id = 0; id < rules.texts.size(); ++id) {
            if (isSpecial(rules.attributes[id]) || rules.texts[id] == "</s>")
                rules.attributes[id].add(TokenAttribute::rightStrip);
        }
        for (const string_view text : { "<unk>", "<s>", "<|endoftext|>" }) {
            if (TokenAttributes* attributes = attributesOf(rules, text))
                attributes->remove(TokenAttribute::rightStrip);
        }
    } else if (has(name, "modern-bert")) {
        if (TokenAttributes* mask = attributesOf(rules, "[MASK]"))
            mask->add(TokenAttribute::leftStrip);
    }
}

} // namespace cutaway::tokenizer
