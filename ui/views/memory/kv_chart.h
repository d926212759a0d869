#pragma once
#include "ui/models/kv_history.h"

#include <QChartView>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace cutaway::ui {

class Theme;

/// Positions in the KV cache over time, under the line of its capacity.
class KvChart : public QChartView {
    Q_OBJECT
public:
    explicit KvChart(QWidget* parent = nullptr);

    void showHistory(const KvHistory& history, std::int64_t capacity);
    void applyTheme(const Theme& theme);
    QSize sizeHint() const override;

private:
    QLineSeries* m_line; ///< drawn
    QLineSeries* m_top;  ///< the same points, where the filled area ends
    QAreaSeries* m_area;
    QValueAxis* m_time;
    QValueAxis* m_positions;
};

} // namespace cutaway::ui
