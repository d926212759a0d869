#include "engine/tokenizer/stop_matcher.h"

#include <algorithm>
#include <utility>

namespace cutaway::tokenizer {

StopMatcher::StopMatcher(std::vector<std::string> stops) : m_stops(std::move(stops)) { std::erase(m_stops, std::string()); }

StopMatcher::Output StopMatcher::push(std::string_view piece)
{
    if (m_stopped)
        return { .text = "", .stopped = true };
    m_held += piece;
    std::size_t first = std::string::npos;
    const std::string* found = nullptr;
    for (const std::string& stop : m_stops) {
        const std::size_t at = m_held.find(stop);
        if (at < first) {
            first = at;
            found = &stop;
        }
    }
    if (found) {
        m_stopped = true;
        Output output { .text = m_held.substr(0, first), .stopped = true, .stop = *found };
        m_held.clear();
        return output;
    }
    std::size_t keep = 0; // the longest end of the text that is a beginning of a stop string
    for (const std::string& stop : m_stops) {
        for (std::size_t length = std::min(stop.size() - 1, m_held.size()); length > keep; --length) {
            if (m_held.ends_with(std::string_view(stop).substr(0, length)))
                keep = length;
        }
    }
    Output output { .text = m_held.substr(0, m_held.size() - keep) };
    m_held.erase(0, m_held.size() - keep);
    return output;
}

std::string StopMatcher::flush() { return std::exchange(m_held, {}); }

} // namespace cutaway::tokenizer
