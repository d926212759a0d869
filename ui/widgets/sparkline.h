#pragma once
#include <QWidget>

#include <deque>

namespace cutaway::ui {

class Theme;

/// The last values of a number as a small line.
class Sparkline : public QWidget {
    Q_OBJECT

public:
    explicit Sparkline(Theme& theme, QWidget* parent = nullptr);
    void add(double value);
    void clear();
    QSize sizeHint() const override { return { 110, 24 }; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& m_theme;
    std::deque<double> m_values;
};

} // namespace cutaway::ui
