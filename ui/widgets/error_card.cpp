#include "ui/widgets/error_card.h"

#include "ui/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

QLabel* makeLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

ErrorCard::ErrorCard(Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_icon(new QLabel(this))
    , m_sentence(makeLabel(this))
    , m_advice(makeLabel(this))
    , m_details(makeLabel(this))
    , m_fold(new QToolButton(this))
{
    setObjectName(QStringLiteral("card"));
    m_advice->setProperty("dim", true);
    m_details->setProperty("secondary", true);
    m_details->hide();
    m_fold->setText(tr("Details"));
    m_fold->setCheckable(true);
    connect(m_fold, &QToolButton::toggled, m_details, &QWidget::setVisible);
    auto* copy = new QToolButton(this);
    copy->setText(tr("Copy"));
    copy->setToolTip(tr("Copies the sentence, the advice and the details"));
    connect(copy, &QToolButton::clicked, this, &ErrorCard::copyAll);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(spacing::tiny);
    for (QWidget* label : { m_sentence, m_advice, m_details })
        texts->addWidget(label);
    m_buttons = new QHBoxLayout;
    m_buttons->addWidget(m_fold);
    m_buttons->addWidget(copy);
    m_buttons->addStretch();
    texts->addLayout(m_buttons);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(spacing::medium, spacing::small, spacing::medium, spacing::small);
    row->setSpacing(spacing::small);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    connect(&theme, &Theme::changed, this, &ErrorCard::retheme);
    retheme();
}

void ErrorCard::retheme()
{
    m_icon->setPixmap(m_theme.icon(QStringLiteral("error"), ColorToken::bad).pixmap(spacing::icon, spacing::icon));
}

void ErrorCard::setError(const QString& sentence, const QString& advice, const QString& details)
{
    m_sentence->setText(sentence);
    m_advice->setText(advice);
    m_advice->setVisible(!advice.isEmpty());
    m_details->setText(details);
    m_fold->setVisible(!details.isEmpty());
    m_fold->setChecked(false);
    setAccessibleName(sentence);
}

void ErrorCard::addAction(const QString& text, const std::function<void()>& action)
{
    auto* button = new QPushButton(text, this);
    connect(button, &QPushButton::clicked, this, action);
    m_buttons->addWidget(button);
    m_actions.append(button);
}

void ErrorCard::clearActions()
{
    for (QWidget* action : std::exchange(m_actions, {}))
        action->deleteLater();
}

void ErrorCard::copyAll()
{
    QStringList parts { m_sentence->text(), m_advice->text(), m_details->text() };
    parts.removeAll(QString());
    QApplication::clipboard()->setText(parts.join(QLatin1Char('\n')));
}

} // namespace cutaway::ui
