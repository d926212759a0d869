#include "engine/base/text.h"
#include "engine/tokenizer/bpe_model.h"
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_spec.h"

namespace cutaway::tokenizer {
namespace {

constexpr const char* kPreKey = "tokenizer.ggml.pre";

base::Result<const PreTokenizer*> preTokenizerOf(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(const std::string name, metadata.textOr(kPreKey, "default"));
    const PreTokenizer* row = findPreTokenizer(name);
    if (!row)
        return base::Error { .code = base::ErrorCode::unsupported,
            .message = "The pre-tokenizer " + base::quoted(name) + " (metadata key " + base::quoted(kPreKey) + ") is none of the "
                + std::to_string(preTokenizers().size()) + " that this build knows.",
            .subject = kPreKey };
    return row;
}

base::Result<VocabularyDefaults> bpeDefaults(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(const PreTokenizer* pre, preTokenizerOf(metadata));
    VocabularyDefaults defaults { .ids = { .bos = 11, .eos = 11 }, .addBos = pre->flags.addBos, .cleanSpaces = pre->flags.cleanSpaces };
    if (pre->flags.noBos)
        defaults.ids.bos = kNoToken;
    return defaults;
}

base::Result<std::unique_ptr<const TokenizerModel>> createBpe(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    CUTAWAY_TRY(const PreTokenizer* pre, preTokenizerOf(metadata));
    return createBpeModel(metadata, vocabulary, *pre);
}

} // namespace

extern const TokenizerSpec bpe;
constexpr TokenizerSpec bpe { .name = "BPE", .model = "gpt2", .defaults = bpeDefaults, .create = createBpe };

} // namespace cutaway::tokenizer
