#include "engine/grammar/grammar_matcher.h"

#include "engine/base/text.h"
#include "engine/grammar/gbnf_parser.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace cutaway::grammar {
namespace {

/// Masks kept: 6 MiB for a vocabulary of 49,152.
constexpr std::size_t kMaxMasks = 1024;
constexpr std::size_t kWordBits = 64;

void setBit(std::vector<std::uint64_t>& bits, base::TokenId token)
{
    bits[std::size_t(token) / kWordBits] |= std::uint64_t(1) << std::size_t(token) % kWordBits;
}

base::Error tooAmbiguous()
{
    return { base::ErrorCode::invalidArgument, "The grammar is too ambiguous, or the text is nested too deeply for it.", "grammar",
        "Write the grammar so that fewer of its rules fit the same text." };
}

} // namespace

GrammarMatcher::GrammarMatcher(Automaton automaton, std::shared_ptr<const VocabularyTrie> vocabulary)
    : m_vocabulary(std::move(vocabulary))
    , m_states(std::move(automaton))
    , m_state(m_states.start())
    , m_walk(VocabularyTrie::kMaxDepth + 1)
{
}

base::Result<GrammarMatcher> GrammarMatcher::create(std::string_view gbnf, std::shared_ptr<const VocabularyTrie> vocabulary)
{
    CUTAWAY_TRY(const RuleSet rules, parseGbnf(gbnf));
    CUTAWAY_TRY(Automaton automaton, Automaton::compile(rules, [&](std::string_view text) { return vocabulary->find(text); }));
    GrammarMatcher matcher(std::move(automaton), std::move(vocabulary));
    if (matcher.m_states.overflowed())
        return tooAmbiguous();
    if (matcher.m_state == StateTable::kDead)
        return base::Error { base::ErrorCode::invalidArgument, "The grammar matches no text at all.", "grammar", {} };
    return matcher;
}

GrammarMatcher::State GrammarMatcher::after(State state, std::string_view text)
{
    for (const char byte : text) {
        state = m_states.next(state, std::uint8_t(byte));
        if (state == StateTable::kDead)
            break;
    }
    return state;
}

GrammarMatcher::State GrammarMatcher::after(State state, base::TokenId token)
{
    if (token < 0 || std::size_t(token) >= m_vocabulary->tokenCount())
        return StateTable::kDead;
    const std::string_view text = m_vocabulary->text(token);
    const State byText = text.empty() || text.front() == '\0' ? StateTable::kDead : after(state, text);
    return m_states.wantsTokens(state) ? m_states.joined(byText, m_states.nextByToken(state, token)) : byText;
}

bool GrammarMatcher::allows(base::TokenId token) { return m_vocabulary->isEnd(token) ? mayEnd() : after(m_state, token) != StateTable::kDead; }

base::Status GrammarMatcher::accept(base::TokenId token)
{
    const bool isEnd = m_vocabulary->isEnd(token);
    if (isEnd && mayEnd())
        return base::ok();
    const State next = isEnd ? StateTable::kDead : after(m_state, token);
    if (m_states.overflowed())
        return tooAmbiguous();
    if (next == StateTable::kDead)
        return base::Error { base::ErrorCode::invalidArgument,
            "The grammar does not allow the token " + std::to_string(token) + ", " + base::quoted(m_vocabulary->text(token)) + ", here.",
            "grammar", {} };
    m_state = next;
    return base::ok();
}

base::Status GrammarMatcher::acceptText(std::string_view text)
{
    const State next = after(m_state, text);
    if (m_states.overflowed())
        return tooAmbiguous();
    if (next == StateTable::kDead)
        return base::Error {
            base::ErrorCode::invalidArgument, "The grammar does not allow the text " + base::quoted(text) + " here.", "grammar", {} };
    m_state = next;
    return base::ok();
}

base::Status GrammarMatcher::mask(std::span<float> logits)
{
    constexpr float kNever = -std::numeric_limits<float>::infinity();
    const Bits& bits = allowed(m_state);
    if (m_states.overflowed())
        return tooAmbiguous();
    for (std::size_t word = 0; word * kWordBits < logits.size(); ++word) {
        const std::uint64_t set = word < bits.size() ? bits[word] : 0;
        if (set == ~std::uint64_t(0))
            continue;
        const std::size_t end = std::min(logits.size(), (word + 1) * kWordBits);
        for (std::size_t i = word * kWordBits; i < end; ++i)
            logits[i] = (set >> (i % kWordBits) & 1) != 0 ? logits[i] : kNever;
    }
    return base::ok();
}

std::size_t GrammarMatcher::allowedCount()
{
    std::size_t count = 0;
    for (const std::uint64_t word : allowed(m_state))
        count += std::size_t(std::popcount(word));
    return count;
}

const GrammarMatcher::Bits& GrammarMatcher::allowed(State state)
{
    const auto it = m_allowed.find(state);
    if (it != m_allowed.end())
        return it->second;
    if (m_allowed.size() >= kMaxMasks)
        m_allowed.clear();
    return m_allowed.emplace(state, computeAllowed(state)).first->second;
}

void GrammarMatcher::setNamed(State state, Bits& bits) const
{
    const auto tokens = m_states.namedTokens(state);
    for (std::size_t id = 0; id < m_vocabulary->tokenCount(); ++id) {
        const auto fits = [id](const StateTable::NamedToken& one) { return (one.token == base::TokenId(id)) != one.negated; };
        if (!m_vocabulary->isEnd(base::TokenId(id)) && std::ranges::any_of(tokens, fits))
            setBit(bits, base::TokenId(id));
    }
}

GrammarMatcher::Bits GrammarMatcher::computeAllowed(State state)
{
    Bits bits((m_vocabulary->tokenCount() + kWordBits - 1) / kWordBits);
    const auto set = [&bits](base::TokenId token) { setBit(bits, token); };
    if (m_states.accepts(state)) {
        for (const base::TokenId end : m_vocabulary->ends())
            set(end);
    }
    const auto& nodes = m_vocabulary->nodes();
    m_walk[0] = state;
    for (std::size_t i = 0; i < nodes.size();) {
        const VocabularyTrie::Node& node = nodes[i];
        const State next = m_states.next(m_walk[node.depth - 1U], node.byte);
        if (next == StateTable::kDead) {
            i = node.skip;
            continue;
        }
        m_walk[node.depth] = next;
        for (base::TokenId token = node.token; token != base::kNoToken; token = m_vocabulary->nextSame(token))
            set(token);
        ++i;
    }
    if (m_states.wantsTokens(state))
        setNamed(state, bits);
    return bits;
}

} // namespace cutaway::grammar
