#pragma once
#include "ui/models/chat_types.h"

#include <QAbstractListModel>

#include <unordered_map>
#include <vector>

namespace cutaway::ui {

/// One conversation: a tree of messages, of which the rows show one path from a first message to a leaf.
/// Editing and regenerating add siblings; nothing is overwritten.
class ConversationModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { TextRole = Qt::DisplayRole, IdRole = Qt::UserRole };

    explicit ConversationModel(QObject* parent = nullptr);

    /// Shows the path that ends at or passes through `head`; without a head, the newest branch.
    void reset(std::vector<Message> messages, MessageId head);
    /// Adds the message below its parent and shows the path that ends with it.
    void add(const Message& message);
    /// Takes the message's new text, state and details. Unknown ids are ignored: it may belong to another chat.
    void update(const Message& message);
    /// Takes the message and all below it out of the tree and shows what remains. Returns them, to be given to restore().
    std::vector<Message> remove(MessageId id);
    void restore(const std::vector<Message>& messages);
    /// Shows the sibling `by` places further; the rest of the path is that sibling's newest branch.
    void showSibling(int row, int by);

    const Message& at(int row) const { return m_messages.at(m_path[std::size_t(row)].value); }
    const Message* find(MessageId id) const;
    /// The last message shown; none when the conversation is empty.
    MessageId head() const { return m_path.empty() ? MessageId {} : m_path.back(); }
    int rowOf(MessageId id) const; ///< -1 when it is not shown
    struct Place {
        int index = 0; ///< 0-based
        int count = 1;
    };
    Place siblings(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    MessageId newestLeaf(MessageId from) const;
    std::vector<MessageId> pathTo(MessageId leaf) const;
    void link(const Message& message);
    /// Changes only the rows after the common start.
    void show(const std::vector<MessageId>& path);

    std::unordered_map<std::uint64_t, Message> m_messages;
    std::unordered_map<std::uint64_t, std::vector<MessageId>> m_children; ///< by parent, oldest first; 0: first messages
    std::vector<MessageId> m_path;
};

} // namespace cutaway::ui
