#include "engine/tokenizer/bpe_model.h"

namespace cutaway::tokenizer {
namespace {

base::Result<std::unique_ptr<const TokenizerModel>> createBpe(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    CUTAWAY_TRY(const PreTokenizer* pre, preTokenizerOf(metadata));
    return createBpeModel(metadata, vocabulary, *pre);
}

} // namespace

extern const TokenizerSpec bpe;
constexpr TokenizerSpec bpe { .name = "BPE", .model = "gpt2", .defaults = bpeDefaults, .create = createBpe };

} // namespace cutaway::tokenizer
