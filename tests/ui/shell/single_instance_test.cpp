#include "tests/support/catch.h"
#include "ui/models/chat_types.h"
#include "ui/shell/single_instance.h"

#include <QTest>
#include <QThread>

#include <thread>

using cutaway::ui::SingleInstance;

TEST_CASE("a second start hands its file to the first, whatever its name")
{
    const QString key = QStringLiteral("cutaway-test-%1").arg(cutaway::ui::newStoredId());
    CHECK_FALSE(SingleInstance(key).handOver(QStringLiteral("/a.gguf"))); // nobody is there
    SingleInstance first(key);
    QString file = QStringLiteral("none");
    QObject::connect(&first, &SingleInstance::fileHandedOver, &first, [&](const QString& path) { file = path; });
    first.listen();
    const QString path = QString::fromUtf8("/модели/a b　😀\n%41.gguf");
    bool taken = false;
    std::thread second([&] { taken = SingleInstance(key).handOver(path); });
    REQUIRE(QTest::qWaitFor([&] { return file != QStringLiteral("none"); }, 5'000));
    second.join();
    CHECK(taken);
    CHECK(file == path);
}
