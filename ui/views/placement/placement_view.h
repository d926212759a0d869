#pragma once
#include "engine/api/engine_service.h"
#include "ui/views/view_context.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;
class QStackedLayout;
class QVBoxLayout;

namespace cutaway::ui {

class DeviceRow;
class EmptyState;

/// The devices found and what of the model lies on each; the context size with the memory that it would take, before it is loaded.
class PlacementView : public QWidget {
    Q_OBJECT
public:
    explicit PlacementView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeContent();
    void listDevices();
    void showDevices();
    void showModel();
    void contextChanged(int context);
    void requestPlan();
    void showPlan(const api::MemoryPlan& plan);
    void showProblem(const QString& sentence);
    void reload();
    api::LoadOptions wantedOptions() const;

    ViewContext& m_context;
    std::vector<api::DeviceInfo> m_devices;
    std::optional<api::MemoryPlan> m_plan; ///< for the wanted context
    std::vector<DeviceRow*> m_rows;
    QStackedLayout* m_pages;
    EmptyState* m_empty;
    QVBoxLayout* m_deviceLayout = nullptr;
    QSlider* m_contextSlider;
    QSpinBox* m_contextSize;
    QLabel* m_contextHint;
    QLabel* m_fitIcon;
    QLabel* m_sentence;
    QPushButton* m_reload;
    QTimer m_later; ///< joins the steps of a moving slider into one request
    api::RequestId m_planRequest;
};

} // namespace cutaway::ui
