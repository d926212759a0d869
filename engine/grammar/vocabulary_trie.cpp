#include "engine/grammar/vocabulary_trie.h"

#include "engine/tokenizer/tokenizer.h"

#include <algorithm>

namespace cutaway::grammar {
namespace {

std::vector<std::string> textsOf(const tokenizer::Tokenizer& tokenizer)
{
    std::vector<std::string> texts(std::size_t(tokenizer.vocabularySize()));
    for (base::TokenId id = 0; id < tokenizer.vocabularySize(); ++id) {
        if (!tokenizer.isEndOfGeneration(id))
            texts[std::size_t(id)] = tokenizer.tokenBytes(id, true);
    }
    return texts;
}

std::size_t commonPrefix(std::string_view a, std::string_view b)
{
    return std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
}

} // namespace

VocabularyTrie::VocabularyTrie(const tokenizer::Tokenizer& tokenizer) : VocabularyTrie(textsOf(tokenizer))
{
    m_ends = tokenizer.vocabulary().endOfGeneration();
}

VocabularyTrie::VocabularyTrie(std::vector<std::string> texts) : m_texts(std::move(texts)), m_nextSame(m_texts.size(), base::kNoToken)
{
    for (std::size_t id = 0; id < m_texts.size(); ++id) {
        if (!m_texts[id].empty() && m_texts[id].front() != '\0' && m_texts[id].size() <= kMaxDepth)
            m_sorted.push_back(base::TokenId(id));
    }
    std::ranges::sort(m_sorted, [this](base::TokenId a, base::TokenId b) { return text(a) != text(b) ? text(a) < text(b) : a < b; });
    std::string_view previous;
    std::vector<std::uint32_t> path; // nodes from the root to the previous text
    const auto leave = [&](std::size_t depth) {
        for (; path.size() > depth; path.pop_back())
            m_nodes[path.back()].skip = std::uint32_t(m_nodes.size());
    };
    for (const base::TokenId id : m_sorted) {
        leave(commonPrefix(previous, text(id)));
        previous = text(id);
        while (path.size() < previous.size()) {
            const std::size_t depth = path.size();
            path.push_back(std::uint32_t(m_nodes.size()));
            m_nodes.push_back({ std::uint8_t(previous[depth]), std::uint16_t(depth + 1), 0, base::kNoToken });
        }
        m_nextSame[std::size_t(id)] = std::exchange(m_nodes[path.back()].token, id);
    }
    leave(0);
}

bool VocabularyTrie::isEnd(base::TokenId token) const { return std::ranges::binary_search(m_ends, token); }

base::TokenId VocabularyTrie::find(std::string_view text) const
{
    const auto it = std::ranges::lower_bound(m_sorted, text, {}, [this](base::TokenId id) { return this->text(id); });
    return it == m_sorted.end() || this->text(*it) != text ? base::kNoToken : *it;
}

} // namespace cutaway::grammar
