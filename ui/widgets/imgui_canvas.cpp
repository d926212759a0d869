#include "ui/widgets/imgui_canvas.h"

#include "ui/widgets/canvas_painter.h"
#include "ui/widgets/glyph_atlas.h"

#include <QEvent>
#include <QGuiApplication>
#include <QOpenGLContext>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace cutaway::ui {

bool ImGuiCanvas::isSupported()
{
    // These platforms may offer OpenGL contexts, but compose no widgets with them.
    const QString platform = QGuiApplication::platformName();
    if (platform == u"offscreen" || platform == u"minimal" || platform == u"vnc" || platform == u"linuxfb")
        return false;
    return QOpenGLContext().create();
}

ImGuiCanvas::ImGuiCanvas(QWidget* parent) : QOpenGLWidget(parent), m_context(ImGui::CreateContext())
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    ImGui::SetCurrentContext(m_context);
    ImGui::GetIO().IniFilename = nullptr; // layout belongs to the application's settings
    m_glyphs = std::make_unique<GlyphAtlas>(*ImGui::GetIO().Fonts);
}

ImGuiCanvas::~ImGuiCanvas()
{
    // The base class destroys the OpenGL context; by then this is no canvas any more and must not be called.
    if (context())
        disconnect(context(), nullptr, this, nullptr);
    releaseBackend();
    ImGui::DestroyContext(m_context);
}

void ImGuiCanvas::initializeGL()
{
    // A canvas that moves to another window gets another OpenGL context; what belonged to the old one must go before it does.
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &ImGuiCanvas::releaseBackend);
    ImGui::SetCurrentContext(m_context);
    m_backendReady = ImGui_ImplOpenGL3_Init(context()->isOpenGLES() ? "#version 300 es" : "#version 130");
}

void ImGuiCanvas::releaseBackend()
{
    if (!m_backendReady)
        return;
    makeCurrent();
    ImGui::SetCurrentContext(m_context);
    ImGui_ImplOpenGL3_Shutdown();
    m_backendReady = false;
    doneCurrent();
}

void ImGuiCanvas::makeTexture()
{
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImGuiCanvas::paintGL()
{
    if (!m_backendReady)
        return;
    ImGui::SetCurrentContext(m_context);
    const double scale = devicePixelRatioF();
    m_glyphs->setFont(font(), scale);
    if (m_glyphs->refresh())
        makeTexture();
    // ImGui works in physical pixels: its anti-aliasing is as wide as one of them.
    ImGui::GetIO().DisplaySize = ImVec2(float(width() * scale), float(height() * scale));
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    CanvasPainter painter(*ImGui::GetBackgroundDrawList(), *m_glyphs, size(), scale);
    paintCanvas(painter);
    ImGui::Render();
    ++m_paintCount;
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (m_glyphs->stale())
        QMetaObject::invokeMethod(this, qOverload<>(&QWidget::update), Qt::QueuedConnection);
}

void ImGuiCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        update();
    QOpenGLWidget::changeEvent(event);
}

} // namespace cutaway::ui
