#pragma once
#include "tests/support/fake_engine_service.h"
#include "tests/support/test_data.h"
#include "ui/shell/workbench.h"
#include "ui/views/view_context.h"

#include <memory>

namespace cutaway::test {

/// Settings and chats in the folder, no starter model.
ui::WorkbenchPaths pathsIn(const TempDir& folder);

/// Everything that a view needs, on a fake engine: for tests of single views and for pictures of them.
struct ViewStage {
    explicit ViewStage(FakeScript script = {});

    /// Runs the event loop until `done` holds; false when it does not within the time.
    static bool waitFor(const std::function<bool()>& done, int milliseconds = 5'000);
    /// Loads the fake model and waits for it.
    bool load();

    TempDir folder;             ///< holds settings and chats
    FakeEngineService* service; ///< owned by workbench
    ui::Workbench workbench;
    ui::EngineController& engine;
    ui::ModelSession& session;
    ui::Selection& selection;
    ui::ProfileStore& profile;
    ui::Theme& theme;
    QString shownView; ///< the last id given to context.showView
    int openRequests = 0;
    int loadWithRequests = 0;
    ui::ViewContext context;
};

} // namespace cutaway::test
