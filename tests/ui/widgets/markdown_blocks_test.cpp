#include "tests/support/catch.h"
#include "ui/widgets/markdown_blocks.h"
#include "ui/widgets/text_block.h"
#include "ui/widgets/theme.h"

#include <QTextDocument>

using namespace cutaway::ui;

namespace {

QString joined(const std::vector<MarkdownBlock>& blocks)
{
    QString text;
    for (const MarkdownBlock& block : blocks)
        text += (block.code ? QStringLiteral("<%1>").arg(block.language) : QStringLiteral("|")) + block.text;
    return text;
}

} // namespace

TEST_CASE("code between fences is a block of its own, also while its end is missing")
{
    CHECK(joined(splitMarkdown(QStringLiteral("a\n```python x\nb\n```\nc"))) == QStringLiteral("|a\n<python>b\n|c"));
    CHECK(joined(splitMarkdown(QStringLiteral("```\nb `` c"))) == QStringLiteral("<>b `` c"));
    CHECK(joined(splitMarkdown(QStringLiteral("````\n```\n````"))) == QStringLiteral("<>```\n"));
    CHECK(joined(splitMarkdown(QStringLiteral("~~~c\nx\n```\n~~~"))) == QStringLiteral("<c>x\n```\n"));
    CHECK(splitMarkdown({}).empty());
}

TEST_CASE("while text grows, only the last block changes, and none grows without end")
{
    QString text;
    std::vector<MarkdownBlock> before;
    for (int i = 0; i < 3'000; ++i) {
        text += i % 50 == 49 ? QStringLiteral(".\n\n")
            : i % 400 == 399 ? QStringLiteral("\n```\ncode\n```\n")
                             : QStringLiteral("word%1 ").arg(i);
        const std::vector<MarkdownBlock> now = splitMarkdown(text);
        REQUIRE(now.size() >= before.size());
        for (std::size_t b = 0; b + 1 < before.size(); ++b)
            REQUIRE(now[b] == before[b]);
        before = now;
    }
    CHECK(before.size() > 8);
    for (const MarkdownBlock& block : before)
        CHECK(block.text.size() < 3'000);
}

TEST_CASE("a list is not cut between its items")
{
    QString text;
    for (int i = 1; i < 200; ++i)
        text += QStringLiteral("%1. item with some words in it\n\n").arg(i);
    CHECK(splitMarkdown(text).size() == 1);
}

TEST_CASE("Markdown from a model brings no pictures, no scripts and no raw HTML")
{
    Theme theme;
    TextBlock block(theme);
    block.setMarkdownText(QStringLiteral("see ![a cat](https://example.org/cat.png) and <b>bold</b> <script>x</script>"));
    const QString text = block.document()->toPlainText();
    CHECK(text.contains(QStringLiteral("[a cat]")));
    CHECK(text.contains(QStringLiteral("<b>")));
    CHECK_FALSE(block.document()->toHtml().contains(QStringLiteral("<img")));
    CHECK_FALSE(block.loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/passwd"))).isValid());
}
