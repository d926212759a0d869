#include "engine/tokenizer/merge_table.h"

#include "engine/base/text.h"

#include <bit>
#include <limits>

namespace cutaway::tokenizer {
namespace {

constexpr const char* kMergesKey = "tokenizer.ggml.merges";

base::Error mergesError(const std::string& what)
{
    return {
        .code = base::ErrorCode::corruptFile, .message = "Metadata key " + base::quoted(kMergesKey) + what + ".", .subject = kMergesKey
    };
}

} // namespace

base::Result<MergeTable> MergeTable::load(const formats::Metadata& metadata, const Vocabulary& vocabulary, bool required)
{
    if (!required && !metadata.has(kMergesKey)) {
        MergeTable none(vocabulary);
        none.m_slots.resize(1);
        return none;
    }
    CUTAWAY_TRY(const std::vector<std::string>* merges, metadata.strings(kMergesKey));
    constexpr auto kMost = std::size_t(std::numeric_limits<std::int32_t>::max()) / 8; // ranks and symbols fit, three symbols an entry
    if (merges->size() > kMost)
        return mergesError(" has " + std::to_string(merges->size()) + " elements, at most " + std::to_string(kMost) + " are allowed");
    MergeTable table(vocabulary);
    table.m_slots.resize(std::bit_ceil(merges->size() * 2 + 1));
    std::string joined;
    for (std::size_t rank = 0; rank < merges->size(); ++rank) {
        const std::string_view entry = (*merges)[rank];
        const std::size_t space = entry.find(' ', 1); // not at 0: a space may be a text of its own
        if (space == std::string_view::npos || space + 1 == entry.size())
            return mergesError(
                "[" + std::to_string(rank) + "] is " + base::quoted(entry) + ", wanted are two texts with a space between them");
        const std::string_view left = entry.substr(0, space);
        const std::string_view right = entry.substr(space + 1);
        const SymbolId leftId = table.intern(left);
        const SymbolId rightId = table.intern(right);
        Slot& slot = table.m_slots[table.slotOf(leftId, rightId)];
        if (slot.left != kNoSymbol)
            continue; // the first of several counts
        joined.assign(left).append(right);
        slot = { .left = leftId, .right = rightId, .merge = { .rank = std::int32_t(rank), .result = table.intern(joined) } };
    }
    return table;
}

std::size_t MergeTable::slotOf(SymbolId left, SymbolId right) const
{
    // Fibonacci hashing: the multiplier is 2^64 over the golden ratio.
    const std::uint64_t key = (std::uint64_t(std::uint32_t(left)) << 32) | std::uint32_t(right);
    std::size_t at = (key * 0x9E3779B97F4A7C15u >> 20) & (m_slots.size() - 1);
    while (m_slots[at].left != kNoSymbol && !(m_slots[at].left == left && m_slots[at].right == right))
        at = (at + 1) & (m_slots.size() - 1);
    return at;
}

MergeTable::Merge MergeTable::find(SymbolId left, SymbolId right) const
{
    return left == kNoSymbol || right == kNoSymbol ? Merge {} : m_slots[slotOf(left, right)].merge;
}

SymbolId MergeTable::symbol(std::string_view text) const
{
    const TokenId id = m_vocabulary->find(text);
    if (id != kNoToken || m_extra.empty())
        return id;
    const auto it = m_extra.find(std::string(text));
    return it == m_extra.end() ? kNoSymbol : it->second;
}

SymbolId MergeTable::intern(std::string_view text)
{
    const TokenId id = m_vocabulary->find(text);
    return id != kNoToken
        ? id
        : m_extra.try_emplace(std::string(text), SymbolId(m_vocabulary->size() + std::int64_t(m_extra.size()))).first->second;
}

} // namespace cutaway::tokenizer
