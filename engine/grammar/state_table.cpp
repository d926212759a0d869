#include "engine/grammar/state_table.h"

#include <algorithm>

namespace cutaway::grammar {
namespace {

constexpr std::size_t kMaxPlaces = 2'000'000, kMaxPlacesOfOne = 20'000, kMaxFrames = 2'000'000;

std::uint64_t key(std::uint32_t high, std::uint32_t low) { return std::uint64_t(high) << 32 | low; }
bool reads(Automaton::Edge::Kind kind) { return kind != Automaton::Edge::Kind::empty && kind != Automaton::Edge::Kind::call; }

} // namespace

StateTable::StateTable(Automaton automaton) : m_automaton(std::move(automaton)), m_frames(1)
{
    std::vector<Place> places { { m_automaton.start(), 0 } };
    m_start = intern(places);
}

StateTable::State StateTable::computeNext(State state, std::uint8_t byteClass)
{
    std::vector<Place> places;
    const StateInfo info = m_states[std::size_t(state)];
    for (std::uint32_t i = info.begin; i < info.end; ++i) {
        for (const Automaton::Edge& edge : m_automaton.edges(m_places[i].node)) {
            if (edge.kind == Automaton::Edge::Kind::bytes && edge.first <= byteClass && byteClass <= edge.last)
                places.push_back({ edge.target, m_places[i].frame });
        }
    }
    const State next = intern(places);
    if (!m_overflowed)
        m_next[std::size_t(state) * m_automaton.classCount() + byteClass] = next;
    return next;
}

std::vector<StateTable::NamedToken> StateTable::namedTokens(State state) const
{
    std::vector<NamedToken> tokens;
    const StateInfo& info = m_states[std::size_t(state)];
    for (std::uint32_t i = info.begin; i < info.end; ++i) {
        for (const Automaton::Edge& edge : m_automaton.edges(m_places[i].node)) {
            if (edge.kind == Automaton::Edge::Kind::token || edge.kind == Automaton::Edge::Kind::otherToken)
                tokens.push_back({ base::TokenId(edge.value), edge.kind == Automaton::Edge::Kind::otherToken });
        }
    }
    return tokens;
}

StateTable::State StateTable::nextByToken(State state, base::TokenId token)
{
    std::vector<Place> places;
    const StateInfo info = m_states[std::size_t(state)];
    for (std::uint32_t i = info.begin; i < info.end; ++i) {
        for (const Automaton::Edge& edge : m_automaton.edges(m_places[i].node)) {
            const bool same = base::TokenId(edge.value) == token;
            if ((edge.kind == Automaton::Edge::Kind::token && same) || (edge.kind == Automaton::Edge::Kind::otherToken && !same))
                places.push_back({ edge.target, m_places[i].frame });
        }
    }
    return intern(places);
}

StateTable::State StateTable::joined(State a, State b)
{
    if (a == kDead || b == kDead || a == b)
        return a == kDead ? b : a;
    std::vector<Place> places;
    for (const StateInfo& info : { m_states[std::size_t(a)], m_states[std::size_t(b)] })
        places.insert(places.end(), m_places.begin() + info.begin, m_places.begin() + info.end);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return find(std::move(places), accepts(a) || accepts(b));
}

StateTable::State StateTable::intern(std::vector<Place>& places)
{
    m_work.clear();
    m_reading.clear();
    m_seen.clear();
    m_accepts = false;
    for (const Place place : places)
        visit(place);
    while (!m_work.empty() && !m_overflowed) {
        const Place place = m_work.back();
        m_work.pop_back();
        if (expand(place))
            m_reading.push_back(place);
        m_overflowed = m_overflowed || m_seen.size() > kMaxPlacesOfOne;
    }
    if (m_overflowed || (m_reading.empty() && !m_accepts))
        return kDead;
    std::ranges::sort(m_reading);
    return find(m_reading, m_accepts);
}

void StateTable::visit(Place place)
{
    if (m_seen.insert(key(place.node, place.frame)).second)
        m_work.push_back(place);
}

/// Goes where nothing need be read. @return whether the place reads something
bool StateTable::expand(Place place)
{
    if (place.node == Automaton::kEnd) {
        if (place.frame == 0)
            m_accepts = true;
        else
            visit({ m_frames[place.frame].returnTo, m_frames[place.frame].below });
        return false;
    }
    bool reading = false;
    for (const Automaton::Edge& edge : m_automaton.edges(place.node)) {
        if (edge.kind == Automaton::Edge::Kind::empty)
            visit({ edge.target, place.frame });
        else if (edge.kind == Automaton::Edge::Kind::call)
            visit({ edge.value, push(edge.target, place.frame) });
        else
            reading = true;
    }
    return reading;
}

StateTable::Frame StateTable::push(Automaton::Node returnTo, Frame below)
{
    if (returnTo == Automaton::kEnd)
        return below; // a call at the end of a rule: right recursion needs no stack
    const auto [it, added] = m_frameIndex.emplace(key(returnTo, below), Frame(m_frames.size()));
    if (added) {
        m_frames.push_back({ returnTo, below });
        m_overflowed = m_overflowed || m_frames.size() > kMaxFrames;
    }
    return it->second;
}

StateTable::State StateTable::find(std::vector<Place> places, bool accepts)
{
    std::uint64_t hash = accepts ? 0x9E3779B97F4A7C15 : 0;
    for (const Place& place : places)
        hash = (hash ^ key(place.node, place.frame)) * 0xFF51AFD7ED558CCD + (hash >> 31);
    for (auto [it, end] = m_stateIndex.equal_range(hash); it != end; ++it) {
        const StateInfo& info = m_states[std::size_t(it->second)];
        if (info.accepts == accepts && std::equal(places.begin(), places.end(), m_places.begin() + info.begin, m_places.begin() + info.end))
            return it->second;
    }
    if (m_places.size() + places.size() > kMaxPlaces || m_states.size() * m_automaton.classCount() > 16 * kMaxPlaces) {
        m_overflowed = true;
        return kDead;
    }
    StateInfo info { std::uint32_t(m_places.size()), std::uint32_t(m_places.size() + places.size()), accepts, false };
    for (const Place& place : places) {
        for (const Automaton::Edge& edge : m_automaton.edges(place.node))
            info.wantsTokens = info.wantsTokens || (reads(edge.kind) && edge.kind != Automaton::Edge::Kind::bytes);
    }
    m_places.insert(m_places.end(), places.begin(), places.end());
    m_next.insert(m_next.end(), m_automaton.classCount(), kUnknown);
    const auto state = State(m_states.size());
    m_states.push_back(info);
    m_stateIndex.emplace(hash, state);
    return state;
}

} // namespace cutaway::grammar
