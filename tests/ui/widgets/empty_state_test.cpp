#include "tests/support/catch.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>

using namespace cutaway::ui;

TEST_CASE("an empty state offers its actions, and an action may replace them")
{
    Theme theme;
    EmptyState state(theme, QStringLiteral("models"));
    int opened = 0;
    const auto buttons = [&] {
        QStringList texts;
        for (const QPushButton* button : state.findChildren<QPushButton*>())
            if (!button->isHidden())
                texts << button->text();
        return texts;
    };
    state.setContent(QStringLiteral("None"), QStringLiteral("They appear here."),
        { { QStringLiteral("Open"), [&] { ++opened; }, true }, { QStringLiteral("Clear"), [&] { state.setContent({}, QStringLiteral("Done.")); } } });
    CHECK(buttons() == QStringList { QStringLiteral("Open"), QStringLiteral("Clear") });
    state.findChildren<QPushButton*>().front()->click();
    CHECK(opened == 1);
    state.findChildren<QPushButton*>().back()->click();
    CHECK(buttons().isEmpty());
    int titles = 0;
    for (const QLabel* label : state.findChildren<QLabel*>())
        titles += !label->isHidden() && label->property("heading").toBool();
    CHECK(titles == 0); // none was given
}
