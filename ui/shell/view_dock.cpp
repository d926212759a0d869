#include "ui/shell/view_dock.h"

#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace cutaway::ui {

ViewDock::ViewDock(const ViewSpec& spec, QWidget* view, Theme& theme, QWidget* parent)
    : QDockWidget(QCoreApplication::translate("ViewSpec", spec.title), parent)
    , m_spec(spec)
    , m_header(makeHeader(theme))
    , m_blank(new QWidget(this))
{
    setObjectName(QString::fromLatin1(spec.id));
    setWidget(view);
    m_blank->setFixedHeight(0);
    setTitleBarWidget(m_header);
    toggleViewAction()->setIcon(theme.icon(QString::fromLatin1(spec.icon)));
}

QWidget* ViewDock::makeHeader(Theme& theme)
{
    auto* header = new QWidget(this);
    auto* title = new QLabel(windowTitle(), header);
    title->setObjectName(QStringLiteral("dockTitle"));
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(spacing::medium, spacing::tiny, spacing::tiny, spacing::tiny);
    row->setSpacing(2);
    row->addWidget(title);
    row->addStretch();
    const auto add = [&](const char* icon, const QString& text, auto handler) {
        auto* button = new QToolButton(header);
        button->setIcon(theme.icon(QString::fromLatin1(icon)));
        button->setIconSize({ 14, 14 });
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setFocusPolicy(Qt::NoFocus);
        connect(button, &QToolButton::clicked, this, handler);
        row->addWidget(button);
    };
    add("float", tr("Float or dock"), [this] { setFloating(!isFloating()); });
    add("close", tr("Close"), [this] { close(); });
    return header;
}

void ViewDock::setTabbed(bool tabbed)
{
    QWidget* wanted = tabbed ? m_blank : m_header;
    if (titleBarWidget() == wanted)
        return;
    setTitleBarWidget(wanted);
    m_header->setVisible(!tabbed);
}

} // namespace cutaway::ui
