#include "ui/views/chat/message_widget.h"

#include "ui/models/format.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/error_card.h"
#include "ui/widgets/markdown_blocks.h"
#include "ui/widgets/text_block.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr int kBubbleShare = 72; ///< percent of the width that a bubble may take
constexpr int kBlockGap = 10;

} // namespace

MessageWidget::MessageWidget(Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_waiting(new QLabel(this))
    , m_figures(new QLabel(this))
    , m_place(new QLabel(this))
{
    m_waiting->setProperty("dim", true);
    m_figures->setProperty("secondary", true);
    m_place->setProperty("secondary", true);
    m_previous = addButton("chevron-left", tr("Previous version"), MessageAction::previousSibling);
    m_next = addButton("chevron-right", tr("Next version"), MessageAction::nextSibling);
    m_copy = addButton("copy", tr("Copy the message"), MessageAction::copy);
    m_regenerate = addButton("regenerate", tr("Answer again; this answer is kept"), MessageAction::regenerate);
    m_edit = addButton("edit", tr("Edit and send again; this version is kept"), MessageAction::edit);
    m_remove = addButton("trash", tr("Move to the trash, with what follows"), MessageAction::remove);
}

QToolButton* MessageWidget::addButton(const char* icon, const QString& text, MessageAction action)
{
    auto* button = new QToolButton(this);
    button->setIcon(m_theme.icon(QString::fromLatin1(icon)));
    button->setIconSize({ 16, 16 });
    button->setToolTip(text);
    button->setAccessibleName(text);
    connect(button, &QToolButton::clicked, this, [this, action] { emit actionAsked(action); });
    return button;
}

void MessageWidget::setMessage(const Message& message, const Situation& situation)
{
    if (message.text != m_message.text || message.id != m_message.id)
        setBlocks(message);
    m_message = message;
    const bool waits = message.state == MessageState::streaming && message.text.isEmpty();
    m_waiting->setText(waits ? situation.waiting : QString());
    m_waiting->setVisible(waits);
    setAccessibleName(message.role == api::Role::user ? tr("Your message") : tr("Answer"));
    setFooter(situation);
    setProblem();
    m_width = -1;
}

void MessageWidget::setBlocks(const Message& message)
{
    const bool plain = message.role == api::Role::user;
    const std::vector<MarkdownBlock> wanted =
        plain ? std::vector<MarkdownBlock> { { false, message.text, {} } } : splitMarkdown(message.text);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool same = i < m_blocks.size() && m_blocks[i].code == wanted[i].code;
        if (!same) {
            for (std::size_t j = i; j < m_blocks.size(); ++j)
                delete (m_blocks[j].code ? static_cast<QWidget*>(m_blocks[j].listing) : m_blocks[j].prose);
            m_blocks.resize(i);
            Block block { .code = wanted[i].code };
            if (block.code)
                block.listing = new CodeBlock(m_theme, this);
            else
                block.prose = new TextBlock(m_theme, this);
            (block.code ? static_cast<QWidget*>(block.listing) : block.prose)->show();
            m_blocks.push_back(block);
        }
        Block& block = m_blocks[i];
        if (same && block.text == wanted[i].text && block.language == wanted[i].language)
            continue;
        block.text = wanted[i].text;
        block.language = wanted[i].language;
        block.dirty = true;
        if (block.code)
            block.listing->setCode(block.text, block.language);
        else if (plain)
            block.prose->setPlain(block.text);
        else
            block.prose->setMarkdownText(block.text);
    }
    for (std::size_t j = wanted.size(); j < m_blocks.size(); ++j)
        delete (m_blocks[j].code ? static_cast<QWidget*>(m_blocks[j].listing) : m_blocks[j].prose);
    m_blocks.resize(wanted.size());
}

QString MessageWidget::figures() const
{
    const AnswerDetails& details = m_message.details;
    QStringList parts;
    if (m_message.state == MessageState::stopped)
        parts.append(tr("stopped"));
    if (details.generatedTokens > 0) {
        parts.append(formatTokenRate(details.tokensPerSecond));
        parts.append(tr("first token %1").arg(formatDuration(details.firstTokenNs)));
        parts.append(details.generatedTokens == 1 ? tr("1 token") : tr("%1 tokens").arg(formatCount(details.generatedTokens)));
        parts.append(tr("reused %1").arg(formatCount(details.reusedTokens)));
    }
    switch (details.stopReason) {
    case api::StopReason::tokenLimit: parts.append(tr("stopped at the token limit")); break;
    case api::StopReason::stopString: parts.append(tr("stopped at a stop text")); break;
    case api::StopReason::contextFull: parts.append(tr("the context is full")); break;
    case api::StopReason::endOfGeneration:
    case api::StopReason::cancelled: break;
    }
    return parts.join(QStringLiteral(" · "));
}

void MessageWidget::setFooter(const Situation& situation)
{
    const bool answer = m_message.role == api::Role::assistant;
    const bool busy = m_message.state == MessageState::streaming;
    m_figures->setText(answer && !busy ? figures() : QString());
    QStringList hints { m_message.details.modelName, m_message.details.reuseNote };
    if (m_message.details.generatedTokens > 0)
        hints.append(tr("seed %1").arg(m_message.details.seed));
    hints.removeAll(QString());
    m_figures->setToolTip(answer ? hints.join(QLatin1Char('\n')) : QString());
    const bool several = situation.siblings.count > 1 && !busy;
    m_place->setText(QStringLiteral("%1/%2").arg(situation.siblings.index + 1).arg(situation.siblings.count));
    m_place->setVisible(several);
    m_previous->setVisible(several);
    m_next->setVisible(several);
    m_previous->setEnabled(situation.siblings.index > 0);
    m_next->setEnabled(situation.siblings.index + 1 < situation.siblings.count);
    m_copy->setVisible(!busy);
    m_regenerate->setVisible(answer && !busy);
    m_edit->setVisible(!answer);
    m_remove->setVisible(!busy);
    for (QToolButton* button : { m_regenerate, m_edit, m_remove }) {
        button->setEnabled(situation.mayChange);
        button->setToolTip(situation.mayChange ? button->accessibleName() : situation.whyNot);
    }
}

