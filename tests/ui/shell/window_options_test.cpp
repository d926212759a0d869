#include "tests/support/catch.h"
#include "ui/shell/window_options.h"

using namespace cutaway;

namespace {

QStringList arguments(std::initializer_list<const char*> list)
{
    QStringList result;
    for (const char* item : list)
        result.append(QString::fromUtf8(item));
    return result;
}

} // namespace

TEST_CASE("the command line of the workbench is read")
{
    const auto options = ui::readWindowOptions(arguments({ "модел.gguf", "--prompt", "Hi", "--view", "chats", "--theme", "light", "--size",
        "1280x720", "--scale", "2", "--language", "bg", "--screenshot", "out.png", "--quit", "--new-window" }));
    REQUIRE(options);
    CHECK(options->file == QString::fromUtf8("модел.gguf"));
    CHECK(options->prompt == QStringLiteral("Hi"));
    CHECK(options->view == QStringLiteral("chats"));
    CHECK(options->theme == ui::ThemeMode::light);
    CHECK(options->size == QSize(1280, 720));
    CHECK(options->scale == 2);
    CHECK(options->language == QStringLiteral("bg"));
    CHECK(options->screenshot == QStringLiteral("out.png"));
    CHECK(options->quit);
    CHECK(options->newWindow);
}

TEST_CASE("a wrong argument is refused with its name and value")
{
    for (const auto& [list, name] :
        std::vector<std::pair<QStringList, std::string>> { { arguments({ "--view", "kitchen" }), "kitchen" },
            { arguments({ "--theme", "pink" }), "pink" }, { arguments({ "--size", "big" }), "big" }, { arguments({ "--scale", "9" }), "9" },
            { arguments({ "--nonsense" }), "nonsense" }, { arguments({ "a.gguf", "b.gguf" }), "more than one" } }) {
        const auto options = ui::readWindowOptions(list);
        REQUIRE_FALSE(options);
        CHECK(options.error().message.find(name) != std::string::npos);
    }
}

TEST_CASE("theme names read back")
{
    for (const auto mode : { ui::ThemeMode::system, ui::ThemeMode::light, ui::ThemeMode::dark })
        CHECK(ui::themeModeFromName(ui::themeModeName(mode)) == mode);
}
