#pragma once
#include <QPushButton>

namespace cutaway::ui {

class Theme;

/// The field-like button that opens the command palette: its text at the leading side, cut with an ellipsis where there is little room,
/// its shortcut always whole at the other.
class SearchButton : public QPushButton {
    Q_OBJECT

public:
    SearchButton(const QString& text, const QString& shortcut, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize sizeFor(int textWidth) const;

    QString m_text;
    QString m_shortcut;
};

} // namespace cutaway::ui