void MessageWidget::setProblem()
{
    const bool full = m_message.state != MessageState::streaming && m_message.details.stopReason == api::StopReason::contextFull;
    const bool failed = m_message.state == MessageState::failed;
    if (!full && !failed) {
        delete std::exchange(m_problem, nullptr);
        return;
    }
    if (m_problem)
        return;
    m_problem = new ErrorCard(m_theme, this);
    if (full) {
        m_problem->setError(tr("The context is full, so the answer ends here. Nothing was dropped."),
            tr("Load the model with a larger context, or go on in a new chat."), m_message.details.reuseNote);
        m_problem->addAction(tr("Larger context…"), [this] { emit actionAsked(MessageAction::largerContext); });
        m_problem->addAction(tr("New chat"), [this] { emit actionAsked(MessageAction::newChat); });
    } else {
        m_problem->setError(tr("The answer could not be completed."), m_message.details.advice, m_message.details.problem);
        m_problem->addAction(tr("Try again"), [this] { emit actionAsked(MessageAction::regenerate); });
    }
    m_problem->show();
}

int MessageWidget::layOut(int width)
{
    if (width != m_width) {
        for (Block& block : m_blocks)
            block.dirty = block.dirty || m_width != -1;
    }
    m_width = width;
    int y = spacing::small;
    if (m_message.role == api::Role::user) {
        y = layOutBubble(width);
    } else {
        m_bubble = {};
        y = layOutBlocks(0, y, width);
    }
    if (m_waiting->isVisibleTo(this)) {
        m_waiting->setGeometry(0, y, width, m_waiting->sizeHint().height());
        y += m_waiting->height() + spacing::small;
    }
    if (m_problem) {
        const int height = m_problem->hasHeightForWidth() ? m_problem->heightForWidth(width) : m_problem->sizeHint().height();
        m_problem->setGeometry(0, y + spacing::tiny, width, height);
        y += height + spacing::small;
    }
    return layOutFooter(0, y, width) + spacing::small;
}

int MessageWidget::layOutBlocks(int left, int top, int width)
{
    for (Block& block : m_blocks) {
        QWidget* widget = block.code ? static_cast<QWidget*>(block.listing) : block.prose;
        if (block.dirty || widget->width() != width)
            block.height = block.code ? block.listing->layOut(width) : block.prose->layOut(width);
        block.dirty = false;
        widget->setGeometry(left, top, width, block.height);
        top += block.height + kBlockGap;
    }
    return top - (m_blocks.empty() ? 0 : kBlockGap - spacing::tiny);
}

int MessageWidget::layOutBubble(int width)
{
    TextBlock* prose = m_blocks.front().prose;
    const int most = width * kBubbleShare / 100 - 2 * spacing::large;
    const int inner = std::clamp(prose->idealWidth(), 60, std::max(60, most));
    const int height = prose->layOut(inner);
    m_blocks.front().height = height;
    // The leading of the last line would make the room below the text look larger than that above.
    const int seen = height - prose->leadingBelow();
    m_bubble = QRect(width - inner - 2 * spacing::large, spacing::small, inner + 2 * spacing::large, seen + 2 * spacing::medium);
    prose->setGeometry(m_bubble.left() + spacing::large, m_bubble.top() + spacing::medium, inner, height);
    return m_bubble.bottom() + spacing::tiny;
}

/// Figures at the left, buttons behind them; for the user's messages everything stands at the right.
int MessageWidget::layOutFooter(int left, int top, int width)
{
    const QList<QWidget*> buttons { m_previous, m_place, m_next, m_copy, m_regenerate, m_edit, m_remove };
    int buttonsWidth = 0;
    int height = m_copy->sizeHint().height();
    for (QWidget* button : buttons)
        buttonsWidth += button->isVisibleTo(this) ? button->sizeHint().width() + 2 : 0;
    if (buttonsWidth == 0 && m_figures->text().isEmpty())
        return top;
    int x = left;
    m_figures->setVisible(!m_figures->text().isEmpty());
    if (!m_figures->text().isEmpty()) {
        const int figuresWidth = std::min(m_figures->sizeHint().width(), width);
        const bool ownLine = figuresWidth + spacing::large + buttonsWidth > width;
        m_figures->setGeometry(left, top, figuresWidth, height);
        x = left + figuresWidth + spacing::large;
        if (ownLine) {
            top += height;
            x = left;
        }
    }
    if (m_message.role == api::Role::user)
        x = left + width - buttonsWidth;
    for (QWidget* button : buttons) {
        if (!button->isVisibleTo(this))
            continue;
        button->setGeometry(x, top, button->sizeHint().width(), height);
        x += button->width() + 2;
    }
    return top + height;
}

void MessageWidget::paintEvent(QPaintEvent*)
{
    if (m_bubble.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(ColorToken::line), 1));
    painter.setBrush(m_theme.color(ColorToken::raised));
    painter.drawRoundedRect(QRectF(m_bubble).adjusted(0.5, 0.5, -0.5, -0.5), spacing::radiusBubble, spacing::radiusBubble);
}

} // namespace cutaway::ui
