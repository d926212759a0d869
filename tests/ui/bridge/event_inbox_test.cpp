#include "tests/support/catch.h"
#include "ui/bridge/event_inbox.h"

#include <atomic>
#include <thread>

using namespace cutaway;

namespace {

api::TokensReady tokens(std::uint64_t request, const std::string& text) { return { { request }, { { 1, text } } }; }
api::StatusChanged status(std::int64_t used) { return { { .kvUsed = used } }; }

} // namespace

TEST_CASE("the inbox joins events that make each other out of date and keeps the order of the others")
{
    ui::EventInbox inbox([] {});
    inbox.put(tokens(1, "a"));
    inbox.put(status(1));
    inbox.put(tokens(1, "b"));
    inbox.put(status(2));
    inbox.put(tokens(2, "x"));
    inbox.put(api::Finished { { 1 }, std::monostate {} });
    inbox.put(tokens(2, "y"));

    const std::vector<api::Event> events = inbox.take();
    REQUIRE(events.size() == 5);
    const auto& first = std::get<api::TokensReady>(events[0]);
    REQUIRE(first.pieces.size() == 2);
    CHECK(first.pieces[1].text == "b");
    CHECK(std::get<api::StatusChanged>(events[1]).status.kvUsed == 2);
    CHECK(std::get<api::TokensReady>(events[2]).request.value == 2);
    CHECK(std::holds_alternative<api::Finished>(events[3]));
    CHECK(std::get<api::TokensReady>(events[4]).pieces.size() == 1); // a final event is never overtaken
    CHECK(inbox.take().empty());
}

TEST_CASE("the inbox wakes once per filling, from any thread, and never after close")
{
    std::atomic<int> woken = 0;
    ui::EventInbox inbox([&] { ++woken; });
    constexpr int kThreads = 4;
    constexpr int kEach = 500;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < kEach; ++i)
                inbox.put(tokens(std::uint64_t(t + 1), "x"));
        });
    }
    std::size_t pieces = 0;
    const auto drain = [&] {
        for (const api::Event& event : inbox.take())
            pieces += std::get<api::TokensReady>(event).pieces.size();
    };
    for (int i = 0; i < 100; ++i)
        drain();
    for (std::thread& thread : threads)
        thread.join();
    drain();
    CHECK(pieces == kThreads * kEach);
    CHECK(woken >= 1);

    inbox.close();
    const int before = woken;
    inbox.put(status(1));
    CHECK(woken == before);
    CHECK(inbox.take().empty());
}
