#pragma once
#include "engine/base/result.h"
#include "engine/formats/metadata.h"
#include "engine/tokenizer/vocabulary.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cutaway::tokenizer {

/// Number of a text that merges join: a token id, or, for a text that is no token, a number above all token ids.
using SymbolId = std::int32_t;
inline constexpr SymbolId kNoSymbol = -1;

/// The merges of a BPE vocabulary: which two neighbours join, in which order.
class MergeTable {
public:
    struct Merge {
        std::int32_t rank = -1; ///< lower ones join first; -1: these two do not join
        SymbolId result = kNoSymbol;
    };

    /// Reads `tokenizer.ggml.merges`; without the key there are none, unless it is required. Errors: notFound, corruptFile (an entry without a space between two texts).
    static base::Result<MergeTable> load(const formats::Metadata& metadata, const Vocabulary& vocabulary, bool required);

    Merge find(SymbolId left, SymbolId right) const;
    /// The symbol with this text, or kNoSymbol when it is neither a token nor part of a merge.
    SymbolId symbol(std::string_view text) const;

private:
    struct Slot {
        SymbolId left = kNoSymbol;
        SymbolId right = kNoSymbol;
        Merge merge;
    };

    explicit MergeTable(const Vocabulary& vocabulary) : m_vocabulary(&vocabulary) {}
    std::size_t slotOf(SymbolId left, SymbolId right) const;
    SymbolId intern(std::string_view text);

    const Vocabulary* m_vocabulary;
    std::vector<Slot> m_slots;                         ///< a flat hash table: a power of two, at most half full
    std::unordered_map<std::string, SymbolId> m_extra; ///< symbols that are no tokens
};

} // namespace cutaway::tokenizer
