#pragma once
#include "engine/grammar/rules.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::grammar {

/// A text as a GBNF literal, quotes included.
std::string gbnfLiteral(std::string_view text);
/// A set of code points as a GBNF class, brackets included.
std::string gbnfSet(const std::vector<CodeRange>& ranges);

/// Collects the rules of a grammar for JSON. Names are unique; those of JSON's own values are kept for them.
class GbnfWriter {
public:
    /// A rule with a free name like the wanted one; returns the name. Its body may come later.
    std::string reserve(std::string_view wanted);
    void define(const std::string& name, std::string body);
    std::string add(std::string_view wanted, std::string body);
    /// The name of a rule for a JSON value or a part of one, "string" for example, with all rules that it uses.
    /// @pre it is one of the list in gbnf_writer.cpp
    std::string builtIn(std::string_view name);
    std::size_t sizeBytes() const { return m_sizeBytes; }
    /// All rules, "root" first.
    std::string text(const std::string& root) const;

private:
    std::map<std::string, std::string> m_rules;
    std::size_t m_sizeBytes = 0;
};

} // namespace cutaway::grammar
