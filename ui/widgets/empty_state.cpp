#include "ui/widgets/empty_state.h"

#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

constexpr int kIconPx = 32;
constexpr int kTextWidth = 360;

} // namespace

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_button(new QPushButton(this))
{
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setMaximumWidth(kTextWidth);
    m_text->setProperty("dim", true);
    m_button->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::huge, spacing::huge, spacing::huge, spacing::huge);
    layout->setSpacing(spacing::medium);
    layout->addStretch(2);
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    // The stretch lets the text be as wide as it may: aligned by the layout it would wrap at any width.
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(m_text, 1'000);
    row->addStretch(1);
    layout->addLayout(row);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::triggered);
}

void EmptyState::setIcon(const QIcon& icon) { m_icon->setPixmap(icon.pixmap(QSize(kIconPx, kIconPx), devicePixelRatioF())); }

void EmptyState::setText(const QString& text, const QString& action)
{
    m_text->setText(text);
    m_button->setText(action);
    m_button->setVisible(!action.isEmpty());
}

} // namespace cutaway::ui
