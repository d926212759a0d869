#include "engine/grammar/automaton.h"

#include "engine/base/text.h"
#include "engine/grammar/grammar_error.h"
#include "engine/grammar/left_recursion.h"
#include "engine/grammar/utf8_ranges.h"

#include <bitset>

namespace cutaway::grammar {
namespace {

constexpr std::size_t kMaxNodes = 1'000'000;

bool isSingleByte(const Expression& expression) { return expression.kind == Expression::Kind::text && expression.text.size() <= 1; }

} // namespace

/// Thompson's construction, with a node of its own for each begin of a rule.
class AutomatonBuilder {
public:
    AutomatonBuilder(const RuleSet& rules, const Automaton::FindToken& findToken) : m_rules(rules), m_findToken(findToken) {}

    base::Result<Automaton> build()
    {
        addNode(); // kEnd
        for (std::size_t i = 0; i < m_rules.rules.size(); ++i)
            m_starts.push_back(addNode());
        for (std::size_t i = 0; i < m_rules.rules.size(); ++i) {
            CUTAWAY_TRY_STATUS(add(m_rules.rules[i].body, m_starts[i], Automaton::kEnd));
        }
        if (m_nodes.size() > kMaxNodes)
            return base::Error { base::ErrorCode::invalidArgument,
                "The grammar expands to more than " + std::to_string(kMaxNodes) + " nodes; write smaller repetitions.", "grammar", {} };
        Automaton automaton;
        automaton.m_start = m_starts[m_rules.root];
        setClasses(automaton);
        pack(automaton);
        return automaton;
    }

private:
    using Node = Automaton::Node;
    using Edge = Automaton::Edge;
    using Kind = Automaton::Edge::Kind;

    Node addNode()
    {
        m_nodes.emplace_back();
        return Node(m_nodes.size() - 1);
    }
    void addEdge(Node from, Edge edge) { m_nodes[from].push_back(edge); }
    void addEmpty(Node from, Node to) { addEdge(from, { .target = to }); }

