#pragma once
#include <QFrame>
#include <QIcon>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace cutaway::ui {

/// Everything that can be done, found by typing a part of its name.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    struct Entry {
        QString text;
        QString hint; ///< shortcut or kind
        QIcon icon;
        std::function<void()> run;
    };

    explicit CommandPalette(QWidget* window);
    void open(std::vector<Entry> entries);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void run();

    QLineEdit* m_field = nullptr;
    QListWidget* m_list = nullptr;
    std::vector<Entry> m_entries;
};

} // namespace cutaway::ui
