#pragma once
#include <QColor>
#include <QWidget>

#include <cstdint>

namespace cutaway::ui {

/// A map of equal cells, filled column by column from the start: how much of a store is in use.
class CellGrid : public QWidget {
    Q_OBJECT
public:
    explicit CellGrid(QWidget* parent = nullptr);

    void setFill(std::int64_t used, std::int64_t capacity);
    void setColors(const QColor& used, const QColor& free);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::int64_t m_used = 0;
    std::int64_t m_capacity = 0;
    QColor m_usedColor;
    QColor m_freeColor;
};

} // namespace cutaway::ui
