#include "tests/support/sample_profile.h"
#include "tests/support/view_stage.h"
#include "ui/views/view_spec.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QPixmap>
#include <QStandardPaths>
#include <QVBoxLayout>
#include <QWidget>

#include <cstdio>
#include <cstring>

using namespace cutaway;

/// Pictures of single views, to look at: view_gallery --view timeline --size 1300x330 [--light] [--empty] [--steps 64] [--node N] out.png
namespace {

const ui::ViewSpec* specOf(const QString& id)
{
    for (const ui::ViewSpec* spec : ui::views::allViews())
        if (id == QLatin1String(spec->id))
            return spec;
    return nullptr;
}

void settle(int milliseconds)
{
    test::ViewStage::waitFor([] { return false; }, milliseconds);
}

int shoot(const QCommandLineParser& options)
{
    const ui::ViewSpec* spec = specOf(options.value(QStringLiteral("view")));
    if (!spec || options.positionalArguments().isEmpty()) {
        std::fputs("give --view <id> and a file for the picture\n", stderr);
        return 1;
    }
    test::ViewStage stage;
    stage.theme.apply(options.isSet(QStringLiteral("light")) ? ui::ThemeMode::light : ui::ThemeMode::dark);
    if (!options.isSet(QStringLiteral("empty"))) {
        stage.load();
        stage.engine.submit(api::Generate { .text = "Why is the sky blue?" });
        stage.profile.accept(test::sampleProfile({ .steps = options.value(QStringLiteral("steps")).toInt() }));
    }
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    layout->setContentsMargins({});
    layout->addWidget(spec->create(stage.context, &window));
    const auto size = options.value(QStringLiteral("size")).split(QChar(u'x'));
    window.resize(size.value(0).toInt(), size.value(1).toInt());
    window.show();
    settle(1'200);
    if (options.isSet(QStringLiteral("node")) && !stage.profile.empty()) {
        stage.selection.selectStep(stage.profile.steps().back()->id);
        stage.selection.selectNode(
            ui::Selection::Node { stage.profile.steps().back()->plan->id, options.value(QStringLiteral("node")).toUInt() });
        for (QAction* action : window.findChildren<QAction*>())
            if (action->text() == options.value(QStringLiteral("action")))
                action->trigger();
        settle(600);
    }
    return window.grab().save(options.positionalArguments().first()) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QCommandLineParser options;
    options.addOptions({ { QStringLiteral("view"), QStringLiteral("Id of the view."), QStringLiteral("id") },
        { QStringLiteral("size"), QStringLiteral("Size in pixels."), QStringLiteral("WxH"), QStringLiteral("1300x330") },
        { QStringLiteral("steps"), QStringLiteral("Recorded steps."), QStringLiteral("n"), QStringLiteral("120") },
        { QStringLiteral("node"), QStringLiteral("Selected node."), QStringLiteral("index") },
        { QStringLiteral("action"), QStringLiteral("Action to trigger once the node is selected."), QStringLiteral("text") },
        { QStringLiteral("light"), QStringLiteral("Light theme.") }, { QStringLiteral("empty"), QStringLiteral("No model, no steps.") } });
    options.addHelpOption();
    options.process(app);
    return shoot(options);
}
