#include "ui/views/chat/composer.h"

#include "ui/models/format.h"
#include "ui/widgets/gauge.h"
#include "ui/widgets/growing_text_edit.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

namespace cutaway::ui {

Composer::Composer(Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_field(new GrowingTextEdit(this))
    , m_hint(new QLabel(this))
    , m_closeHint(new QToolButton(this))
    , m_tools(new QHBoxLayout)
    , m_context(new QLabel(this))
    , m_gauge(new Gauge(theme, this))
    , m_send(new QToolButton(this))
{
    m_field->setObjectName(QStringLiteral("composerField"));
    m_field->setAccessibleName(tr("Message"));
    QFont font = m_field->font();
    font.setPixelSize(14);
    m_field->setFont(font);
    m_hint->setProperty("dim", true);
    m_context->setProperty("secondary", true);
    m_context->setToolTip(tr("Context: positions taken, and how many there are"));
    m_closeHint->setAccessibleName(tr("Cancel editing"));
    m_closeHint->setToolTip(tr("Cancel editing"));
    m_send->setObjectName(QStringLiteral("send"));
    m_send->setIconSize({ 18, 18 });
    connect(m_send, &QToolButton::clicked, this, [this] { m_generating ? emit stopAsked() : submit(); });
    connect(m_closeHint, &QToolButton::clicked, this, &Composer::hintClosed);
    connect(m_field, &GrowingTextEdit::submitted, this, &Composer::submit);
    connect(m_field, &GrowingTextEdit::escaped, this, [this] { m_hint->text().isEmpty() ? emit stopAsked() : emit hintClosed(); });
    connect(m_field, &QPlainTextEdit::textChanged, this, &Composer::updateButton);

    auto* hintRow = new QHBoxLayout;
    hintRow->addWidget(m_hint, 1);
    hintRow->addWidget(m_closeHint);
    m_tools->setSpacing(spacing::tiny);
    auto* lower = new QHBoxLayout;
    lower->setSpacing(spacing::small);
    lower->addLayout(m_tools);
    lower->addStretch();
    lower->addWidget(m_gauge);
    lower->addWidget(m_context);
    lower->addWidget(m_send);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing::medium, spacing::small, spacing::small, spacing::small);
    column->setSpacing(spacing::tiny);
    column->addLayout(hintRow);
    column->addWidget(m_field);
    column->addLayout(lower);
    setHint({});
    connect(&theme, &Theme::changed, this, &Composer::retheme);
    retheme();
}

void Composer::retheme()
{
    m_closeHint->setIcon(m_theme.icon(QStringLiteral("close")));
    updateButton();
    update();
}

QString Composer::text() const { return m_field->toPlainText(); }

void Composer::setText(const QString& text)
{
    m_field->setPlainText(text);
    m_field->moveCursor(QTextCursor::End);
}

void Composer::setSendable(const QString& whyNot)
{
    m_whyNot = whyNot;
    updateButton();
}

void Composer::setGenerating(bool generating)
{
    m_generating = generating;
    updateButton();
}

void Composer::setPlaceholder(const QString& text) { m_field->setPlaceholderText(text); }

void Composer::setHint(const QString& text)
{
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
    m_closeHint->setVisible(!text.isEmpty());
}

void Composer::setContext(std::int64_t used, std::int64_t total)
{
    const bool known = used >= 0 && total > 0;
    m_context->setVisible(known);
    m_gauge->setVisible(known);
    if (!known)
        return;
    m_context->setText(QStringLiteral("%1 / %2").arg(formatCount(used), formatCount(total)));
    static_cast<Gauge*>(m_gauge)->setShare(double(used) / double(total));
}

QToolButton* Composer::addPanel(const QString& text, const char* icon, QWidget* panel)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setIcon(m_theme.icon(QString::fromLatin1(icon)));
    button->setIconSize(spacing::iconBesideText);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(panel);
    menu->addAction(action);
    button->setMenu(menu);
    m_tools->addWidget(button);
    return button;
}

void Composer::focusText() { m_field->setFocus(Qt::ShortcutFocusReason); }

void Composer::submit()
{
    if (m_whyNot.isEmpty() && !m_generating && !text().trimmed().isEmpty())
        emit sendAsked(text());
}

/// While an answer is written the button stops it; otherwise it sends, or says why it cannot.
void Composer::updateButton()
{
    const bool empty = text().trimmed().isEmpty();
    m_send->setEnabled(m_generating || (m_whyNot.isEmpty() && !empty));
    m_send->setProperty("primary", m_send->isEnabled());
    const QString name = m_generating ? tr("Stop (Esc)") : tr("Send (Enter)");
    m_send->setAccessibleName(name);
    m_send->setToolTip(m_generating || m_whyNot.isEmpty() ? name : m_whyNot);
    m_send->setIcon(m_theme.icon(
        m_generating ? QStringLiteral("stop") : QStringLiteral("send"), m_send->isEnabled() ? ColorToken::onAccent : ColorToken::textDim));
    m_send->style()->unpolish(m_send);
    m_send->style()->polish(m_send);
}

void Composer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(m_field->hasFocus() ? ColorToken::accent : ColorToken::line), 1));
    painter.setBrush(m_theme.color(ColorToken::raised));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), spacing::radiusBubble, spacing::radiusBubble);
}

} // namespace cutaway::ui
