#include "ui/models/chat_list_model.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace cutaway::ui {
namespace {

QDate dayOf(std::int64_t ms) { return QDateTime::fromMSecsSinceEpoch(ms).date(); }

} // namespace

ChatListModel::ChatListModel(QObject* parent)
    : QAbstractListModel(parent)
{
}

void ChatListModel::reset(std::vector<Chat> chats)
{
    beginResetModel();
    m_chats = std::move(chats);
    rebuild();
    endResetModel();
}

void ChatListModel::rebuild()
{
    std::stable_sort(m_chats.begin(), m_chats.end(), [](const Chat& a, const Chat& b) { return a.updatedMs > b.updatedMs; });
    m_visible.clear();
    for (std::size_t i = 0; i < m_chats.size(); ++i) {
        if (matches(m_chats[i].id))
            m_visible.push_back(i);
    }
}

void ChatListModel::put(const Chat& chat)
{
    const auto found = std::find_if(m_chats.begin(), m_chats.end(), [&](const Chat& other) { return other.id == chat.id; });
    const bool keepsPlace = found != m_chats.end() && found->updatedMs == chat.updatedMs;
    if (keepsPlace) {
        *found = chat;
        if (const QModelIndex index = indexOf(chat.id); index.isValid())
            emit dataChanged(index, index);
        return;
    }
    // A chat that moves to the top: layoutChanged keeps the selection on it.
    if (found == m_chats.end()) {
        const bool visible = matches(chat.id);
        if (visible)
            beginInsertRows({}, 0, 0);
        m_chats.insert(m_chats.begin(), chat);
        m_chats.front().updatedMs = std::max(chat.updatedMs, m_chats.size() > 1 ? m_chats[1].updatedMs : 0);
        rebuild();
        if (visible)
            endInsertRows();
        return;
    }
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<std::optional<ChatId>> ids;
    for (const QModelIndex& index : before)
        ids.push_back(chatAt(index));
    *found = chat;
    rebuild();
    for (qsizetype i = 0; i < before.size(); ++i)
        changePersistentIndex(before[i], ids[std::size_t(i)] ? indexOf(*ids[std::size_t(i)]) : QModelIndex());
    emit layoutChanged();
}

void ChatListModel::remove(ChatId chat)
{
    const QModelIndex index = indexOf(chat);
    if (index.isValid())
        beginRemoveRows({}, index.row(), index.row());
    std::erase_if(m_chats, [&](const Chat& other) { return other.id == chat; });
    rebuild();
    if (index.isValid())
        endRemoveRows();
}

const Chat* ChatListModel::find(ChatId chat) const
{
    const auto found = std::find_if(m_chats.begin(), m_chats.end(), [&](const Chat& other) { return other.id == chat; });
    return found == m_chats.end() ? nullptr : &*found;
}

QModelIndex ChatListModel::indexOf(ChatId chat) const
{
    for (std::size_t row = 0; row < m_visible.size(); ++row) {
        if (m_chats[m_visible[row]].id == chat)
            return index(int(row));
    }
    return {};
}

std::optional<ChatId> ChatListModel::chatAt(const QModelIndex& index) const
{
    if (!index.isValid() || std::size_t(index.row()) >= m_visible.size())
        return std::nullopt;
    return m_chats[m_visible[std::size_t(index.row())]].id;
}

void ChatListModel::setMatches(std::optional<std::vector<ChatId>> matches)
{
    beginResetModel();
    m_matches.reset();
    if (matches) {
        m_matches.emplace();
        for (const ChatId id : *matches)
            m_matches->insert(id.value);
    }
    rebuild();
    endResetModel();
}

QString ChatListModel::section(const QDate& day, const QDate& today)
{
    const qint64 age = day.daysTo(today);
    if (age <= 0)
        return tr("Today");
    if (age == 1)
        return tr("Yesterday");
    if (age < 7)
        return tr("Last 7 days");
    return QLocale().toString(day, QStringLiteral("MMMM yyyy"));
}

int ChatListModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_visible.size()); }

QVariant ChatListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Chat& chat = m_chats[m_visible[std::size_t(index.row())]];
    switch (role) {
    case Qt::DisplayRole: return chat.title.isEmpty() ? tr("New chat") : chat.title;
    case Qt::EditRole: return chat.title;
    case Qt::ToolTipRole: return QLocale().toString(QDateTime::fromMSecsSinceEpoch(chat.updatedMs), QLocale::ShortFormat);
    case IdRole: return QVariant::fromValue(quint64(chat.id.value));
    case SectionRole: return section(dayOf(chat.updatedMs), QDate::currentDate());
    case ModelRole: return chat.modelName;
    default: return {};
    }
}

bool ChatListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::EditRole)
        return false;
    const QString title = value.toString().simplified();
    if (title.isEmpty())
        return false;
    Chat& chat = m_chats[m_visible[std::size_t(index.row())]];
    chat.title = title;
    emit dataChanged(index, index);
    emit renamed(chat.id, title);
    return true;
}

Qt::ItemFlags ChatListModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? QAbstractListModel::flags(index) | Qt::ItemIsEditable : Qt::NoItemFlags;
}

} // namespace cutaway::ui
