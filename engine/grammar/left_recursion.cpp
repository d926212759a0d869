#include "engine/grammar/left_recursion.h"

#include "engine/base/text.h"
#include "engine/grammar/grammar_error.h"

#include <algorithm>

namespace cutaway::grammar {
namespace {

using Flags = std::vector<char>; ///< by rule

bool canBeEmpty(const Expression& expression, const Flags& emptyRules)
{
    const auto child = [&](const Expression& one) { return canBeEmpty(one, emptyRules); };
    switch (expression.kind) {
    case Expression::Kind::text: return expression.text.empty();
    case Expression::Kind::set:
    case Expression::Kind::token: return false;
    case Expression::Kind::rule: return emptyRules[expression.index] != 0;
    case Expression::Kind::sequence: return std::ranges::all_of(expression.children, child);
    case Expression::Kind::alternatives: return std::ranges::any_of(expression.children, child);
    case Expression::Kind::repeat: return expression.minimum == 0 || child(expression.children.front());
    }
    return false;
}

/// The rules that an expression may begin with.
void addFirstRules(const Expression& expression, const Flags& emptyRules, std::vector<std::uint32_t>& found)
{
    if (expression.kind == Expression::Kind::rule)
        found.push_back(expression.index);
    for (const Expression& child : expression.children) {
        addFirstRules(child, emptyRules, found);
        if (expression.kind == Expression::Kind::sequence && !canBeEmpty(child, emptyRules))
            return;
    }
}

void addUsedRules(const Expression& expression, std::vector<std::uint32_t>& found)
{
    if (expression.kind == Expression::Kind::rule)
        found.push_back(expression.index);
    for (const Expression& child : expression.children)
        addUsedRules(child, found);
}

/// Looks again only at rules that use one newly found to be possibly empty.
Flags emptyRulesOf(const RuleSet& set)
{
    std::vector<std::vector<std::uint32_t>> users(set.rules.size());
    std::vector<std::uint32_t> work;
    for (std::uint32_t i = 0; i < set.rules.size(); ++i) {
        std::vector<std::uint32_t> used;
        addUsedRules(set.rules[i].body, used);
        std::ranges::sort(used);
        used.erase(std::unique(used.begin(), used.end()), used.end());
        for (const std::uint32_t rule : used)
            users[rule].push_back(i);
        work.push_back(i);
    }
    Flags empty(set.rules.size());
    while (!work.empty()) {
        const std::uint32_t rule = work.back();
        work.pop_back();
        if (empty[rule] || !canBeEmpty(set.rules[rule].body, empty))
            continue;
        empty[rule] = 1;
        work.insert(work.end(), users[rule].begin(), users[rule].end());
    }
    return empty;
}

/// Walks in depth from one rule; a rule met again on the way to itself closes a circle.
class CircleFinder {
public:
    explicit CircleFinder(const RuleSet& set) : m_set(set), m_state(set.rules.size(), State::unseen)
    {
        const Flags empty = emptyRulesOf(set);
        m_firsts.resize(set.rules.size());
        for (std::size_t i = 0; i < m_firsts.size(); ++i)
            addFirstRules(set.rules[i].body, empty, m_firsts[i]);
    }
    base::Status check()
    {
        for (std::uint32_t rule = 0; rule < m_state.size(); ++rule) {
            CUTAWAY_TRY_STATUS(walkFrom(rule));
        }
        return base::ok();
    }

private:
    enum class State : std::uint8_t { unseen, onPath, done };
    struct Step {
        std::uint32_t rule;
        std::size_t next = 0;
    };
    base::Status walkFrom(std::uint32_t start)
    {
        if (m_state[start] != State::unseen)
            return base::ok();
        std::vector<Step> path { { start } };
        m_state[start] = State::onPath;
        while (!path.empty()) {
            Step& top = path.back();
            if (top.next == m_firsts[top.rule].size()) {
                m_state[top.rule] = State::done;
                path.pop_back();
                continue;
            }
            const std::uint32_t rule = m_firsts[top.rule][top.next++];
            if (m_state[rule] == State::onPath)
                return circle(path, rule);
            if (m_state[rule] == State::unseen) {
                m_state[rule] = State::onPath;
                path.push_back({ rule });
            }
        }
        return base::ok();
    }
    base::Error circle(const std::vector<Step>& path, std::uint32_t rule) const
    {
        constexpr std::ptrdiff_t kMaxNamed = 8;
        std::string names;
        auto step = std::ranges::find(path, rule, &Step::rule);
        for (std::ptrdiff_t named = 0; step != path.end() && named < kMaxNamed; ++step, ++named)
            names += base::quoted(m_set.rules[step->rule].name) + " -> ";
        if (step != path.end())
            names += "... -> ";
        return grammarError(m_set.text, m_set.rules[rule].at, "left recursion: " + names + base::quoted(m_set.rules[rule].name) + " reads nothing on the way");
    }
    const RuleSet& m_set;
    std::vector<State> m_state;
    std::vector<std::vector<std::uint32_t>> m_firsts; ///< by rule, those it may begin with
};

} // namespace

base::Status checkLeftRecursion(const RuleSet& rules) { return CircleFinder(rules).check(); }

} // namespace cutaway::grammar
