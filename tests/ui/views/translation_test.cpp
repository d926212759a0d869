#include "tests/support/catch.h"
#include "ui/models/buffer_table_model.h"
#include "ui/models/node_text.h"
#include "ui/models/op_table_model.h"

#include <QCoreApplication>
#include <QTranslator>

using namespace cutaway;
using namespace cutaway::ui;

TEST_CASE("the profiler's own words are translated")
{
    const api::StepRecord prefill { .id = 3, .kind = api::StepKind::prefill, .tokens = 34 };
    const OpTableModel ops;
    const auto words = [&] {
        QStringList all { familyName(api::OpFamily::attention), bufferKindName(api::BufferKind::weights), stepLine(prefill) };
        for (int column = 0; column < ops.columnCount(); ++column)
            all << ops.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        all.removeAll(QString());
        return all;
    };
    const QStringList english = words();
    for (const char* language : { ":/i18n/cutaway_bg.qm", ":/i18n/cutaway_zh_CN.qm" }) {
        QTranslator translator;
        REQUIRE(translator.load(QLatin1String(language)));
        QCoreApplication::installTranslator(&translator);
        const QStringList translated = words();
        QCoreApplication::removeTranslator(&translator);
        REQUIRE(translated.size() == english.size());
        for (qsizetype i = 0; i < english.size(); ++i) {
            INFO(english[i].toStdString());
            CHECK(translated[i] != english[i]);
        }
    }
}
