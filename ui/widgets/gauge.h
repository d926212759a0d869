#pragma once
#include <QWidget>

namespace cutaway::ui {

class Theme;

/// A short bar that says how full something is; turns to the warning colour near its end.
class Gauge : public QWidget {
    Q_OBJECT

public:
    explicit Gauge(Theme& theme, QWidget* parent = nullptr);
    void setShare(double share); ///< 0..1
    QSize sizeHint() const override { return { 56, 6 }; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& m_theme;
    double m_share = 0;
};

} // namespace cutaway::ui
