#include "app/cli/text_chunks.h"

#include "app/cli/text_options.h"

#include <algorithm>

namespace cutaway::cli {
namespace {

constexpr std::int64_t kDefaultLength = 512;

base::Error invalid(std::string message) { return { .code = base::ErrorCode::invalidArgument, .message = std::move(message) }; }

} // namespace

std::vector<base::TokenId> TextChunks::chunk(std::int64_t index) const
{
    const auto begin = tokens.begin() + index * length;
    std::vector<base::TokenId> piece(begin, begin + length);
    if (front != base::kNoToken)
        piece[0] = front;
    return piece;
}

base::Result<TextChunks> textChunks(const Arguments& arguments, std::int64_t minLength)
{
    TextChunks chunks;
    CUTAWAY_TRY(const std::string text, promptText(arguments));
    CUTAWAY_TRY(const auto tokenizer, openTokenizer(arguments));
    CUTAWAY_TRY(chunks.length, arguments.integer("--context", kDefaultLength));
    if (chunks.length < minLength)
        return invalid("The context is " + std::to_string(chunks.length) + "; it must be at least " + std::to_string(minLength) + ".");
    chunks.tokens = tokenizer->encode(text, { .addSpecial = false, .parseSpecial = false });
    chunks.front = tokenizer->vocabulary().front();
    const std::int64_t all = std::int64_t(chunks.tokens.size()) / chunks.length;
    CUTAWAY_TRY(const std::int64_t wanted, arguments.integer("--chunks", all));
    chunks.count = std::min(wanted, all);
    if (chunks.count < 1)
        return invalid("The text has " + std::to_string(chunks.tokens.size()) + " tokens; one chunk takes " + std::to_string(chunks.length) + ".");
    return chunks;
}

} // namespace cutaway::cli
