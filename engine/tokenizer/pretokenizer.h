#pragma once
#include "engine/tokenizer/unicode.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace cutaway::tokenizer {

struct CodePointRange {
    char32_t first = 0;
    char32_t last = 0;
};

/// A set of characters: those with any of the bits, and those in the ranges; or all others.
struct CharSet {
    CharSetBits bits = 0;
    std::span<const CodePointRange> ranges = {}; ///< ascending
    bool negated = false;

    bool contains(const Char& c) const;
};

/// Cuts out runs of a set: `lead? set{min,max}`.
struct RunRule {
    CharSet set;
    CharSet lead = {}; ///< one character of this set in front belongs to the run, if there is one
    std::size_t minimum = 1;
    std::size_t maximum = 0; ///< 0: no limit
};

/// Cuts out runs of a set between two fixed texts: `prefix set{1,max} suffix`.
struct TaggedRunRule {
    std::u32string_view prefix;
    CharSet set;
    std::size_t maximum = 0; ///< 0: no limit
    std::u32string_view suffix;
};

/// Cuts out tabs and newlines, each alone, and spaces by fours, then by twos.
struct IndentRule {};

/// Cuts off the white space at the end of a piece.
struct TrailingSpaceRule {};

enum class Contractions { none, lowerCase, anyCaseBefore, anyCaseAfter };
enum class Letters {
    spaced,    ///< ` ?L+`
    plain,     ///< `[^\r\nLN]?L+`
    withMarks, ///< `[^\r\nLN]?[LM]+`
    cased,     ///< as withMarks, but a lower-case letter ends where an upper-case one follows: `Camel|Case`
    phrases,   ///< words with single spaces between them stay together
    signed_,   ///< `sign[A-Za-z]+|[^\r\nLPS]?[LM]+`
    notHan,    ///< runs of Han characters, then as plain for the others
};
enum class Spaces { plain, powersOfTwo };

/// Cuts text into words, numbers, signs and white space: the pattern that GPT-2 began and that most models vary.
struct WordRule {
    Contractions contractions = Contractions::none;
    Letters letters = Letters::plain;
    std::size_t maxDigits = 0;  ///< digits of one piece; 0: no limit
    bool spacedNumbers = false; ///< ` ?N+`
    bool slashTail = false;     ///< signs take slashes behind newlines along
    std::size_t maxTail = 0;    ///< newlines that signs take along; kNoLimit for all
    bool newlineRuns = true;    ///< white space up to the last newline of a run is a piece
    Spaces spaces = Spaces::plain;

    static constexpr std::size_t kNoLimit = std::size_t(-1);
};

/// Cuts digits into groups of three, counted from the right; text before a number stays with its first group.
struct DigitGroupRule {};

using SplitRule = std::variant<RunRule, TaggedRunRule, IndentRule, TrailingSpaceRule, WordRule, DigitGroupRule>;

/// Everything that a value of `tokenizer.ggml.pre` decides.
struct PreTokenizer {
    std::string_view name;
    std::span<const SplitRule> rules; ///< one after the other, each on the pieces of the one before
    struct Flags {
        bool ignoreMerges = false; ///< a word that is a token is taken whole, whatever the merges say
        bool addBos = false;
        bool cleanSpaces = false;
        bool nfc = false;          ///< text is brought to normalisation form C first
        bool byteMap = true;       ///< bytes are written as printable characters; else text stands as it is and bytes as <0xHH>
        bool escapeSpaces = false; ///< spaces are written as U+2581
        bool noBos = false;        ///< the kind's default BOS does not hold
        bool alwaysBos = false;    ///< BOS stands in front even where the file says no
        bool noMerges = false;     ///< the file may come without merges
    } flags = {};
};

/// Every pre-tokenizer that this build knows.
std::span<const PreTokenizer> preTokenizers();
/// The row with this name, or nullptr. @source facts of pre-tokenizers
const PreTokenizer* findPreTokenizer(std::string_view name);

/// Cuts a text into words; linear in its length. @return the end of each word, as indexes into `text`
std::vector<std::size_t> splitWords(std::span<const Char> text, const PreTokenizer& preTokenizer);

} // namespace cutaway::tokenizer
