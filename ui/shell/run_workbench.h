#pragma once
#include "engine/api/engine_service.h"
#include "ui/shell/window_options.h"

#include <functional>
#include <memory>

namespace cutaway::ui {

/// Shows the window and runs until it is closed, or hands the file to the window that is open already.
/// @pre a QApplication exists, with its name and version set
/// @param makeService  called once, only when a window opens
/// @return the exit status of the program
int runWorkbench(const WindowOptions& options, const std::function<std::unique_ptr<api::EngineService>()>& makeService);

} // namespace cutaway::ui
