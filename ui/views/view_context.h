#pragma once
#include <QString>

#include <functional>

namespace cutaway::ui {

class EngineController;
class ModelSession;
class ProfileStore;
class Selection;
class Theme;

/// What a view may use. Owned by the shell; outlives every view.
struct ViewContext {
    EngineController& engine;
    ModelSession& session;
    Selection& selection;
    ProfileStore& profile; ///< the recorded steps; the shell feeds it with EngineController::snapshotReady
    Theme& theme;
    /// Shows the view with this ViewSpec::id and gives it the focus.
    std::function<void(const QString& viewId)> showView;
    /// Asks the user for a model file, then loads it.
    std::function<void()> openModelFile;
};

} // namespace cutaway::ui
