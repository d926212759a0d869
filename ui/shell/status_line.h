#pragma once
#include <QStatusBar>

class QLabel;

namespace cutaway::ui {

struct ViewContext;

/// "Ready · model · threads | context · KV · plans · barriers per layer"
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(ViewContext& context, QWidget* parent = nullptr);

private:
    void update();
    QString state() const;

    ViewContext& m_context;
    QLabel* m_left = nullptr;
    QLabel* m_right = nullptr;
};

} // namespace cutaway::ui
