#include "tests/support/catch.h"
#include "tests/support/test_data.h"
#include "ui/models/settings.h"

#include <QSettings>

using cutaway::ui::Settings;

TEST_CASE("settings survive a restart, and an old arrangement of docks is not forced on a new window")
{
    const cutaway::test::TempDir folder;
    const QString file = QString::fromStdString((folder.path() / "s.ini").string());
    {
        Settings settings(file);
        CHECK(settings.theme() == QStringLiteral("system"));
        CHECK_FALSE(settings.seeInside());
        settings.setTheme(QStringLiteral("dark"));
        settings.setRecentModels({ QString::fromUtf8("/модел, 1.gguf") });
        settings.setModelFolders({ QStringLiteral("/a"), QStringLiteral("/b") });
        settings.setWindow("geometry", "state");
        settings.setSeeInside(true);
    }
    Settings settings(file);
    CHECK(settings.theme() == QStringLiteral("dark"));
    CHECK(settings.recentModels() == QStringList { QString::fromUtf8("/модел, 1.gguf") });
    CHECK(settings.modelFolders().size() == 2);
    CHECK(settings.windowState() == QByteArray("state"));
    CHECK(settings.seeInside());
    QSettings raw(file, QSettings::IniFormat);
    raw.setValue(QStringLiteral("window/layoutVersion"), 0);
    raw.sync();
    const Settings old(file);
    CHECK(old.windowState().isEmpty());
    CHECK_FALSE(old.windowGeometry().isEmpty());
}
