#include "engine/sampling/sequence_breakers.h"

#include "engine/tokenizer/tokenizer.h"

#include <algorithm>

namespace cutaway::sampling {
namespace {

constexpr std::size_t kMaxTextBytes = 40, kMaxTailTokens = 20;

} // namespace

SequenceBreakers::SequenceBreakers(const tokenizer::Tokenizer& tokenizer, std::span<const std::string> texts)
{
    for (const std::string& whole : texts) {
        const std::string text = whole.substr(0, kMaxTextBytes);
        // What is left of the text after each of its beginnings.
        std::vector<std::vector<base::TokenId>> tails(text.size());
        for (std::size_t begun = 1; begun < text.size(); ++begun) {
            tails[begun] = tokenizer.encode(std::string_view(text).substr(begun), { .addSpecial = false, .parseSpecial = false });
            tails[begun].resize(std::min(tails[begun].size(), kMaxTailTokens));
        }
        for (base::TokenId id = 0; !text.empty() && id < tokenizer.vocabularySize(); ++id) {
            const std::string piece = tokenizer.tokenBytes(id, true);
            if (piece.find(text) != std::string::npos) {
                add(id, {});
                continue;
            }
            for (std::size_t begun = 1; begun < text.size(); ++begun) {
                if (piece.ends_with(std::string_view(text).substr(0, begun)))
                    add(id, tails[begun]);
            }
        }
    }
}

bool SequenceBreakers::isSingle(base::TokenId token) const
{
    const auto it = m_tails.find(token);
    return it != m_tails.end() && std::ranges::any_of(it->second, [](const auto& tail) { return tail.empty(); });
}

std::ptrdiff_t SequenceBreakers::longestTail(std::span<const base::TokenId> newestFirst, std::size_t at) const
{
    const auto it = m_tails.find(newestFirst[at]);
    std::ptrdiff_t longest = -1;
    if (it == m_tails.end())
        return longest;
    for (const auto& tail : it->second) {
        if (tail.size() > at || std::ptrdiff_t(tail.size()) <= longest)
            continue;
        const auto following = newestFirst.subspan(at - tail.size(), tail.size());
        if (std::equal(tail.rbegin(), tail.rend(), following.begin()))
            longest = std::ptrdiff_t(tail.size());
    }
    return longest;
}

} // namespace cutaway::sampling
