#pragma once
#include "engine/tokenizer/merge_table.h"

#include <cstdint>
#include <queue>
#include <vector>

namespace cutaway::tokenizer {

/// A stretch of a word that is, or may become, one token.
struct Symbol {
    SymbolId id;
    std::uint32_t length; ///< bytes; 0 when merged into its left neighbour
};

/// Joins the symbols of one word by rank: always the two neighbours of the lowest rank, of several the leftmost. O(n log n).
class SymbolJoiner {
public:
    explicit SymbolJoiner(const MergeTable& merges) : m_merges(merges) {}

    void clear() { m_symbols.clear(); }
    void add(Symbol symbol) { m_symbols.push_back(symbol); }
    /// @return the symbols that are left, in order; those merged away may be among them with length 0
    const std::vector<Symbol>& run();

private:
    struct Links {
        std::int32_t previous;
        std::int32_t next;
    };
    /// Two neighbours that may join. Stale when one of them has changed since.
    struct Candidate {
        std::int32_t rank;
        std::int32_t left;
        std::int32_t right;
        SymbolId leftId;
        SymbolId rightId;
        SymbolId result;

        bool operator<(const Candidate& other) const { return rank != other.rank ? rank > other.rank : left > other.left; }
    };

    void runShort();
    void runLong();
    void join(const Candidate& candidate);
    void consider(std::int32_t left, std::int32_t right);

    const MergeTable& m_merges;
    std::vector<Symbol> m_symbols;
    std::vector<MergeTable::Merge> m_pairs; ///< of each symbol with the next one, in a short word
    std::vector<Links> m_links;             ///< neighbours of each symbol, in a long word
    std::priority_queue<Candidate> m_queue;
};

} // namespace cutaway::tokenizer
