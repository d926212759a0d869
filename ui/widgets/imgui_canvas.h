#pragma once
#include <QOpenGLWidget>

#include <cstdint>
#include <memory>

struct ImGuiContext;

namespace cutaway::ui {

class CanvasPainter;
class GlyphAtlas;

/// A widget whose content is one Dear ImGui draw list: tens of thousands of items at the display's rate. It owns its ImGui context, so that
/// several may live side by side, and paints only after update(): an idle canvas costs nothing. Moving it to another window is fine.
/// Input comes as Qt events; keyboard focus by click and by tab.
class ImGuiCanvas : public QOpenGLWidget {
    Q_OBJECT
public:
    /// Whether this display can show a canvas at all. Where it cannot none may be made: Qt draws no window that holds one.
    static bool isSupported();

    explicit ImGuiCanvas(QWidget* parent = nullptr);
    ~ImGuiCanvas() override;

    /// How often the content was drawn since the canvas was made.
    std::uint64_t paintCount() const { return m_paintCount; }

protected:
    /// Draws everything; called with the context current.
    virtual void paintCanvas(CanvasPainter& painter) = 0;

    void initializeGL() override;
    void paintGL() override;
    void changeEvent(QEvent* event) override;

private:
    void makeTexture();
    void releaseBackend();

    ImGuiContext* m_context = nullptr;
    std::unique_ptr<GlyphAtlas> m_glyphs;
    bool m_backendReady = false;
    std::uint64_t m_paintCount = 0;
};

} // namespace cutaway::ui
