#pragma once
#include "engine/chat/jinja/failure.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cutaway::chat::jinja {

/// What one template may use. Far above what any known template needs, far below what hurts: a render that runs into `work` took about a second
/// and at most a few hundred MiB.
struct Limits {
    std::size_t sourceBytes = 1u << 20;
    int nesting = 100;                 ///< brackets and blocks inside each other in the source
    int height = 400;                  ///< operators applied to each other's results, as in a + b + c
    std::uint64_t work = 10'000'000;   ///< evaluation steps; each element made and each 16 bytes of text count as one more
    std::size_t textBytes = 32u << 20; ///< the output, and any one string
    int depth = 500;                   ///< evaluations inside each other, through macros too
    int valueDepth = 100;              ///< lists and dicts inside each other when printed or compared
};

/// Counts what a render uses and stops it at a limit.
class Budget {
public:
    explicit Budget(const Limits& limits) : m_limits(limits), m_left(limits.work) {}
    const Limits& limits() const { return m_limits; }
    void charge(std::uint64_t work)
    {
        if (work >= m_left)
            failLimit("the template takes more than " + std::to_string(m_limits.work) + " steps");
        m_left -= work;
    }
    /// Before `bytes` of new text come into being in a string that then has `total`.
    void chargeText(std::size_t bytes, std::size_t total)
    {
        if (total > m_limits.textBytes)
            failLimit("a text would be longer than " + std::to_string(m_limits.textBytes) + " bytes");
        charge(bytes / 16 + 1);
    }

private:
    Limits m_limits;
    std::uint64_t m_left;
};

/// Counts nested calls of a recursive function; every one of them holds a guard.
class DepthGuard {
public:
    DepthGuard(int& depth, int limit, const char* what) : m_depth(depth)
    {
        if (depth >= limit)
            failLimit(std::string(what) + " are nested deeper than " + std::to_string(limit));
        ++m_depth;
    }
    ~DepthGuard() { --m_depth; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;

private:
    int& m_depth;
};

/// A text under construction that cannot outgrow the budget.
class TextSink {
public:
    explicit TextSink(Budget& budget) : m_budget(budget) {}
    void append(std::string_view text)
    {
        m_budget.chargeText(text.size(), m_text.size() + text.size());
        m_text += text;
    }
    const std::string& text() const { return m_text; }
    std::string take() { return std::move(m_text); }
    Budget& budget() { return m_budget; }

private:
    Budget& m_budget;
    std::string m_text;
};

} // namespace cutaway::chat::jinja
