#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// A prefix tree over bytes: finds which of many texts a text begins with. Its edges stand in one flat hash table.
class ByteTrie {
public:
    ByteTrie();

    /// @param value  at least 0; of equal texts the last value holds. An empty text is left out.
    void insert(std::string_view text, std::int32_t value);
    /// Calls take(length, value) for each of the texts that `text` begins with, the shortest first.
    template <class Take> void forEachPrefix(std::string_view text, Take take) const
    {
        std::int32_t node = kRoot;
        for (std::size_t at = 0; at < text.size(); ++at) {
            node = step(node, text[at]);
            if (node == kNone)
                return;
            if (const std::int32_t value = m_values[std::size_t(node)]; value != kNone)
                take(at + 1, value);
        }
    }

private:
    static constexpr std::int32_t kNone = -1;
    static constexpr std::int32_t kRoot = 0;
    struct Edge {
        std::int64_t key = kNone; ///< node and byte
        std::int32_t child = kNone;
    };
    std::int32_t step(std::int32_t node, char byte) const
    {
        return node == kRoot ? m_roots[static_cast<unsigned char>(byte)] : m_edges[slotOf(keyOf(node, byte))].child;
    }
    static std::int64_t keyOf(std::int32_t node, char byte) { return std::int64_t(node) * 256 + static_cast<unsigned char>(byte); }
    std::size_t slotOf(std::int64_t key) const;
    std::int32_t addNode(std::int32_t parent, char byte);
    void grow();

    std::array<std::int32_t, 256> m_roots;
    std::vector<std::int32_t> m_values; ///< of each node
    std::vector<Edge> m_edges;          ///< a power of two, at most half full
};

} // namespace cutaway::tokenizer
