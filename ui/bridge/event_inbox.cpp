#include "ui/bridge/event_inbox.h"

#include <algorithm>
#include <iterator>

namespace cutaway::ui {
namespace {

/// True when `newer` was taken into `older`. Only kinds whose older value nobody needs any more.
struct Joiner {
    api::Event& older;

    bool operator()(api::TokensReady& newer)
    {
        auto* tokens = std::get_if<api::TokensReady>(&older);
        if (!tokens || tokens->request != newer.request)
            return false;
        std::move(newer.pieces.begin(), newer.pieces.end(), std::back_inserter(tokens->pieces));
        return true;
    }
    bool operator()(api::Progress& newer) { return replaceOfSameRequest(newer); }
    bool operator()(api::PromptProgress& newer) { return replaceOfSameRequest(newer); }
    bool operator()(api::StatusChanged& newer) { return replace(newer); }
    bool operator()(api::SnapshotReady& newer) { return replace(newer); }
    bool operator()(api::ModelFound&) { return false; }
    bool operator()(api::Finished&) { return false; }
    bool operator()(api::Failed&) { return false; }
    bool operator()(api::Cancelled&) { return false; }

private:
    template <class T> bool replaceOfSameRequest(T& newer)
    {
        auto* mine = std::get_if<T>(&older);
        if (!mine || mine->request != newer.request)
            return false;
        *mine = std::move(newer);
        return true;
    }
    template <class T> bool replace(T& newer)
    {
        auto* mine = std::get_if<T>(&older);
        if (!mine)
            return false;
        *mine = std::move(newer);
        return true;
    }
};

} // namespace

EventInbox::EventInbox(std::function<void()> wake)
    : m_wake(std::move(wake))
{
}

void EventInbox::put(api::Event event)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return;
        const bool wasEmpty = m_events.empty();
        if (!join(event))
            m_events.push_back(std::move(event));
        if (!wasEmpty)
            return;
    }
    const std::lock_guard wakeLock(m_wakeMutex);
    if (m_wake)
        m_wake();
}

/// Looks back over the kinds that may be overtaken without harm; a token, model or final event ends the search.
bool EventInbox::join(api::Event& event)
{
    for (auto older = m_events.rbegin(); older != m_events.rend(); ++older) {
        if (std::visit(Joiner { *older }, event))
            return true;
        const bool mayBeOvertaken = std::holds_alternative<api::StatusChanged>(*older) || std::holds_alternative<api::SnapshotReady>(*older)
            || std::holds_alternative<api::TokensReady>(*older) || std::holds_alternative<api::PromptProgress>(*older);
        if (!mayBeOvertaken)
            return false;
    }
    return false;
}

std::vector<api::Event> EventInbox::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_events, {});
}

void EventInbox::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_events.clear();
    }
    const std::lock_guard wakeLock(m_wakeMutex);
    m_wake = nullptr;
}

} // namespace cutaway::ui
