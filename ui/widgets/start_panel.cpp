#include "ui/widgets/start_panel.h"

#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

constexpr int kIconSize = 40;
constexpr int kTextWidth = 380;

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
    for (QLabel* label : { m_icon, m_title, m_text })
        label->setAlignment(Qt::AlignHCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing::large, spacing::huge, spacing::large, spacing::huge);
    column->setSpacing(spacing::small);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addWidget(m_title);
    auto* centred = new QHBoxLayout;
    centred->addStretch();
    centred->addWidget(m_text, 1);
    centred->addStretch();
    column->addLayout(centred);
    column->addSpacing(spacing::small);
    column->addLayout(m_actions);
    column->addStretch(3);
    connect(&theme, &Theme::changed, this, &StartPanel::retheme);
    retheme();
}

void StartPanel::retheme() { m_icon->setPixmap(m_theme.icon(m_iconName).pixmap(kIconSize, kIconSize)); }

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
