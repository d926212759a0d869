#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace cutaway::grammar {

/// Code points from first to last, both included.
struct CodeRange {
    char32_t first = 0, last = 0;
    friend bool operator==(const CodeRange&, const CodeRange&) = default;
};

/// One construct of a rule, as written.
struct Expression {
    enum class Kind {
        text,         ///< the bytes of `text`
        set,          ///< one code point of `ranges`, or outside of them
        rule,         ///< `index` of the rule
        sequence,     ///< all children, one after the other; none: empty
        alternatives, ///< one of the children
        repeat,       ///< the child, `minimum` to `maximum` times
        token,        ///< one token: number `index`, or the one that `text` spells; or any other one
    };
    Kind kind = Kind::sequence;
    bool negated = false; ///< of a set or token
    std::uint32_t index = 0;
    std::uint32_t at = 0; ///< byte of the grammar's text: of a token
    std::uint32_t minimum = 0, maximum = 0;
    std::string text;
    std::vector<CodeRange> ranges;
    std::vector<Expression> children;
};

/// Largest count of a repetition; a larger maximum is as none.
constexpr std::uint32_t kMaxRepeat = 2000;
constexpr std::uint32_t kUnbounded = 0xFFFFFFFF;

struct Rule {
    std::string name;
    Expression body;
    std::uint32_t at = 0; ///< byte of the grammar's text where it is defined
};

/// A grammar as written: every index of a rule is valid.
struct RuleSet {
    std::vector<Rule> rules;
    std::uint32_t root = 0;
    std::string text; ///< as it was read
};

} // namespace cutaway::grammar
