#pragma once
#include "ui/views/chat/message_widget.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>
#include <map>
#include <vector>

class QToolButton;

namespace cutaway::ui {

/// The conversation as a column of messages. Only messages near the screen have widgets; the others are known by their height, measured or
/// estimated. An update of the last message costs the same whatever stands above it.
class MessageList : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr int kColumnWidth = 860; ///< longer lines are hard to read

    MessageList(Theme& theme, ConversationModel& model, QWidget* parent = nullptr);

    /// Asked for every widget that is shown or updated.
    std::function<MessageWidget::Situation(int row)> situation;
    void scrollToEnd();
    /// Reads the situation of every visible message again.
    void refresh();
    bool isFollowing() const { return m_following; }
    int widgetCount() const { return int(m_widgets.size()); }

signals:
    void actionAsked(int row, cutaway::ui::MessageAction action);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row {
        int height = 0;
        bool measured = false;
    };
    void reset();
    void insert(int first, int last);
    void remove(int first, int last);
    void change(int row);
    void schedule();
    void layOut();
    void place();
    MessageWidget* widgetFor(int row);
    void measure(int row);
    int topOf(int row) const { return m_tops[std::size_t(row)]; }
    void updateTops(int from);
    int contentHeight() const { return m_tops.back(); }
    int rowAt(int y) const;
    int columnWidth() const;
    int estimate(int row) const;
    void userScrolled();

    Theme& m_theme;
    ConversationModel& m_model;
    std::vector<Row> m_rows;
    std::vector<int> m_tops { 0 }; ///< one more than rows
    std::map<int, MessageWidget*> m_widgets;
    QToolButton* m_toEnd = nullptr;
    QTimer m_layoutTimer;
    bool m_following = true;
    bool m_placing = false;
};

} // namespace cutaway::ui
