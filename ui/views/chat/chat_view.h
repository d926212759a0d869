#pragma once
#include "ui/views/chat/message_widget.h"

#include <QWidget>

class QAction;
class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QProgressBar;
class QToolButton;

namespace cutaway::ui {

class Composer;
class EmptyState;
class ErrorCard;
class MessageList;
class SamplingPanel;
struct ViewContext;

/// The conversation: header, messages, composer.
class ChatView : public QWidget {
    Q_OBJECT

public:
    explicit ChatView(ViewContext& context, QWidget* parent = nullptr);
    MessageList& messages() { return *m_messages; }
    Composer& composer() { return *m_composer; }

private:
    void makeActions();
    void makePanels();
    QWidget* makeLoadStrip();
    void connectAll();
    void updateChat();
    void updateModel();
    void updateComposer();
    void updateEmptyState();
    void updateContext();
    MessageWidget::Situation situationOf(int row) const;
    QString whyNotSend() const;
    void send(const QString& text);
    void act(int row, MessageAction action);
    void beginEdit(int row);
    void endEdit();
    int lastRow(api::Role role) const; ///< -1: none

    ViewContext& m_context;
    QLabel* m_title = nullptr;
    QLabel* m_notice = nullptr;
    QWidget* m_loadStrip = nullptr;
    QLabel* m_loadText = nullptr;
    QProgressBar* m_loadBar = nullptr;
    ErrorCard* m_error = nullptr;
    QStackedWidget* m_pages = nullptr;
    EmptyState* m_empty = nullptr;
    MessageList* m_messages = nullptr;
    Composer* m_composer = nullptr;
    SamplingPanel* m_sampling = nullptr;
    QPlainTextEdit* m_system = nullptr;
    QToolButton* m_systemButton = nullptr;
    QAction* m_stop = nullptr;
    QAction* m_regenerate = nullptr;
    QAction* m_editLast = nullptr;
    QAction* m_copyLast = nullptr;
    MessageId m_editing;
};

} // namespace cutaway::ui
