#include "engine/tokenizer/pretokenizer.h"

#include <algorithm>
#include <array>
#include <limits>

namespace cutaway::tokenizer {
namespace {

using Text = std::span<const Char>;

constexpr std::array<CodePointRange, 9> kHan { { { 0x3400, 0x4DBF }, { 0x4E00, 0x9FFF }, { 0xF900, 0xFAFF }, { 0x20000, 0x2A6DF },
    { 0x2A700, 0x2B73F }, { 0x2B740, 0x2B81F }, { 0x2B820, 0x2CEAF }, { 0x2CEB0, 0x2EBEF }, { 0x2F800, 0x2FA1F } } };

bool isHan(const Char& c) { return CharSet { .ranges = kHan }.contains(c); }

/// First position from `at` on where the test fails, at most `limit` characters further.
template <class Test> std::size_t skip(Text text, std::size_t at, Test test, std::size_t limit = std::numeric_limits<std::size_t>::max())
{
    while (at < text.size() && limit > 0 && test(text[at])) {
        ++at;
        --limit;
    }
    return at;
}

std::size_t skipBits(Text text, std::size_t at, CharSetBits bits, std::size_t limit = std::numeric_limits<std::size_t>::max())
{
    return skip(text, at, [bits](const Char& c) { return c.is(bits); }, limit);
}

/// Cuts a piece where a matcher finds something; what lies between two finds is a word too.
/// @param match  gives the end of the find that begins at a position, or that position for none
template <class Match> void cutMatches(Text text, std::size_t start, std::vector<std::size_t>& ends, Match match)
{
    std::size_t gap = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = match(text, at);
        if (end == at) {
            ++at;
            continue;
        }
        if (gap < at)
            ends.push_back(start + at);
        ends.push_back(start + end);
        gap = at = end;
    }
    if (gap < text.size())
        ends.push_back(start + text.size());
}

std::size_t matchRun(const RunRule& rule, Text text, std::size_t at)
{
    const auto inSet = [&](const Char& c) { return rule.set.contains(c); };
    const std::size_t most = rule.maximum == 0 ? text.size() : rule.maximum;
    if (rule.lead.contains(text[at])) {
        const std::size_t end = skip(text, at + 1, inSet, most);
        if (end - (at + 1) >= rule.minimum)
            return end;
    }
    const std::size_t end = skip(text, at, inSet, most);
    return end - at >= rule.minimum ? end : at;
}

bool startsWith(Text text, std::size_t at, std::u32string_view part)
{
    return text.size() - at >= part.size()
        && std::equal(part.begin(), part.end(), text.begin() + std::ptrdiff_t(at), [](char32_t c, const Char& own) { return own.codePoint == c; });
}

std::size_t matchTaggedRun(const TaggedRunRule& rule, Text text, std::size_t at)
{
    if (!startsWith(text, at, rule.prefix))
        return at;
    const std::size_t first = at + rule.prefix.size();
    const auto inSet = [&](const Char& c) { return rule.set.contains(c); };
    const std::size_t end = skip(text, first, inSet, rule.maximum == 0 ? text.size() : rule.maximum);
    return end > first && startsWith(text, end, rule.suffix) ? end + rule.suffix.size() : at;
}

std::size_t matchIndent(Text text, std::size_t at)
{
    if (text[at].codePoint == '\t' || text[at].codePoint == '\n')
        return at + 1;
    return startsWith(text, at, U"    ") ? at + 4 : startsWith(text, at, U"  ") ? at + 2 : at;
}

/// One of 's 't 're 've 'm 'll 'd.
std::size_t matchContraction(Text text, std::size_t at, bool anyCase)
{
    if (text[at].codePoint != '\'' || at + 1 >= text.size())
        return at;
    const auto letter = [&](std::size_t i) {
        const char32_t c = i < text.size() ? text[i].codePoint : 0;
        return anyCase && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
    };
    const char32_t first = letter(at + 1);
    const char32_t second = letter(at + 2);
    if (first == 's' || first == 't' || first == 'm' || first == 'd')
        return at + 2;
    const bool two = (first == 'r' && second == 'e') || (first == 'v' && second == 'e') || (first == 'l' && second == 'l');
    return two ? at + 3 : at;
}

/// `[upper, caseless, marks]*[lower, caseless, marks]+`, or else `[upper, caseless, marks]+[lower, caseless, marks]*`.
std::size_t matchCased(Text text, std::size_t at)
{
    constexpr CharSetBits both = charbit::caseless | charbit::mark;
    const std::size_t uppers = skipBits(text, at, charbit::upper | both);
    const std::size_t lowers = skipBits(text, uppers, charbit::lower | both);
    if (lowers > uppers)
        return lowers;
    // Nothing lower follows: the first alternative gives back down to the last character that counts as either case.
    for (std::size_t last = uppers; last > at; --last) {
        if (text[last - 1].is(both))
            return last;
    }
    return uppers;
}

/// `(L M* (single space, L M*)*)+`
std::size_t matchPhrase(Text text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size()) {
        const bool spaced = end > at && text[end].codePoint == ' ' && end + 1 < text.size();
        const std::size_t letter = spaced ? end + 1 : end;
        if (!text[letter].is(charbit::letter))
            break;
        end = skipBits(text, letter + 1, charbit::mark);
    }
    return end;
}

