#include "engine/grammar/grammar_error.h"

#include <algorithm>

namespace cutaway::grammar {

base::Error grammarError(std::string_view text, std::size_t at, std::string_view what)
{
    const std::string_view before = text.substr(0, at);
    const std::size_t line = 1 + std::size_t(std::ranges::count(before, '\n'));
    const std::size_t lineBegin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto isLead = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    const std::size_t column = 1 + std::size_t(std::ranges::count_if(before.substr(lineBegin), isLead));
    std::string message = "Grammar, line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
    return { base::ErrorCode::invalidArgument, message.append(what) + ".", "grammar", {} };
}

} // namespace cutaway::grammar
