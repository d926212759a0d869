#include "engine/tokenizer/symbol_joiner.h"

#include <algorithm>

namespace cutaway::tokenizer {
namespace {

/// Below this, looking through all pairs for each join costs less than a queue of them.
constexpr std::size_t kShort = 48;

} // namespace

const std::vector<Symbol>& SymbolJoiner::run()
{
    if (m_symbols.size() <= kShort)
        runShort();
    else
        runLong();
    return m_symbols;
}

void SymbolJoiner::runShort()
{
    m_pairs.clear();
    for (std::size_t i = 1; i < m_symbols.size(); ++i)
        m_pairs.push_back(m_merges.find(m_symbols[i - 1].id, m_symbols[i].id));
    // As unsigned numbers, -1 for "these two do not join" is the largest.
    const auto rank = [](const MergeTable::Merge& merge) { return std::uint32_t(merge.rank); };
    while (!m_pairs.empty()) {
        const auto best = std::ranges::min_element(m_pairs, {}, rank);
        if (best->rank < 0)
            return;
        const auto left = std::size_t(best - m_pairs.begin());
        m_symbols[left] = { .id = best->result, .length = m_symbols[left].length + m_symbols[left + 1].length };
        m_symbols.erase(m_symbols.begin() + std::ptrdiff_t(left) + 1);
        m_pairs.erase(best);
        if (left > 0)
            m_pairs[left - 1] = m_merges.find(m_symbols[left - 1].id, m_symbols[left].id);
        if (left + 1 < m_symbols.size())
            m_pairs[left] = m_merges.find(m_symbols[left].id, m_symbols[left + 1].id);
    }
}

void SymbolJoiner::runLong()
{
    m_links.resize(m_symbols.size());
    for (std::size_t i = 0; i < m_symbols.size(); ++i)
        m_links[i] = { .previous = std::int32_t(i) - 1, .next = std::int32_t(i) + 1 };
    for (std::size_t i = 1; i < m_symbols.size(); ++i)
        consider(std::int32_t(i) - 1, std::int32_t(i));
    while (!m_queue.empty()) {
        const Candidate candidate = m_queue.top();
        m_queue.pop();
        join(candidate);
    }
}

void SymbolJoiner::join(const Candidate& candidate)
{
    Symbol& left = m_symbols[std::size_t(candidate.left)];
    Symbol& right = m_symbols[std::size_t(candidate.right)];
    Links& links = m_links[std::size_t(candidate.left)];
    if (left.length == 0 || right.length == 0 || left.id != candidate.leftId || right.id != candidate.rightId
        || links.next != candidate.right)
        return;
    left = { .id = candidate.result, .length = left.length + right.length };
    links.next = m_links[std::size_t(candidate.right)].next;
    right.length = 0;
    if (links.next < std::int32_t(m_symbols.size()))
        m_links[std::size_t(links.next)].previous = candidate.left;
    consider(links.previous, candidate.left);
    consider(candidate.left, links.next);
}

void SymbolJoiner::consider(std::int32_t left, std::int32_t right)
{
    if (left < 0 || right >= std::int32_t(m_symbols.size()))
        return;
    const SymbolId leftId = m_symbols[std::size_t(left)].id;
    const SymbolId rightId = m_symbols[std::size_t(right)].id;
    const MergeTable::Merge merge = m_merges.find(leftId, rightId);
    if (merge.rank >= 0)
        m_queue.push({ .rank = merge.rank, .left = left, .right = right, .leftId = leftId, .rightId = rightId, .result = merge.result });
}

} // namespace cutaway::tokenizer
