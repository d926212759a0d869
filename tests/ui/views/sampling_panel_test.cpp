#include "engine/service/engine.h"
#include "tests/support/catch.h"
#include "ui/views/chat/sampling_panel.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QTranslator>

using namespace cutaway;
using namespace cutaway::ui;

namespace {

/// What the form says about each parameter of the engine.
QStringList helpOf(Theme& theme, const std::vector<api::ParamSpec>& specs)
{
    const SamplingPanel panel(theme, specs);
    QStringList all;
    for (const QLabel* label : panel.findChildren<QLabel*>())
        if (label->buddy())
            all << label->toolTip();
    return all;
}

} // namespace

TEST_CASE("every parameter of sampling is explained in every language")
{
    Theme theme;
    const auto engine = service::makeEngineService();
    const std::vector<api::ParamSpec>& specs = engine->samplingParams();
    const QStringList english = helpOf(theme, specs);
    REQUIRE(std::size_t(english.size()) == specs.size());
    for (const char* language : { ":/i18n/cutaway_bg.qm", ":/i18n/cutaway_zh_CN.qm" }) {
        QTranslator translator;
        REQUIRE(translator.load(QLatin1String(language)));
        QCoreApplication::installTranslator(&translator);
        const QStringList translated = helpOf(theme, specs);
        QCoreApplication::removeTranslator(&translator);
        REQUIRE(translated.size() == english.size());
        for (qsizetype i = 0; i < english.size(); ++i) {
            INFO(english[i].toStdString());
            CHECK_FALSE(english[i].isEmpty());
            CHECK(translated[i] != english[i]);
        }
    }
}

TEST_CASE("the form of sampling fits a small screen")
{
    Theme theme;
    const auto engine = service::makeEngineService();
    CHECK(SamplingPanel(theme, engine->samplingParams()).sizeHint().height() < 600);
}
