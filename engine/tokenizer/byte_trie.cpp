#include "engine/tokenizer/byte_trie.h"

namespace cutaway::tokenizer {

ByteTrie::ByteTrie() : m_values(1, kNone), m_edges(64) { m_roots.fill(kNone); }

void ByteTrie::insert(std::string_view text, std::int32_t value)
{
    if (text.empty())
        return;
    std::int32_t node = kRoot;
    for (const char byte : text) {
        const std::int32_t child = step(node, byte);
        node = child != kNone ? child : addNode(node, byte);
    }
    m_values[std::size_t(node)] = value;
}

std::size_t ByteTrie::slotOf(std::int64_t key) const
{
    // Fibonacci hashing: the multiplier is 2^64 over the golden ratio.
    std::size_t at = (std::uint64_t(key) * 0x9E3779B97F4A7C15u >> 24) & (m_edges.size() - 1);
    while (m_edges[at].key != kNone && m_edges[at].key != key)
        at = (at + 1) & (m_edges.size() - 1);
    return at;
}

std::int32_t ByteTrie::addNode(std::int32_t parent, char byte)
{
    const auto child = std::int32_t(m_values.size());
    m_values.push_back(kNone);
    if (m_values.size() * 2 >= m_edges.size())
        grow();
    const std::int64_t key = keyOf(parent, byte);
    if (parent == kRoot)
        m_roots[static_cast<unsigned char>(byte)] = child;
    else
        m_edges[slotOf(key)] = { .key = key, .child = child };
    return child;
}

void ByteTrie::grow()
{
    const std::vector<Edge> old = std::move(m_edges);
    m_edges.assign(old.size() * 2, {});
    for (const Edge& edge : old) {
        if (edge.key != kNone)
            m_edges[slotOf(edge.key)] = edge;
    }
}

} // namespace cutaway::tokenizer
