#pragma once
#include "ui/models/chat_types.h"
#include "ui/models/conversation_model.h"

#include <QFrame>
#include <QList>

#include <vector>

class QLabel;
class QToolButton;

namespace cutaway::ui {

class CodeBlock;
class ErrorCard;
class TextBlock;
class Theme;

enum class MessageAction { copy, regenerate, edit, remove, previousSibling, nextSibling, largerContext, newChat };

/// One message of the conversation: a bubble for what the user wrote, plain text for the answer, below it figures and buttons.
/// It is placed by MessageList, which asks for its height at a width.
class MessageWidget : public QFrame {
    Q_OBJECT

public:
    explicit MessageWidget(Theme& theme, QWidget* parent = nullptr);

    struct Situation {
        ConversationModel::Place siblings;
        bool mayChange = true; ///< false while an answer is written: no regenerate, edit, remove
        QString whyNot;        ///< then, for the tooltips
        QString waiting;       ///< shown instead of an answer that has no text yet
    };
    /// Only what differs from what is shown is laid out anew.
    void setMessage(const Message& message, const Situation& situation);
    MessageId id() const { return m_message.id; }
    /// Places everything within the width; the height that it takes.
    int layOut(int width);

signals:
    void actionAsked(cutaway::ui::MessageAction action);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Block {
        bool code = false;
        QString text;
        QString language;
        TextBlock* prose = nullptr;
        CodeBlock* listing = nullptr;
        int height = 0;
        bool dirty = true;
    };
    void setBlocks(const Message& message);
    void setFooter(const Situation& situation);
    void setProblem();
    QToolButton* addButton(const char* icon, const QString& text, MessageAction action);
    QString figures() const;
    int layOutBlocks(int left, int top, int width);
    int layOutBubble(int width);
    int layOutFooter(int left, int top, int width);

    Theme& m_theme;
    Message m_message;
    std::vector<Block> m_blocks;
    QRect m_bubble; ///< empty for answers
    int m_width = -1;
    QLabel* m_waiting = nullptr;
    QLabel* m_figures = nullptr;
    QLabel* m_place = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_regenerate = nullptr;
    QToolButton* m_edit = nullptr;
    QToolButton* m_remove = nullptr;
    ErrorCard* m_problem = nullptr;
};

} // namespace cutaway::ui