    base::Status add(const Expression& expression, Node from, Node to)
    {
        if (m_nodes.size() > kMaxNodes)
            return base::ok(); // build() says so
        switch (expression.kind) {
        case Expression::Kind::text: return addText(expression.text, from, to);
        case Expression::Kind::set: return addSet(expression, from, to);
        case Expression::Kind::rule: addEdge(from, { Kind::call, 0, 0, to, m_starts[expression.index] }); return base::ok();
        case Expression::Kind::sequence: return addSequence(expression.children, from, to);
        case Expression::Kind::alternatives:
            for (const Expression& one : expression.children) {
                CUTAWAY_TRY_STATUS(add(one, from, to));
            }
            return base::ok();
        case Expression::Kind::repeat: return addRepeat(expression, from, to);
        case Expression::Kind::token: return addToken(expression, from, to);
        }
        return base::ok();
    }
    base::Status addText(const std::string& text, Node from, Node to)
    {
        if (text.empty())
            addEmpty(from, to);
        for (std::size_t i = 0; i < text.size(); ++i) {
            const Node next = i + 1 == text.size() ? to : addNode();
            addBytes(from, { std::uint8_t(text[i]), std::uint8_t(text[i]) }, next);
            from = next;
        }
        return base::ok();
    }
    base::Status addSet(const Expression& set, Node from, Node to)
    {
        for (const ByteSequence& sequence : utf8Sequences(normalized(set.ranges, set.negated))) {
            Node node = from;
            for (std::size_t i = 0; i < sequence.length; ++i) {
                const Node next = i + 1 == sequence.length ? to : addNode();
                addBytes(node, sequence.bytes[i], next);
                node = next;
            }
        }
        return base::ok();
    }
    void addBytes(Node from, ByteRange range, Node to)
    {
        m_boundaries.set(range.first);
        m_boundaries.set(range.last + std::size_t(1));
        addEdge(from, { Kind::bytes, range.first, range.last, to, 0 });
    }
    base::Status addSequence(const std::vector<Expression>& children, Node from, Node to)
    {
        if (children.empty())
            addEmpty(from, to);
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Node next = i + 1 == children.size() ? to : addNode();
            CUTAWAY_TRY_STATUS(add(children[i], from, next));
            from = next;
        }
        return base::ok();
    }
    /// Copies of anything but a byte are calls of one rule made for it, so that nested repetitions do not multiply.
    base::Status addRepeat(const Expression& repeat, Node from, Node to)
    {
        const Expression& child = repeat.children.front();
        const bool once = repeat.maximum <= 1 || (repeat.minimum <= 1 && repeat.maximum == kUnbounded);
        Node called = 0;
        if (!once && !isSingleByte(child) && child.kind != Expression::Kind::rule) {
            called = addNode();
            CUTAWAY_TRY_STATUS(add(child, called, Automaton::kEnd));
        }
        const auto addOne = [&](Node begin, Node end) -> base::Status {
            if (called == 0)
                return add(child, begin, end);
            addEdge(begin, { Kind::call, 0, 0, end, called });
            return base::ok();
        };
        if (repeat.maximum == kUnbounded)
            return addLoop(repeat.minimum, from, to, addOne);
        for (std::uint32_t i = 0; i < repeat.maximum && m_nodes.size() <= kMaxNodes; ++i) {
            if (i >= repeat.minimum)
                addEmpty(from, to);
            const Node next = i + 1 == repeat.maximum ? to : addNode();
            CUTAWAY_TRY_STATUS(addOne(from, next));
            from = next;
        }
        if (repeat.maximum == 0)
            addEmpty(from, to);
        return base::ok();
    }
    template <class AddOne> base::Status addLoop(std::uint32_t minimum, Node from, Node to, const AddOne& addOne)
    {
        for (std::uint32_t i = 1; i < minimum && m_nodes.size() <= kMaxNodes; ++i) {
            const Node next = addNode();
            CUTAWAY_TRY_STATUS(addOne(from, next));
            from = next;
        }
        // A begin and an end of its own: what else leaves `from` must not be entered again.
        const Node begin = addNode(), end = addNode();
        addEmpty(from, begin);
        CUTAWAY_TRY_STATUS(addOne(begin, end));
        addEmpty(end, begin);
        addEmpty(minimum == 0 ? begin : end, to);
        return base::ok();
    }
    base::Status addToken(const Expression& token, Node from, Node to)
    {
        base::TokenId id = base::TokenId(token.index);
        if (!token.text.empty())
            id = m_findToken(token.text);
        if (id == base::kNoToken)
            return grammarError(m_rules.text, token.at, base::quoted(token.text) + " is not one token of this model");
        addEdge(from, { token.negated ? Kind::otherToken : Kind::token, 0, 0, to, std::uint32_t(id) });
        return base::ok();
    }

    void setClasses(Automaton& automaton) const
    {
        std::size_t current = 0;
        for (std::size_t byte = 0; byte < 256; ++byte) {
            current += byte > 0 && m_boundaries.test(byte) ? 1 : 0;
            automaton.m_classes[byte] = std::uint8_t(current);
        }
        automaton.m_classCount = current + 1;
    }
    void pack(Automaton& automaton) const
    {
        for (const auto& edges : m_nodes) {
            automaton.m_begins.push_back(std::uint32_t(automaton.m_edges.size()));
            for (Edge edge : edges) {
                if (edge.kind == Kind::bytes) {
                    edge.first = automaton.m_classes[edge.first];
                    edge.last = automaton.m_classes[edge.last];
                }
                automaton.m_edges.push_back(edge);
            }
        }
        automaton.m_begins.push_back(std::uint32_t(automaton.m_edges.size()));
    }

    const RuleSet& m_rules;
    const Automaton::FindToken& m_findToken;
    std::vector<std::vector<Edge>> m_nodes; ///< outgoing edges
    std::vector<Node> m_starts;             ///< by rule
    std::bitset<257> m_boundaries;          ///< bytes at which a class begins
};

base::Result<Automaton> Automaton::compile(const RuleSet& rules, const FindToken& findToken)
{
    CUTAWAY_TRY_STATUS(checkLeftRecursion(rules));
    return AutomatonBuilder(rules, findToken).build();
}

} // namespace cutaway::grammar
