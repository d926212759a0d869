#pragma once
#include <string>
#include <string_view>

namespace cutaway::tokenizer {

/// Joins the bytes of tokens to text that ends at whole characters, so that a character split over tokens is never shown in halves.
class Utf8Stream {
public:
    /// The text that is complete now: everything up to a character that may still become whole.
    /// Bytes that can become no character come out as U+FFFD, one for each.
    std::string push(std::string_view bytes);
    /// At the end of the stream: what was held back, as U+FFFD for each byte.
    std::string flush();
    bool pending() const { return !m_held.empty(); }

private:
    std::string m_held;
};

} // namespace cutaway::tokenizer
