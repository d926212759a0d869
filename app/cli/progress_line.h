#pragma once
#include "app/cli/command.h"

#include <cstdint>
#include <string>

namespace cutaway::cli {

/// Progress goes to a terminal, and elsewhere only when asked for with --verbose.
bool showsProgress(const Invocation& invocation);

/// One line on standard error that is written over again and again, and goes with the object.
class ProgressLine {
public:
    explicit ProgressLine(const Invocation& invocation) : m_shown(showsProgress(invocation)) { }
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const std::string& text);
    /// "42 % <what>"
    void show(std::uint64_t done, std::uint64_t total, const std::string& what);
    void clear();

private:
    bool m_shown;
};

} // namespace cutaway::cli
