#pragma once
#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace cutaway::ui {

/// A horizontal bar of parts beside each other, the rest of its whole empty.
class StackedBar : public QWidget {
    Q_OBJECT
public:
    struct Part {
        QString name; ///< with its amount, for the tooltip: "weights, 94.0 MiB"
        double amount = 0;
        QColor color;
    };

    explicit StackedBar(QWidget* parent = nullptr);

    /// @param whole  what the full width stands for; less than the parts' sum: the sum
    void setParts(std::vector<Part> parts, double whole, const QColor& ground);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Pixels of part `index` from the left edge: [from, to).
    std::pair<double, double> extent(std::size_t index) const;

    std::vector<Part> m_parts;
    double m_whole = 0;
    QColor m_ground;
};

} // namespace cutaway::ui
