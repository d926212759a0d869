#include "app/cli/output.h"

#include <cstdio>

namespace cutaway::cli {

void printText(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void printJson(const Json& json) { printText(json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'); }

void printTextOrJson(std::string_view text, bool json) { json ? printJson({ { "text", text } }) : printText(text); }

} // namespace cutaway::cli