std::size_t matchLetterRun(const WordRule& rule, Text text, std::size_t at)
{
    switch (rule.letters) {
    case Letters::spaced:
    case Letters::plain: return skipBits(text, at, charbit::letter);
    case Letters::withMarks:
    case Letters::signed_: return skipBits(text, at, charbit::letter | charbit::mark);
    case Letters::cased: return matchCased(text, at);
    case Letters::phrases: return matchPhrase(text, at);
    case Letters::notHan: return skip(text, at, [](const Char& c) { return c.is(charbit::letter) && !isHan(c); });
    }
    return at;
}

/// The character in front of letters that belongs to their piece.
bool isLetterLead(const WordRule& rule, const Char& c)
{
    if (rule.letters == Letters::spaced)
        return c.codePoint == ' ';
    if (rule.letters == Letters::signed_)
        return !c.is(charbit::newline | charbit::letter | charbit::punctuation | charbit::symbol);
    const CharSetBits own = rule.letters == Letters::cased || rule.letters == Letters::withMarks ? charbit::mark : CharSetBits(0);
    return !c.is(charbit::newline | charbit::letter | charbit::number | own);
}

std::size_t matchLetters(const WordRule& rule, Text text, std::size_t at)
{
    if (rule.letters == Letters::notHan && isHan(text[at]))
        return skip(text, at, isHan);
    if (rule.letters == Letters::signed_ && text[at].is(charbit::asciiSign)) {
        const std::size_t end = skipBits(text, at + 1, charbit::asciiLetter);
        return end > at + 1 ? end : at;
    }
    std::size_t end = at;
    if (isLetterLead(rule, text[at]) && at + 1 < text.size()) {
        end = matchLetterRun(rule, text, at + 1);
        end = end > at + 1 ? end : at;
    }
    if (end == at)
        end = matchLetterRun(rule, text, at);
    return end > at && end < text.size() && rule.contractions == Contractions::anyCaseAfter ? matchContraction(text, end, true) : end;
}

std::size_t matchNumber(const WordRule& rule, Text text, std::size_t at)
{
    const std::size_t first = rule.spacedNumbers && text[at].codePoint == ' ' ? at + 1 : at;
    const std::size_t end = skipBits(text, first, charbit::number, rule.maxDigits == 0 ? text.size() : rule.maxDigits);
    return end > first ? end : at;
}

std::size_t matchSigns(const WordRule& rule, Text text, std::size_t at)
{
    const std::size_t first = text[at].codePoint == ' ' ? at + 1 : at;
    const CharSetBits others =
        charbit::space | charbit::letter | charbit::number | (rule.letters == Letters::withMarks ? charbit::mark : CharSetBits(0));
    const std::size_t signs = rule.letters == Letters::signed_ ? skipBits(text, first, charbit::punctuation | charbit::symbol)
                                                               : skip(text, first, [others](const Char& c) { return !c.is(others); });
    if (signs == first)
        return at;
    return skip(text, signs, [&](const Char& c) { return c.is(charbit::newline) || (rule.slashTail && c.codePoint == '/'); }, rule.maxTail);
}

