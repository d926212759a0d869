#pragma once
#include "app/cli/command.h"

#include <string_view>

namespace cutaway::cli {

/// One object on standard output; bytes that are no UTF-8 become U+FFFD.
void printJson(const Json& json);
/// Bytes as they are, at once.
void printText(std::string_view text);
/// The same, or an object with the field text.
void printTextOrJson(std::string_view text, bool json);

} // namespace cutaway::cli
