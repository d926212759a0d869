#pragma once
#include "engine/api/values.h"

#include <QFrame>

#include <functional>
#include <vector>

class QCheckBox;
class QGridLayout;
class QLineEdit;
class QToolButton;

namespace cutaway::ui {

class Theme;

/// The sampler chain as a form: one row per parameter that the engine declares, each with a reset to its default, and the seed.
class SamplingPanel : public QFrame {
    Q_OBJECT

public:
    SamplingPanel(Theme& theme, const std::vector<api::ParamSpec>& specs, QWidget* parent = nullptr);
    void setOptions(const api::SamplingOptions& options);
    api::SamplingOptions options() const;

signals:
    void edited();

private:
    struct Row {
        const api::ParamSpec* spec = nullptr; ///< of the engine; constant while it lives
        std::function<double()> value;
        std::function<void(double)> setValue;
        QToolButton* reset = nullptr;
    };
    QWidget* makeForm(const std::vector<api::ParamSpec>& specs);
    void addRow(QGridLayout* grid, int line, const api::ParamSpec& spec);
    void addSeed(QGridLayout* grid, int line);
    void changed();
    void updateResets();

    Theme& m_theme;
    std::vector<Row> m_rows;
    QCheckBox* m_fixedSeed = nullptr;
    QLineEdit* m_seed = nullptr;
    bool m_setting = false;
};

} // namespace cutaway::ui
