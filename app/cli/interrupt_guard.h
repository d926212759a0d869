#pragma once
#include "engine/base/cancellation.h"

namespace cutaway::cli {

/// While it lives, Ctrl+C cancels instead of ending the program. One at a time.
class InterruptGuard {
public:
    explicit InterruptGuard(base::CancelSource source);
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    void (*m_previous)(int);
};

} // namespace cutaway::cli
