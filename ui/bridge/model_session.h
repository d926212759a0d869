#pragma once
#include "engine/api/values.h"

#include <QObject>
#include <QString>

#include <optional>

namespace cutaway::ui {

class EngineController;

/// The model that is loaded or being loaded: one for the whole window. All views read it here.
class ModelSession : public QObject {
    Q_OBJECT

public:
    enum class State { empty, loading, loaded, unloading };

    explicit ModelSession(EngineController& engine, QObject* parent = nullptr);

    /// Replaces what is loaded. A load under way is cancelled first.
    void load(const QString& path, const api::LoadOptions& options = {});
    void cancelLoad();
    void unload();

    State state() const { return m_state; }
    /// Set while state() is loaded.
    const std::optional<api::LoadedModel>& model() const { return m_model; }
    /// Of the model that is loaded, being loaded or failed to load last; empty at the start.
    const QString& path() const { return m_path; }
    const api::LoadOptions& options() const { return m_options; }
    double progress() const { return m_progress; }          ///< 0..1
    const QString& progressDetail() const { return m_detail; } ///< tensor name
    /// Why the last load failed, until the next one begins.
    const std::optional<base::Error>& error() const { return m_error; }

signals:
    void changed();          ///< state, model or error
    void progressChanged();

private:
    void start();
    void settle(State state, std::optional<api::LoadedModel> model, std::optional<base::Error> error);

    EngineController& m_engine;
    State m_state = State::empty;
    std::optional<api::LoadedModel> m_model;
    std::optional<base::Error> m_error;
    QString m_path;
    api::LoadOptions m_options;
    api::RequestId m_request;
    double m_progress = 0;
    QString m_detail;
};

} // namespace cutaway::ui
