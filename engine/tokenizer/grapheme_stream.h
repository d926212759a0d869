#pragma once
#include <string>
#include <string_view>

namespace cutaway::tokenizer {

/// Keeps what a reader takes for one character together in streamed text: an emoji with its joiners, skin tones and selectors, a flag of two
/// letters, a Hangul syllable of single letters. Text that can be no part of such a sequence passes at once, so that pieces stay with their
/// tokens; a combining mark that follows a plain letter therefore comes behind it.
class GraphemeStream {
public:
    /// The text that is complete now. @pre whole characters: what Utf8Stream gives
    std::string push(std::string_view text);
    /// At the end of the stream: what was held back.
    std::string flush();

private:
    std::string m_held; ///< begins where a cluster begins
};

} // namespace cutaway::tokenizer
