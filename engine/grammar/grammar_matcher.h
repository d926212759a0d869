#pragma once
#include "engine/base/result.h"
#include "engine/grammar/state_table.h"
#include "engine/grammar/vocabulary_trie.h"

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cutaway::grammar {

/// Holds the tokens of one answer to a grammar. Which tokens may follow is worked out once for every state of the match and kept. One thread.
class GrammarMatcher {
public:
    /// @param gbnf  the grammar; its rule "root" is the whole answer
    /// Errors: those of parseGbnf() and Automaton::compile(); invalidArgument for a grammar that matches nothing.
    static base::Result<GrammarMatcher> create(std::string_view gbnf, std::shared_ptr<const VocabularyTrie> vocabulary);

    /// Whether the token may come next. One that ends generation may when the answer may end here.
    bool allows(base::TokenId token);
    /// -inf for the logits of all tokens that may not come next; ids beyond the vocabulary may not either. @param logits  [nVocab]
    /// Errors (invalidArgument): the grammar is too ambiguous.
    base::Status mask(std::span<float> logits);
    /// How many tokens may come next, those that end generation included.
    std::size_t allowedCount();
    /// Goes on by a token. Errors (invalidArgument): it may not come next; the grammar is too ambiguous.
    base::Status accept(base::TokenId token);
    /// Goes on by text that is no token, or by part of one. Errors as accept().
    base::Status acceptText(std::string_view text);
    /// Whether the answer may end here.
    bool mayEnd() const { return m_states.accepts(m_state); }
    /// Whether it must.
    bool mustEnd() const { return mayEnd() && m_states.isFinal(m_state); }
    void reset() { m_state = m_states.start(); }
    std::size_t stateCount() const { return m_states.stateCount(); }

private:
    using State = StateTable::State;
    using Bits = std::vector<std::uint64_t>;
    GrammarMatcher(Automaton automaton, std::shared_ptr<const VocabularyTrie> vocabulary);
    State after(State state, std::string_view text);
    State after(State state, base::TokenId token);
    const Bits& allowed(State state);
    Bits computeAllowed(State state);
    void setNamed(State state, Bits& bits) const;

    std::shared_ptr<const VocabularyTrie> m_vocabulary;
    StateTable m_states;
    State m_state;
    std::unordered_map<State, Bits> m_allowed; ///< one bit a token
    std::vector<State> m_walk;                 ///< by depth in the tree
};

} // namespace cutaway::grammar
