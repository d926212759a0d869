#pragma once
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/grammar/rules.h"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace cutaway::grammar {

/// A grammar as a pushdown automaton over bytes: nodes joined by edges that read a byte or a token, call a rule, or read nothing. A call goes on at
/// its target when the rule it calls comes to kEnd. Immutable.
class Automaton {
public:
    using Node = std::uint32_t;
    struct Edge {
        enum class Kind : std::uint8_t {
            empty,
            bytes, ///< byte classes `first` to `last`
            call,  ///< rule whose first node is `value`
            token, ///< token `value`
            otherToken,
        };
        Kind kind = Kind::empty;
        std::uint8_t first = 0, last = 0;
        Node target = 0;
        std::uint32_t value = 0;
    };
    /// Of every rule: its last node.
    static constexpr Node kEnd = 0;
    /// The token that a text is, or kNoToken.
    using FindToken = std::function<base::TokenId(std::string_view)>;

    /// Errors (invalidArgument): left recursion, by the names of the rules; a token that is none; more than 1,000,000 nodes.
    static base::Result<Automaton> compile(const RuleSet& rules, const FindToken& findToken);

    Node start() const { return m_start; }
    std::span<const Edge> edges(Node node) const { return { m_edges.data() + m_begins[node], m_begins[node + 1] - m_begins[node] }; }
    /// Bytes of one class are alike everywhere in the grammar.
    std::uint8_t classOf(std::uint8_t byte) const { return m_classes[byte]; }
    std::size_t classCount() const { return m_classCount; }

private:
    friend class AutomatonBuilder;
    Node m_start = 0;
    std::vector<Edge> m_edges;
    std::vector<std::uint32_t> m_begins; ///< by node, where its edges begin; one more at the end
    std::array<std::uint8_t, 256> m_classes {};
    std::size_t m_classCount = 1;
};

} // namespace cutaway::grammar
