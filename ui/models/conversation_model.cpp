#include "ui/models/conversation_model.h"

#include <algorithm>

namespace cutaway::ui {

ConversationModel::ConversationModel(QObject* parent)
    : QAbstractListModel(parent)
{
}

void ConversationModel::reset(std::vector<Message> messages, MessageId head)
{
    beginResetModel();
    m_messages.clear();
    m_children.clear();
    for (Message& message : messages) {
        link(message);
        m_messages.emplace(message.id.value, std::move(message));
    }
    const MessageId start = m_messages.contains(head.value) ? head : MessageId {};
    m_path = pathTo(newestLeaf(start));
    endResetModel();
}

/// Ids grow with time, so that the order of ids is the order of siblings.
void ConversationModel::link(const Message& message)
{
    std::vector<MessageId>& children = m_children[message.parent.value];
    children.insert(std::upper_bound(children.begin(), children.end(), message.id), message.id);
}

MessageId ConversationModel::newestLeaf(MessageId from) const
{
    // No branch is longer than all messages together; a damaged file may hold a circle.
    for (std::size_t steps = 0; steps < m_messages.size(); ++steps) {
        const auto children = m_children.find(from.value);
        if (children == m_children.end() || children->second.empty())
            break;
        from = children->second.back();
    }
    return from;
}

std::vector<MessageId> ConversationModel::pathTo(MessageId leaf) const
{
    std::vector<MessageId> path;
    for (const Message* message = find(leaf); message && path.size() < m_messages.size(); message = find(message->parent))
        path.push_back(message->id);
    std::reverse(path.begin(), path.end());
    return path;
}

void ConversationModel::show(const std::vector<MessageId>& path)
{
    const auto [mine, theirs] = std::mismatch(m_path.begin(), m_path.end(), path.begin(), path.end());
    const int common = int(mine - m_path.begin());
    if (mine != m_path.end()) {
        beginRemoveRows({}, common, int(m_path.size()) - 1);
        m_path.erase(mine, m_path.end());
        endRemoveRows();
    }
    if (theirs != path.end()) {
        beginInsertRows({}, common, int(path.size()) - 1);
        m_path.insert(m_path.end(), theirs, path.end());
        endInsertRows();
    }
    if (common > 0 && common <= int(m_path.size())) // the number of siblings beside the last common row may have changed
        emit dataChanged(index(common - 1), index(common - 1));
}

void ConversationModel::add(const Message& message)
{
    link(message);
    m_messages.insert_or_assign(message.id.value, message);
    show(pathTo(message.id));
}

void ConversationModel::update(const Message& message)
{
    const auto found = m_messages.find(message.id.value);
    if (found == m_messages.end())
        return;
    found->second = message;
    if (const int row = rowOf(message.id); row >= 0)
        emit dataChanged(index(row), index(row));
}

std::vector<Message> ConversationModel::remove(MessageId id)
{
    const Message* first = find(id);
    if (!first)
        return {};
    const MessageId parent = first->parent;
    std::vector<Message> removed;
    std::vector<MessageId> open { id };
    while (!open.empty()) {
        const MessageId next = open.back();
        open.pop_back();
        removed.push_back(m_messages.at(next.value));
        const auto children = m_children.find(next.value);
        if (children != m_children.end())
            open.insert(open.end(), children->second.begin(), children->second.end());
    }
    // Out of the tree first, out of the rows next, and only then out of memory: rows must stay readable while views look at them.
    std::erase(m_children[parent.value], id);
    if (rowOf(id) >= 0)
        show(pathTo(newestLeaf(parent)));
    for (const Message& message : removed) {
        m_messages.erase(message.id.value);
        m_children.erase(message.id.value);
    }
    return removed;
}

void ConversationModel::restore(const std::vector<Message>& messages)
{
    for (const Message& message : messages) {
        link(message);
        m_messages.insert_or_assign(message.id.value, message);
    }
    if (!messages.empty())
        show(pathTo(newestLeaf(messages.front().id)));
}

void ConversationModel::showSibling(int row, int by)
{
    const std::vector<MessageId>& siblings = m_children.at(at(row).parent.value);
    const auto here = std::find(siblings.begin(), siblings.end(), m_path[std::size_t(row)]) - siblings.begin();
    const auto there = std::clamp<std::ptrdiff_t>(here + by, 0, std::ptrdiff_t(siblings.size()) - 1);
    if (there != here)
        show(pathTo(newestLeaf(siblings[std::size_t(there)])));
}

const Message* ConversationModel::find(MessageId id) const
{
    const auto found = m_messages.find(id.value);
    return found == m_messages.end() ? nullptr : &found->second;
}

int ConversationModel::rowOf(MessageId id) const
{
    // From the end: what is asked for is nearly always the last message.
    const auto found = std::find(m_path.rbegin(), m_path.rend(), id);
    return found == m_path.rend() ? -1 : int(m_path.rend() - found) - 1;
}

ConversationModel::Place ConversationModel::siblings(int row) const
{
    const std::vector<MessageId>& siblings = m_children.at(at(row).parent.value);
    const auto here = std::find(siblings.begin(), siblings.end(), m_path[std::size_t(row)]);
    return { int(here - siblings.begin()), int(siblings.size()) };
}

int ConversationModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_path.size()); }

QVariant ConversationModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case TextRole: return at(index.row()).text;
    case IdRole: return QVariant::fromValue(quint64(at(index.row()).id.value));
    default: return {};
    }
}

} // namespace cutaway::ui
