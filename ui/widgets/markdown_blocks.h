#pragma once
#include <QString>

#include <vector>

namespace cutaway::ui {

/// A run of an answer that is laid out as one: prose in Markdown, or a block of code.
struct MarkdownBlock {
    bool code = false;
    QString text;
    QString language; ///< of code; may be empty
    friend bool operator==(const MarkdownBlock&, const MarkdownBlock&) = default;
};

/// Cuts Markdown into blocks. While text is appended only the last block changes, so that the cost of showing an answer that grows
/// is that of its end: prose is cut at an empty line once it is longer than a screenful.
std::vector<MarkdownBlock> splitMarkdown(const QString& text);

} // namespace cutaway::ui
