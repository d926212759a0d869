#include "ui/widgets/start_panel.h"

#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

constexpr int kIconSize = 40;
constexpr int kTextWidth = 380;
constexpr int kHeightForIcon = 280;

} // namespace

StartPanel::StartPanel(Theme& theme, const QString& icon, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_iconName(icon)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_actions(new QVBoxLayout)
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
    column->setContentsMargins(spacing::large, spacing::small, spacing::large, spacing::small);
    column->setSpacing(spacing::small);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addWidget(m_title);
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(m_text, 1'000);
    centred->addStretch(1);
    column->addLayout(centred);
    column->addSpacing(spacing::small);
    column->addLayout(m_actions);
    column->addStretch(3);
    connect(&theme, &Theme::changed, this, &StartPanel::retheme);
    retheme();
}

void StartPanel::retheme() { m_icon->setPixmap(m_theme.icon(m_iconName).pixmap(kIconSize, kIconSize)); }

/// Where there is little height the picture gives way to the words.
void StartPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_icon->setVisible(height() >= kHeightForIcon);
}

void StartPanel::setTexts(const QString& title, const QString& text)
{
    m_title->setText(title);
    m_text->setText(text);
}

void StartPanel::clearActions()
{
    while (QLayoutItem* item = m_actions->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
}

void StartPanel::addAction(const QString& text, bool primary, const std::function<void()>& action)
{
    auto* button = new QPushButton(text, this);
    button->setProperty("primary", primary);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(button, &QPushButton::clicked, this, action);
    m_actions->addWidget(button, 0, Qt::AlignHCenter);
}

} // namespace cutaway::ui
