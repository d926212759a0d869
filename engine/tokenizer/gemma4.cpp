#include "engine/tokenizer/bpe_model.h"

namespace cutaway::tokenizer {
namespace {

constexpr std::string_view kPre = "gemma4"; // whatever the file says

base::Result<VocabularyDefaults> gemma4Defaults(const formats::Metadata&)
{
    return VocabularyDefaults { .ids = {}, .cleanSpaces = true, .frame = Frame::bosAlways };
}

base::Result<std::unique_ptr<const TokenizerModel>> createGemma4(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    const PreTokenizer* pre = findPreTokenizer(kPre);
    CUTAWAY_CHECK(pre);
    return createBpeModel(metadata, vocabulary, *pre);
}

} // namespace

extern const TokenizerSpec gemma4;
constexpr TokenizerSpec gemma4 { .name = "BPE (gemma4)", .model = "gemma4", .defaults = gemma4Defaults, .create = createGemma4 };

} // namespace cutaway::tokenizer
