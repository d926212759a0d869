#include "ui/widgets/empty_state.h"

#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

constexpr int kIconSize = 40;
constexpr int kTextWidth = 380;
constexpr int kHeightForIcon = 280;

} // namespace

EmptyState::EmptyState(Theme& theme, const QString& icon, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_iconName(icon)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_column(new QVBoxLayout)
{
    m_title->setProperty("heading", true);
    m_title->setWordWrap(true);
    m_text->setProperty("dim", true);
    m_text->setWordWrap(true);
    m_text->setMaximumWidth(kTextWidth);
    m_text->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    m_icon->setFixedHeight(kIconSize);
    for (QLabel* label : { m_icon, m_title, m_text })
        label->setAlignment(Qt::AlignHCenter);
    auto* column = new QVBoxLayout(this);
    column->setSizeConstraint(QLayout::SetNoConstraint);
    column->setContentsMargins(spacing::large, spacing::small, spacing::large, spacing::small);
    column->setSpacing(spacing::small);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addWidget(m_title);
    // The stretch lets the text be as wide as it may: aligned by the layout it would wrap at any width.
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(m_text, 1'000);
    centred->addStretch(1);
    column->addLayout(centred);
    column->addSpacing(spacing::small);
    column->addLayout(m_column);
    column->addStretch(3);
    connect(&theme, &Theme::changed, this, &EmptyState::retheme);
    retheme();
}

void EmptyState::retheme() { m_icon->setPixmap(m_theme.icon(m_iconName).pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF())); }

/// Where there is little height the picture gives way to the words.
void EmptyState::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_icon->setVisible(height() >= kHeightForIcon);
}

QPushButton* EmptyState::addButton()
{
    auto* button = new QPushButton(this);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(button, &QPushButton::clicked, this, [this, place = m_buttons.size()] {
        const auto run = m_actions[place].run; // a copy: what it does may change the content
        run();
    });
    m_column->addWidget(button, 0, Qt::AlignHCenter);
    return button;
}

/// Buttons stay when their number does, and with them the focus.
void EmptyState::setContent(const QString& title, const QString& text, std::vector<Action> actions)
{
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
    m_text->setText(text);
    m_actions = std::move(actions);
    while (m_buttons.size() > m_actions.size()) {
        m_buttons.back()->hide();
        m_buttons.back()->deleteLater(); // it may be the one that was pressed
        m_buttons.pop_back();
    }
    while (m_buttons.size() < m_actions.size())
        m_buttons.push_back(addButton());
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        m_buttons[i]->setText(m_actions[i].text);
        m_buttons[i]->setProperty("primary", m_actions[i].primary);
        m_buttons[i]->style()->unpolish(m_buttons[i]);
        m_buttons[i]->style()->polish(m_buttons[i]);
    }
}

} // namespace cutaway::ui
