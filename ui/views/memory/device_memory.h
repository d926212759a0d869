#pragma once
#include "engine/api/values.h"

#include <QWidget>

class QLabel;

namespace cutaway::ui {

class StackedBar;
class Theme;

/// One device: what the loaded model takes of it, as planned and as allocated, by kind of buffer.
class DeviceMemory : public QWidget {
    Q_OBJECT
public:
    explicit DeviceMemory(const Theme& theme, QWidget* parent = nullptr);

    /// @param buffers  of all devices; those of this one count
    void showPlan(const api::DevicePlan& plan, const std::vector<api::BufferInfo>& buffers);

private:
    const Theme& m_theme;
    QLabel* m_name;
    QLabel* m_free;
    QLabel* m_actualSum;
    QLabel* m_predictedSum;
    StackedBar* m_actual;
    StackedBar* m_predicted;
    QLabel* m_legend;
};

/// "● weights 94.0 MiB  ● KV cache 90.0 MiB ..." as rich text.
QString bufferLegend(const Theme& theme, const api::DevicePlan& plan);

} // namespace cutaway::ui
