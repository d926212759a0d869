#include "app/cli/interrupt_guard.h"

#include <csignal>
#include <utility>

namespace cutaway::cli {
namespace {

base::CancelSource s_source; // a signal handler can reach nothing else

void cancel(int) { s_source.cancel(); }

} // namespace

InterruptGuard::InterruptGuard(base::CancelSource source)
{
    s_source = std::move(source);
    m_previous = std::signal(SIGINT, cancel);
}

InterruptGuard::~InterruptGuard() { std::signal(SIGINT, m_previous); }

} // namespace cutaway::cli
