#include "tests/support/catch.h"
#include "ui/models/chat_list_model.h"

#include <QAbstractItemModelTester>

using namespace cutaway::ui;

namespace {

Chat chat(std::uint64_t id, const char* title, std::int64_t updated)
{
    Chat c;
    c.id = { id };
    c.title = QString::fromUtf8(title);
    c.updatedMs = updated;
    return c;
}

QStringList titles(const ChatListModel& model)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row)
        result.append(model.data(model.index(row), Qt::DisplayRole).toString());
    return result;
}

} // namespace

TEST_CASE("chats stand by time, move up when they go on, and can be renamed")
{
    ChatListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.reset({ chat(1, "one", 100), chat(2, "two", 300), chat(3, "three", 200) });
    CHECK(titles(model).join(QLatin1Char(' ')) == QStringLiteral("two three one"));
    QPersistentModelIndex one(model.indexOf({ 1 }));
    model.put(chat(1, "one", 400));
    CHECK(titles(model).join(QLatin1Char(' ')) == QStringLiteral("one two three"));
    CHECK(one.row() == 0);
    model.put(chat(4, "", 500));
    CHECK(titles(model).size() == 4);
    CHECK_FALSE(titles(model).constFirst().isEmpty()); // a chat without a title has a name on screen

    QString renamed;
    QObject::connect(&model, &ChatListModel::renamed, &model, [&](ChatId, const QString& title) { renamed = title; });
    CHECK(model.setData(model.indexOf({ 2 }), QStringLiteral("  two \n  b "), Qt::EditRole));
    CHECK(renamed == QStringLiteral("two b"));
    CHECK_FALSE(model.setData(model.indexOf({ 2 }), QStringLiteral("  "), Qt::EditRole));

    model.setMatches(std::vector<ChatId> { { 3 } });
    CHECK(titles(model) == QStringList { QStringLiteral("three") });
    model.put(chat(5, "hidden by the search", 900));
    CHECK(model.rowCount() == 1);
    model.setMatches(std::nullopt);
    CHECK(model.rowCount() == 5);
    model.remove({ 3 });
    CHECK(model.find({ 3 }) == nullptr);
}

TEST_CASE("sections are named by how long ago the day was")
{
    const QDate today(2026, 12, 1);
    CHECK(ChatListModel::section(today, today) == QStringLiteral("Today"));
    CHECK(ChatListModel::section(today.addDays(-1), today) == QStringLiteral("Yesterday"));
    CHECK(ChatListModel::section(today.addDays(-6), today) == QStringLiteral("Last 7 days"));
    CHECK(ChatListModel::section(today.addDays(-40), today).contains(QStringLiteral("2026")));
}
