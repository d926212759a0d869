#include "ui/shell/automation.h"

#include "ui/shell/main_window.h"
#include "ui/shell/workbench.h"

#include <QPixmap>
#include <QTextStream>

namespace cutaway::ui {
namespace {

/// For layouts, canvases and the last snapshot to reach the screen before it is photographed.
constexpr int kSettleMs = 700;

} // namespace

Automation::Automation(Workbench& workbench, MainWindow& window, const WindowOptions& options, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
    , m_window(window)
    , m_options(options)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, &Automation::finish);
    if (options.file.isEmpty()) {
        finishSoon(true);
        return;
    }
    connect(&workbench.session, &ModelSession::changed, this, &Automation::modelChanged);
    connect(&workbench.chat, &ChatSession::generatingChanged, this, &Automation::answerChanged);
    window.openFile(options.file);
}

void Automation::modelChanged()
{
    if (m_workbench.session.error())
        return finishSoon(false);
    if (m_workbench.session.state() != ModelSession::State::loaded || m_sent)
        return;
    m_sent = true;
    if (m_options.prompt.isEmpty())
        return finishSoon(true);
    if (m_workbench.chat.canSend())
        m_workbench.chat.send(m_options.prompt);
    else
        finishSoon(false);
}

void Automation::answerChanged()
{
    if (!m_sent || m_workbench.chat.isGenerating() || m_workbench.conversation.rowCount() == 0)
        return;
    finishSoon(m_workbench.conversation.at(m_workbench.conversation.rowCount() - 1).state != MessageState::failed);
}

void Automation::finishSoon(bool ok)
{
    m_ok = m_ok && ok;
    m_settle.start();
}

void Automation::finish()
{
    if (!m_options.screenshot.isEmpty() && !m_window.grab().save(m_options.screenshot, "PNG")) {
        QTextStream(stderr) << QStringLiteral("%1 cannot be written\n").arg(m_options.screenshot);
        m_ok = false;
    }
    m_options.screenshot.clear(); // one picture, whatever happens later in the window
    if (std::exchange(m_options.quit, false))
        emit done(m_ok ? 0 : 1);
}

} // namespace cutaway::ui
