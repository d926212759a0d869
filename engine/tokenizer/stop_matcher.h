#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// Finds stop strings in streamed text, also across the borders of its pieces.
class StopMatcher {
public:
    /// Empty strings among them are ignored.
    explicit StopMatcher(std::vector<std::string> stops);

    struct Output {
        std::string text;      ///< may be shown now
        bool stopped = false;  ///< a stop string was found; text ends before it, and later pieces are ignored
        std::string stop = {}; ///< the one that was found
    };
    /// Adds a piece. Text that may be the beginning of a stop string is held back.
    Output push(std::string_view piece);
    /// At the end of the stream: what was held back.
    std::string flush();

private:
    std::vector<std::string> m_stops;
    std::string m_held;
    bool m_stopped = false;
};

} // namespace cutaway::tokenizer
