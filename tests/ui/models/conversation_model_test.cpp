#include "tests/support/catch.h"
#include "ui/models/conversation_model.h"

#include <QAbstractItemModelTester>

using namespace cutaway::ui;
namespace api = cutaway::api;

namespace {

Message message(std::uint64_t id, std::uint64_t parent, const char* text)
{
    Message m;
    m.id = { id };
    m.parent = { parent };
    m.text = QString::fromUtf8(text);
    m.role = id % 2 ? api::Role::user : api::Role::assistant;
    return m;
}

QStringList shown(const ConversationModel& model)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.at(row).text);
    return texts;
}

QStringList list(std::initializer_list<const char*> texts)
{
    QStringList result;
    for (const char* text : texts)
        result.append(QString::fromUtf8(text));
    return result;
}

} // namespace

TEST_CASE("a conversation shows one path of its tree; siblings are added, never overwritten")
{
    ConversationModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.add(message(1, 0, "question"));
    model.add(message(2, 1, "answer"));
    model.add(message(3, 2, "follow-up"));
    model.add(message(4, 3, "second answer"));
    CHECK(shown(model) == list({ "question", "answer", "follow-up", "second answer" }));

    model.add(message(6, 1, "another answer")); // regenerate row 1
    CHECK(shown(model) == list({ "question", "another answer" }));
    CHECK(model.siblings(1).index == 1);
    CHECK(model.siblings(1).count == 2);

    model.showSibling(1, -1);
    CHECK(shown(model) == list({ "question", "answer", "follow-up", "second answer" }));
    model.showSibling(1, -1); // no further one
    CHECK(model.rowCount() == 4);
    model.add(message(7, 0, "edited question")); // edit of the first message
    CHECK(shown(model) == list({ "edited question" }));
    CHECK(model.siblings(0).count == 2);
}

TEST_CASE("removing a branch keeps the rest and can be undone")
{
    ConversationModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.reset({ message(1, 0, "q"), message(2, 1, "a"), message(3, 2, "q2"), message(4, 3, "a2"), message(6, 1, "b") }, { 4 });
    CHECK(shown(model) == list({ "q", "a", "q2", "a2" }));
    const std::vector<Message> removed = model.remove({ 2 });
    CHECK(removed.size() == 3);
    CHECK(shown(model) == list({ "q", "b" }));
    CHECK(model.siblings(1).count == 1);
    model.restore(removed);
    CHECK(shown(model) == list({ "q", "a", "q2", "a2" }));
    model.remove({ 1 });
    CHECK(model.rowCount() == 0);
}

TEST_CASE("an update touches the row of its message alone")
{
    ConversationModel model;
    model.reset({ message(1, 0, "q"), message(2, 1, "a") }, {});
    int changes = 0;
    QObject::connect(&model, &QAbstractItemModel::dataChanged, &model, [&](const QModelIndex& first, const QModelIndex& last) {
        ++changes;
        CHECK(first.row() == 1);
        CHECK(last.row() == 1);
    });
    model.update(message(2, 1, "a longer answer"));
    model.update(message(99, 1, "of another chat"));
    CHECK(changes == 1);
    CHECK(model.at(1).text == QStringLiteral("a longer answer"));
}

TEST_CASE("a damaged tree, where a message is its own ancestor, is shown and not followed for ever")
{
    ConversationModel model;
    model.reset({ message(1, 2, "a"), message(2, 1, "b") }, { 2 });
    CHECK(model.rowCount() <= 2);
}
