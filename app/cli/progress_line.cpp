#include "app/cli/progress_line.h"

#include <cstdio>
#include <unistd.h>

namespace cutaway::cli {

bool showsProgress(const Invocation& invocation) { return invocation.verbose || isatty(STDERR_FILENO) != 0; }

void ProgressLine::show(const std::string& text)
{
    if (m_shown)
        std::fprintf(stderr, "\r\033[K%s", text.c_str());
}

void ProgressLine::show(std::uint64_t done, std::uint64_t total, const std::string& what)
{
    const int percent = total == 0 ? 100 : int(100.0 * double(done) / double(total));
    show(std::to_string(percent) + " % " + what);
}

void ProgressLine::clear() { show(""); }

} // namespace cutaway::cli
