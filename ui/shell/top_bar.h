#pragma once
#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace cutaway::ui {

class SearchButton;
class Sparkline;
struct ViewContext;

/// The bar over everything: the model, what it runs on, how fast it is, the way inside.
class TopBar : public QWidget {
    Q_OBJECT

public:
    struct Actions {
        QAction* eject;
        QAction* palette;
        QAction* seeInside;
    };
    TopBar(ViewContext& context, const Actions& actions, QWidget* parent = nullptr);

private:
    void fillMenu();
    void updateModel();
    void updateStatus();
    void updateSpeed();
    void retheme();

    ViewContext& m_context;
    Actions m_actions;
    QPushButton* m_model = nullptr;
    QMenu* m_menu = nullptr;
    QToolButton* m_eject = nullptr;
    QLabel* m_device = nullptr;
    QLabel* m_speed = nullptr;
    Sparkline* m_spark = nullptr;
    SearchButton* m_search = nullptr;
    QToolButton* m_inside = nullptr;
    QLabel* m_recording = nullptr;
};

} // namespace cutaway::ui
