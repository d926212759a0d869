#pragma once
#include "engine/api/values.h"

#include <QWidget>

class QLabel;

namespace cutaway::ui {

class StackedBar;
class Theme;

/// One device: its name, how many layers lie on it, and what they take of it.
class DeviceRow : public QWidget {
    Q_OBJECT
public:
    explicit DeviceRow(const Theme& theme, QWidget* parent = nullptr);

    /// @param plan  of the model at hand on this device; null: nothing is planned yet
    void showDevice(const api::DeviceInfo& device, const api::DevicePlan* plan, std::int32_t layerCount);

private:
    const Theme& m_theme;
    QLabel* m_name;
    QLabel* m_layers;
    QLabel* m_description;
    StackedBar* m_memory;
    QLabel* m_bytes;
};

} // namespace cutaway::ui
