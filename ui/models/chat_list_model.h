#pragma once
#include "ui/models/chat_types.h"

#include <QAbstractListModel>
#include <QDate>

#include <optional>
#include <unordered_set>
#include <vector>

namespace cutaway::ui {

/// The chats, the newest first, in sections by day; may be narrowed to those a search found.
class ChatListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { IdRole = Qt::UserRole, SectionRole, ModelRole };

    explicit ChatListModel(QObject* parent = nullptr);

    void reset(std::vector<Chat> chats);
    /// Adds the chat or takes its new state; keeps the order by time.
    void put(const Chat& chat);
    void remove(ChatId chat);
    const Chat* find(ChatId chat) const;
    QModelIndex indexOf(ChatId chat) const;
    std::optional<ChatId> chatAt(const QModelIndex& index) const;
    /// Nothing: all chats.
    void setMatches(std::optional<std::vector<ChatId>> matches);
    /// How many there are, whatever the search shows.
    int total() const { return int(m_chats.size()); }
    /// "Today", "Yesterday", "Last 7 days", or the month.
    static QString section(const QDate& day, const QDate& today);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void renamed(cutaway::ui::ChatId chat, const QString& title);

private:
    void rebuild();
    bool matches(ChatId chat) const { return !m_matches || m_matches->contains(chat.value); }

    std::vector<Chat> m_chats; ///< newest first
    std::vector<std::size_t> m_visible; ///< indices into m_chats
    std::optional<std::unordered_set<std::uint64_t>> m_matches;
};

} // namespace cutaway::ui
