#pragma once
#include "engine/grammar/automaton.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cutaway::grammar {

/// The states of a match, made when first needed and kept: a state is the set of all places in the automaton, each with its stack of returns,
/// that the text so far leads to. Stacks share their lower parts, and equal ones are one, so that equal sets are the same state: what was worked
/// out for one place of a text serves every other place like it. Used from one thread.
class StateTable {
public:
    using State = std::int32_t;
    /// No text leads on.
    static constexpr State kDead = -1;

    explicit StateTable(Automaton automaton);
    State start() const { return m_start; }
    /// The state after one more byte; kDead when there is none, and when overflowed().
    State next(State state, std::uint8_t byte)
    {
        const std::uint8_t byteClass = m_automaton.classOf(byte);
        const State known = m_next[std::size_t(state) * m_automaton.classCount() + byteClass];
        return known != kUnknown ? known : computeNext(state, byteClass);
    }
    /// Whether the text may end here.
    bool accepts(State state) const { return m_states[std::size_t(state)].accepts; }
    /// Whether nothing may follow.
    bool isFinal(State state) const { return m_states[std::size_t(state)].begin == m_states[std::size_t(state)].end; }
    bool wantsTokens(State state) const { return m_states[std::size_t(state)].wantsTokens; }
    /// The tokens that the grammar names here, and those that it lets any other stand for.
    struct NamedToken {
        base::TokenId token = base::kNoToken;
        bool negated = false;
    };
    std::vector<NamedToken> namedTokens(State state) const;
    /// The state after a token that the grammar names; kDead when it names another one.
    State nextByToken(State state, base::TokenId token);
    /// The state in which everything that follows one of both may follow.
    State joined(State a, State b);
    /// More than 2 million places in all states, or 20,000 in one: the grammar is too ambiguous or the text nested too deeply. Sticks.
    bool overflowed() const { return m_overflowed; }
    std::size_t stateCount() const { return m_states.size(); }

private:
    static constexpr State kUnknown = -2;
    using Frame = std::uint32_t; ///< top of a stack; 0: empty
    struct Place {
        Automaton::Node node = 0;
        Frame frame = 0;
        friend auto operator<=>(const Place&, const Place&) = default;
    };
    struct StateInfo {
        std::uint32_t begin = 0, end = 0; ///< its places
        bool accepts = false, wantsTokens = false;
    };
    struct FrameInfo {
        Automaton::Node returnTo = 0;
        Frame below = 0;
    };
    State computeNext(State state, std::uint8_t byteClass);
    /// The state of these places and of all that they lead to without reading.
    State intern(std::vector<Place>& places);
    void visit(Place place);
    bool expand(Place place);
    Frame push(Automaton::Node returnTo, Frame below);
    State find(std::vector<Place> places, bool accepts);

    Automaton m_automaton;
    std::vector<StateInfo> m_states;
    std::vector<Place> m_places;
    std::vector<State> m_next; ///< by state and byte class
    std::vector<FrameInfo> m_frames;
    std::unordered_map<std::uint64_t, Frame> m_frameIndex;
    std::unordered_multimap<std::uint64_t, State> m_stateIndex; ///< by hash
    std::vector<Place> m_work, m_reading;
    std::unordered_set<std::uint64_t> m_seen;
    State m_start = kDead;
    bool m_accepts = false; ///< of the state in work
    bool m_overflowed = false;
};

} // namespace cutaway::grammar