std::size_t matchSpaces(const WordRule& rule, Text text, std::size_t at)
{
    const std::size_t end = skipBits(text, at, charbit::space);
    if (end == at)
        return at;
    if (rule.newlineRuns) {
        for (std::size_t last = end; last > at; --last) {
            if (text[last - 1].is(charbit::newline))
                return last;
        }
    }
    // The last space belongs to the word behind it.
    const std::size_t free = end < text.size() && end - at > 1 ? end - 1 : end;
    switch (rule.spaces) {
    case Spaces::plain: return free;
    case Spaces::powersOfTwo: {
        // `\s{512}(?!\S)|\s{256}(?!\S)|...|\s{1,2}(?!\S)|\s`: a power must end the run or leave white space behind it.
        const std::size_t usable = end < text.size() ? end - at - 1 : end - at;
        for (std::size_t power = 512; power >= 2; power /= 2) {
            if (usable >= power)
                return at + power;
        }
        return at + 1;
    }
    }
    return free;
}

std::size_t matchWord(const WordRule& rule, Text text, std::size_t at)
{
    std::size_t end = at;
    if (rule.contractions == Contractions::lowerCase || rule.contractions == Contractions::anyCaseBefore)
        end = matchContraction(text, at, rule.contractions == Contractions::anyCaseBefore);
    for (const auto match : { matchLetters, matchNumber, matchSigns, matchSpaces }) {
        if (end != at)
            break;
        end = match(rule, text, at);
    }
    return end;
}

void cutDigitGroups(Text text, std::size_t start, std::vector<std::size_t>& ends)
{
    constexpr std::size_t kGroup = 3;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = skipBits(text, at, charbit::number);
        if (end == at) {
            ++at;
            continue;
        }
        const std::size_t odd = (end - at) % kGroup;
        for (std::size_t cut = at + (odd ? odd : kGroup); cut <= end; cut += kGroup)
            ends.push_back(start + cut);
        at = done = end;
    }
    if (done < text.size())
        ends.push_back(start + text.size());
}

void cutTrailingSpace(Text text, std::size_t start, std::vector<std::size_t>& ends)
{
    std::size_t last = text.size();
    while (last > 0 && text[last - 1].is(charbit::space))
        --last;
    if (last > 0)
        ends.push_back(start + last);
    if (last < text.size())
        ends.push_back(start + text.size());
}

/// Applies one rule to one piece that begins at `start` of the whole text.
struct Cutter {
    Text piece;
    std::size_t start;
    std::vector<std::size_t>& ends;

    void operator()(const RunRule& rule) const
    {
        cutMatches(piece, start, ends, [&](Text text, std::size_t at) { return matchRun(rule, text, at); });
    }
    void operator()(const TaggedRunRule& rule) const
    {
        cutMatches(piece, start, ends, [&](Text text, std::size_t at) { return matchTaggedRun(rule, text, at); });
    }
    void operator()(const IndentRule&) const { cutMatches(piece, start, ends, matchIndent); }
    void operator()(const WordRule& rule) const
    {
        cutMatches(piece, start, ends, [&](Text text, std::size_t at) { return matchWord(rule, text, at); });
    }
    void operator()(const TrailingSpaceRule&) const { cutTrailingSpace(piece, start, ends); }
    void operator()(const DigitGroupRule&) const { cutDigitGroups(piece, start, ends); }
};

} // namespace

bool CharSet::contains(const Char& c) const
{
    bool found = c.is(bits);
    if (!found && !ranges.empty()) {
        const auto it = std::ranges::upper_bound(ranges, c.codePoint, {}, &CodePointRange::first);
        found = it != ranges.begin() && c.codePoint <= std::prev(it)->last;
    }
    return found != negated;
}

std::vector<std::size_t> splitWords(Text text, const PreTokenizer& preTokenizer)
{
    std::vector<std::size_t> ends;
    if (!text.empty())
        ends.push_back(text.size());
    for (const SplitRule& rule : preTokenizer.rules) {
        std::vector<std::size_t> next;
        next.reserve(ends.size());
        std::size_t start = 0;
        for (const std::size_t end : ends) {
            std::visit(Cutter { text.subspan(start, end - start), start, next }, rule);
            start = end;
        }
        ends = std::move(next);
    }
    return ends;
}

} // namespace cutaway::tokenizer
