#include "ui/shell/command_palette.h"

#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 400;
constexpr int kTop = 60;

} // namespace

CommandPalette::CommandPalette(QWidget* window) : QFrame(window, Qt::Popup), m_field(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Commands"));
    m_field->setPlaceholderText(tr("Search models, chats, commands"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_field->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setIconSize(spacing::iconBesideText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_field);
    column->addWidget(m_list);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_field, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
}

void CommandPalette::open(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    m_field->clear();
    filter();
    const QWidget* window = parentWidget();
    const int width = std::min(kWidth, window->width() - 40);
    resize(width, std::min(kHeight, window->height() - 2 * kTop));
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, kTop)));
    show();
    m_field->setFocus();
}

/// Every word typed must stand somewhere in the entry.
void CommandPalette::filter()
{
    const QStringList words = m_field->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_list->clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const bool matches =
            std::all_of(words.begin(), words.end(), [&](const QString& word) { return entry.text.contains(word, Qt::CaseInsensitive); });
        if (!matches)
            continue;
        auto* item = new QListWidgetItem(
            entry.icon, entry.hint.isEmpty() ? entry.text : QString(entry.text + QStringLiteral("    ") + entry.hint), m_list);
        item->setData(Qt::UserRole, int(i));
    }
    m_list->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step && m_list->count() > 0) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::run()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item)
        return;
    const std::function<void()> action = m_entries[std::size_t(item->data(Qt::UserRole).toInt())].run;
    hide();
    action();
}

} // namespace cutaway::ui
