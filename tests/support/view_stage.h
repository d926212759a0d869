#pragma once
#include "tests/support/fake_engine_service.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"
#include "ui/models/profile_store.h"
#include "ui/models/selection.h"
#include "ui/views/view_context.h"
#include "ui/widgets/theme.h"

#include <memory>

namespace cutaway::test {

/// Everything that a view needs, on a fake engine: for tests of single views and for pictures of them.
struct ViewStage {
    explicit ViewStage(FakeScript script = {});

    /// Runs the event loop until `done` holds; false when it does not within the time.
    static bool waitFor(const std::function<bool()>& done, int milliseconds = 5'000);
    /// Loads the fake model and waits for it.
    bool load();

    FakeEngineService* service; ///< owned by engine
    ui::EngineController engine;
    ui::ModelSession session;
    ui::Selection selection;
    ui::ProfileStore profile;
    ui::Theme theme;
    QString shownView; ///< the last id given to context.showView
    int openRequests = 0;
    ui::ViewContext context;
};

} // namespace cutaway::test
