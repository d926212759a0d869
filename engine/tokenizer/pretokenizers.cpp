#include "engine/tokenizer/pretokenizer.h"

#include "engine/tokenizer/pretokenizer_ranges.h"

#include <algorithm>
#include <array>

namespace cutaway::tokenizer {
namespace {

using Flags = PreTokenizer::Flags;

constexpr CharSet kNumbers { .bits = charbit::number };
constexpr CharSet kAnySpace { .bits = charbit::space };
constexpr RunRule kOneNumber { .set = kNumbers, .maximum = 1 };
constexpr RunRule kThreeNumbers { .set = kNumbers, .maximum = 3 };
constexpr RunRule kNumberRun { .set = kNumbers };
constexpr RunRule kThreeDigits { .set = { .ranges = ranges::kDigits }, .minimum = 3, .maximum = 3 };
constexpr RunRule kOneNewline { .set = { .bits = charbit::newline }, .maximum = 1 };
constexpr RunRule kEastAsian { .set = { .ranges = ranges::kEastAsian } };
constexpr RunRule kHanKana { .set = { .ranges = ranges::kHanKana } };
constexpr RunRule kLineRuns { .set = { .ranges = ranges::kLineFeed } };

constexpr WordRule kGpt2Words {
    .contractions = Contractions::lowerCase, .letters = Letters::spaced, .spacedNumbers = true, .newlineRuns = false
};
/// The pattern of Llama 3; digits of a piece differ between models.
constexpr WordRule llamaWords(std::size_t maxDigits)
{
    return { .contractions = Contractions::anyCaseBefore, .maxDigits = maxDigits, .maxTail = WordRule::kNoLimit };
}
/// The pattern of o200k: words are cut where the case changes.
constexpr WordRule casedWords(Contractions contractions, std::size_t maxDigits)
{
    return {
        .contractions = contractions, .letters = Letters::cased, .maxDigits = maxDigits, .slashTail = true, .maxTail = WordRule::kNoLimit
    };
}
constexpr WordRule kQwen35Words {
    .contractions = Contractions::anyCaseBefore, .letters = Letters::withMarks, .maxDigits = 1, .maxTail = WordRule::kNoLimit
};
constexpr WordRule kSignedWords { .letters = Letters::signed_, .maxTail = WordRule::kNoLimit };
constexpr WordRule kPhraseWords { .contractions = Contractions::anyCaseBefore, .letters = Letters::phrases, .maxDigits = 1, .maxTail = 1 };
constexpr WordRule kTaillessWords { .contractions = Contractions::anyCaseBefore, .maxDigits = 1 };
constexpr WordRule kHanWords {
    .contractions = Contractions::anyCaseAfter, .letters = Letters::notHan, .maxDigits = 3, .maxTail = WordRule::kNoLimit
};
constexpr WordRule kJais2Words {
    .contractions = Contractions::anyCaseBefore, .maxDigits = 3, .maxTail = WordRule::kNoLimit, .spaces = Spaces::powersOfTwo
};
constexpr RunRule kBloomWords { .set = { .bits = charbit::space, .ranges = ranges::kBloomSigns, .negated = true },
    .lead = { .ranges = ranges::kSpace } };

constexpr std::array<SplitRule, 4> kDefault { RunRule { .set = { .bits = charbit::punctuation, .ranges = ranges::kDefaultSigns } },
    kGpt2Words, kNumberRun, kThreeDigits };
constexpr std::array<SplitRule, 3> kFalcon { RunRule { .set = { .bits = charbit::punctuation, .ranges = ranges::kFalconSigns } },
    kGpt2Words, kThreeDigits };
constexpr std::array<SplitRule, 1> kGpt2 { kGpt2Words };
constexpr std::array<SplitRule, 2> kStarcoder { kOneNumber, kGpt2Words };
constexpr std::array<SplitRule, 1> kLlama3 { llamaWords(3) };
constexpr std::array<SplitRule, 1> kQwen2 { llamaWords(1) };
constexpr std::array<SplitRule, 1> kQwen35 { kQwen35Words };
constexpr std::array<SplitRule, 2> kMiniCpm5 { kThreeNumbers, llamaWords(0) };
constexpr std::array<SplitRule, 6> kDeepseekLlm { kOneNewline, RunRule { .set = { .ranges = ranges::kDeepseekLetters }, .lead = kAnySpace },
    RunRule { .set = { .ranges = ranges::kDeepseekSigns }, .lead = kAnySpace }, TrailingSpaceRule {}, kEastAsian, kNumberRun };
constexpr std::array<SplitRule, 5> kDeepseekCoder { kOneNewline, RunRule { .set = { .bits = charbit::letter }, .lead = kAnySpace },
    RunRule { .set = { .bits = charbit::punctuation }, .lead = kAnySpace }, kEastAsian, kOneNumber };
constexpr std::array<SplitRule, 3> kDeepseekV3 { kThreeNumbers, kHanKana, kSignedWords };
constexpr std::array<SplitRule, 1> kGpt4o { casedWords(Contractions::anyCaseAfter, 3) };
constexpr std::array<SplitRule, 1> kTekken { casedWords(Contractions::none, 1) };
constexpr std::array<SplitRule, 1> kBloom { kBloomWords };
constexpr std::array<SplitRule, 2> kViking { kBloomWords, kOneNumber };
constexpr std::array<SplitRule, 1> kGemma4 { kLineRuns };
constexpr std::array<SplitRule, 2> kLaguna { kLineRuns, llamaWords(1) };
constexpr std::array<SplitRule, 1> kExaoneMoe { kPhraseWords };
constexpr std::array<SplitRule, 1> kSeedCoder { kTaillessWords };
constexpr std::array<SplitRule, 1> kJais2 { kJais2Words };
constexpr std::array<SplitRule, 1> kKimiK2 { kHanWords };
constexpr std::array<SplitRule, 2> kSuperBpe { kNumberRun, DigitGroupRule {} };
constexpr std::array<SplitRule, 3> kAfmoe { DigitGroupRule {}, RunRule { .set = { .ranges = ranges::kAfmoeScripts } }, kSignedWords };
constexpr std::array<SplitRule, 2> kTinyAya { DigitGroupRule {}, casedWords(Contractions::anyCaseAfter, 3) };
constexpr std::array<SplitRule, 5> kYoutu { RunRule { .set = { .ranges = ranges::kHangul } },
    RunRule { .set = { .ranges = ranges::kYoutuSigns } }, RunRule { .set = { .ranges = ranges::kBopomofo } }, kHanKana,
    casedWords(Contractions::anyCaseAfter, 1) };

constexpr std::array<SplitRule, 6> kChameleon { TaggedRunRule { .prefix = U"<sentinel:", .set = { .ranges = ranges::kDigits }, .suffix = U">" },
    TaggedRunRule { .prefix = U"IMGIMG", .set = { .ranges = ranges::kImageLetters }, .maximum = 4, .suffix = U"Z" }, IndentRule {}, kOneNumber,
    RunRule { .set = { .bits = charbit::punctuation | charbit::asciiSign }, .maximum = 1 }, kGpt2Words };
constexpr std::array<SplitRule, 1> kWhitespace { RunRule { .set = { .bits = charbit::space, .negated = true } } };

constexpr Flags kLlama3Flags { .ignoreMerges = true, .addBos = true, .cleanSpaces = true };
constexpr Flags kClean { .cleanSpaces = true };
constexpr Flags kPlain {};
constexpr Flags kGemma4Flags { .cleanSpaces = true, .byteMap = false, .escapeSpaces = true, .alwaysBos = true };

/// One row a name.
constexpr std::array kTable {
    PreTokenizer { "default", kDefault, kClean },
    PreTokenizer { "llama3", kLlama3, kLlama3Flags },
    PreTokenizer { "llama-v3", kLlama3, kLlama3Flags },
    PreTokenizer { "llama-bpe", kLlama3, kLlama3Flags },
    PreTokenizer { "falcon3", kLlama3, kLlama3Flags },
    PreTokenizer { "falcon-h1", kLlama3, kLlama3Flags },
    PreTokenizer { "pixtral", kLlama3, kLlama3Flags },
    PreTokenizer { "midm-2.0", kLlama3, kLlama3Flags },
    PreTokenizer { "lfm2", kLlama3, kLlama3Flags },
    PreTokenizer { "jina-v5-nano", kLlama3, kLlama3Flags },
    PreTokenizer { "minicpm5", kMiniCpm5, { .ignoreMerges = true, .cleanSpaces = true } },
    PreTokenizer { "deepseek-llm", kDeepseekLlm, kPlain },
    PreTokenizer { "deepseek-coder", kDeepseekCoder, kPlain },
    PreTokenizer { "deepseek-v3", kDeepseekV3, kPlain },
    PreTokenizer { "hunyuan-dense", kDeepseekV3, kPlain },
    PreTokenizer { "joyai-llm", kDeepseekV3, kPlain },
    PreTokenizer { "youtu", kYoutu, { .ignoreMerges = true } },
    PreTokenizer { "falcon", kFalcon, kClean },
    PreTokenizer { "mpt", kGpt2, kClean },
    PreTokenizer { "starcoder", kStarcoder, kClean },
    PreTokenizer { "gpt-2", kGpt2, kClean },
    PreTokenizer { "phi-2", kGpt2, kClean },
    PreTokenizer { "jina-es", kGpt2, kClean },
    PreTokenizer { "jina-de", kGpt2, kClean },
    PreTokenizer { "gigachat", kGpt2, kClean },
    PreTokenizer { "jina-v2-es", kGpt2, kClean },
    PreTokenizer { "jina-v2-de", kGpt2, kClean },
    PreTokenizer { "a.x-4.0", kGpt2, kClean },
    PreTokenizer { "mellum", kGpt2, kClean },
    PreTokenizer { "modern-bert", kGpt2, kClean },
    PreTokenizer { "jina-v1-en", kGpt2, kClean },
    PreTokenizer { "jina-v2-code", kGpt2, kClean },
    PreTokenizer { "roberta-bpe", kGpt2, kClean },
    PreTokenizer { "jais-2", kJais2, kClean },
    PreTokenizer { "gemma4", kGemma4, kGemma4Flags },
    PreTokenizer { "granite-embed-multi-311m", kGemma4, kGemma4Flags },
    PreTokenizer { "sarvam-moe", kGemma4, { .byteMap = false, .escapeSpaces = true } },
    PreTokenizer { "refact", kStarcoder, kClean },
    PreTokenizer { "command-r", kStarcoder, kPlain },
    PreTokenizer { "qwen2", kQwen2, { .nfc = true } },
    PreTokenizer { "deepseek-r1-qwen", kQwen2, { .nfc = true } },
    PreTokenizer { "kormo", kQwen2, kPlain },
    PreTokenizer { "f2llmv2", kQwen2, { .nfc = true } },
    PreTokenizer { "qwen35", kQwen35, { .nfc = true } },
    PreTokenizer { "stablelm2", kQwen2, kClean },
    PreTokenizer { "megrez", kQwen2, kClean },
    PreTokenizer { "olmo", kGpt2, kClean },
    PreTokenizer { "dbrx", kLlama3, kClean },
    PreTokenizer { "smaug-bpe", kLlama3, kClean },
    PreTokenizer { "poro-chat", kBloom, kPlain },
    PreTokenizer { "glm4", kLlama3, { .cleanSpaces = true, .noBos = true } },
    PreTokenizer { "chatglm-bpe", kLlama3, { .cleanSpaces = true, .noBos = true } },
    PreTokenizer { "viking", kViking, kPlain },
    PreTokenizer { "jais", kGpt2, kClean },
    PreTokenizer { "tekken", kTekken, { .ignoreMerges = true, .addBos = true } },
    PreTokenizer { "smollm", kStarcoder, kPlain },
    PreTokenizer { "codeshell", kStarcoder, kClean },
    PreTokenizer { "bloom", kBloom, kClean },
    PreTokenizer { "gpt3-finnish", kBloom, kClean },
    PreTokenizer { "exaone", kStarcoder, kClean },
    PreTokenizer { "exaone4", kGpt2, kClean },
    PreTokenizer { "exaone-moe", kExaoneMoe, kClean },
    PreTokenizer { "minerva-7b", kStarcoder, kClean },
    PreTokenizer { "gpt-4o", kGpt4o, kPlain },
    PreTokenizer { "llama4", kGpt4o, kPlain },
    PreTokenizer { "kanana2", kGpt4o, kPlain },
    PreTokenizer { "talkie", kGpt4o, kPlain },
    PreTokenizer { "granite-embed-multi-97m", kGpt4o, { .ignoreMerges = true } },
    PreTokenizer { "minimax-m2", kGpt4o, kPlain },
    PreTokenizer { "tiny_aya", kTinyAya, kPlain },
    PreTokenizer { "cohere2moe", kTinyAya, kPlain },
    PreTokenizer { "superbpe", kSuperBpe, kPlain },
    PreTokenizer { "trillion", kGpt2, kPlain },
    PreTokenizer { "granite-docling", kGpt2, kPlain },
    PreTokenizer { "bailingmoe", kQwen2, kPlain },
    PreTokenizer { "bailingmoe2", kQwen2, kPlain },
    PreTokenizer { "llada-moe", kQwen2, kPlain },
    PreTokenizer { "seed-coder", kSeedCoder, kPlain },
    PreTokenizer { "hunyuan", kQwen2, kPlain },
    PreTokenizer { "grok-2", kQwen2, kPlain },
    PreTokenizer { "solar-open", kQwen2, kPlain },
    PreTokenizer { "kimi-k2", kKimiK2, { .noMerges = true } },
    PreTokenizer { "afmoe", kAfmoe, kPlain },
    PreTokenizer { "laguna", kLaguna, kPlain },
    PreTokenizer { "mellum2", kStarcoder, kClean },
    PreTokenizer { "chameleon", kChameleon, { .addBos = true } },
    PreTokenizer { "whitespace", kWhitespace, { .cleanSpaces = true, .byteMap = false } },
};

} // namespace

std::span<const PreTokenizer> preTokenizers() { return kTable; }

const PreTokenizer* findPreTokenizer(std::string_view name)
{
    const auto* row = std::ranges::find(kTable, name, &PreTokenizer::name);
    return row == kTable.end() ? nullptr : row;
}

} // namespace cutaway::tokenizer
