#include "ui/widgets/markdown_blocks.h"

#include <QStringView>

namespace cutaway::ui {
namespace {

/// About a screenful of prose: short enough to parse many times a second, long enough to select across paragraphs.
constexpr qsizetype kProseLength = 1'500;

/// Length of a fence of backticks or tildes at the start of the line; 0 when it is none.
qsizetype fenceLength(QStringView line, QChar& mark)
{
    qsizetype at = 0;
    while (at < line.size() && at < 3 && line[at] == QLatin1Char(' '))
        ++at;
    if (at >= line.size() || (line[at] != QLatin1Char('`') && line[at] != QLatin1Char('~')))
        return 0;
    mark = line[at];
    qsizetype length = 0;
    while (at + length < line.size() && line[at + length] == mark)
        ++length;
    return length >= 3 ? length : 0;
}

/// A line that may belong to the list, quote or table above an empty line.
bool continuesAbove(QStringView line)
{
    if (line.isEmpty())
        return true;
    const QChar first = line[0];
    return first.isSpace() || first.isDigit() || QStringView(u"-*+>|").contains(first);
}

class Splitter {
public:
    std::vector<MarkdownBlock> run(const QString& text)
    {
        QStringView rest(text);
        while (!rest.isEmpty()) {
            const qsizetype end = rest.indexOf(QLatin1Char('\n'));
            take(end < 0 ? rest : rest.left(end), end >= 0);
            rest = end < 0 ? QStringView() : rest.mid(end + 1);
        }
        flush();
        return std::move(m_blocks);
    }

private:
    void take(QStringView line, bool complete)
    {
        QChar mark;
        const qsizetype fence = fenceLength(line, mark);
        if (m_current.code) {
            if (fence >= m_fence && mark == m_mark && line.trimmed().size() == fence)
                flush();
            else
                append(line, complete);
            return;
        }
        if (fence) {
            flush();
            m_current.code = true;
            m_current.language = line.trimmed().mid(fence).trimmed().toString().section(QLatin1Char(' '), 0, 0);
            m_fence = fence;
            m_mark = mark;
            return;
        }
        if (m_current.text.size() > kProseLength && m_current.text.endsWith(QLatin1String("\n\n")) && !continuesAbove(line))
            flush();
        append(line, complete);
    }
    void append(QStringView line, bool complete)
    {
        m_current.text += line;
        if (complete)
            m_current.text += QLatin1Char('\n');
    }
    void flush()
    {
        if (m_current.code || !m_current.text.trimmed().isEmpty())
            m_blocks.push_back(m_current);
        m_current = {};
    }

    std::vector<MarkdownBlock> m_blocks;
    MarkdownBlock m_current;
    qsizetype m_fence = 0;
    QChar m_mark;
};

} // namespace

std::vector<MarkdownBlock> splitMarkdown(const QString& text) { return Splitter().run(text); }

} // namespace cutaway::ui
