#include "engine/tokenizer/special_splitter.h"

#include <algorithm>

namespace cutaway::tokenizer {
namespace {

constexpr std::string_view kWhitespace = " \t\n\v\f\r";

std::string_view withoutEnd(std::string_view text) { return text.substr(0, text.find_last_not_of(kWhitespace) + 1); }

std::string_view withoutStart(std::string_view text) { return text.substr(std::min(text.find_first_not_of(kWhitespace), text.size())); }

/// Cuts one stretch of plain text at every place of a token.
void cut(std::string_view text, TokenId id, const Vocabulary& vocabulary, std::vector<Fragment>& out)
{
    const std::string& special = vocabulary.text(id);
    const TokenAttributes attributes = vocabulary.attributes(id);
    for (std::size_t at = text.find(special); at != std::string_view::npos; at = text.find(special)) {
        std::string_view left = text.substr(0, at);
        if (attributes.has(TokenAttribute::leftStrip))
            left = withoutEnd(left);
        if (!left.empty())
            out.push_back({ .text = left });
        out.push_back({ .token = id });
        text.remove_prefix(at + special.size());
        if (attributes.has(TokenAttribute::rightStrip))
            text = withoutStart(text);
    }
    if (!text.empty())
        out.push_back({ .text = text });
}

} // namespace

SpecialSplitter::SpecialSplitter(const Vocabulary& vocabulary) : m_vocabulary(vocabulary)
{
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
        const TokenAttributes attributes = vocabulary.attributes(id);
        const bool steering = attributes.has(TokenAttribute::control) || attributes.has(TokenAttribute::unknown);
        // Of several tokens with one text, the one that the text leads to.
        if ((steering || attributes.has(TokenAttribute::userDefined)) && vocabulary.find(vocabulary.text(id)) == id)
            m_candidates.push_back({ .id = id, .always = !steering });
    }
    std::ranges::sort(m_candidates, [&](const Candidate& a, const Candidate& b) {
        const std::size_t lengthA = vocabulary.text(a.id).size();
        const std::size_t lengthB = vocabulary.text(b.id).size();
        return lengthA != lengthB ? lengthA > lengthB : a.id < b.id;
    });
    for (std::size_t i = 0; i < m_candidates.size(); ++i)
        m_trie.insert(vocabulary.text(m_candidates[i].id), std::int32_t(i));
}

/// The candidates that occur somewhere, in order. One pass over the text, so that thousands of special tokens that do not occur cost nothing.
std::vector<std::int32_t> SpecialSplitter::present(std::string_view text, bool parseSpecial) const
{
    std::vector<bool> seen(m_candidates.size(), false);
    std::vector<std::int32_t> found;
    for (std::size_t start = 0; start < text.size(); ++start) {
        m_trie.forEachPrefix(text.substr(start), [&](std::size_t, std::int32_t candidate) {
            if (seen[std::size_t(candidate)] || !(parseSpecial || m_candidates[std::size_t(candidate)].always))
                return;
            seen[std::size_t(candidate)] = true;
            found.push_back(candidate);
        });
    }
    std::ranges::sort(found);
    return found;
}

std::vector<Fragment> SpecialSplitter::split(std::string_view text, bool parseSpecial) const
{
    std::vector<Fragment> fragments;
    if (!text.empty())
        fragments.push_back({ .text = text });
    for (const std::int32_t candidate : present(text, parseSpecial)) {
        std::vector<Fragment> next;
        next.reserve(fragments.size() + 2);
        for (const Fragment& fragment : fragments) {
            if (fragment.token == kNoToken)
                cut(fragment.text, m_candidates[std::size_t(candidate)].id, m_vocabulary, next);
            else
                next.push_back(fragment);
        }
        fragments = std::move(next);
    }
    return fragments;
}

} // namespace cutaway::tokenizer
