#include "ui/bridge/model_session.h"

#include "ui/bridge/engine_controller.h"

namespace cutaway::ui {

ModelSession::ModelSession(EngineController& engine, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
{
}

void ModelSession::load(const QString& path, const api::LoadOptions& options)
{
    cancelLoad();
    m_path = path;
    m_options = options;
    start();
}

void ModelSession::start()
{
    m_progress = 0;
    m_detail.clear();
    m_request = {};
    settle(State::loading, std::nullopt, std::nullopt);
    // A load that was overtaken by a newer one still ends; its end is not ours any more.
    auto current = std::make_shared<api::RequestId>();
    const auto isCurrent = [this, current] { return *current == m_request; };
    m_request = m_engine.submit(api::LoadModel { m_path.toStdString(), m_options }, this,
        { .progress = [this, isCurrent](double fraction, const QString& detail) {
             if (!isCurrent())
                 return;
             m_progress = fraction;
             m_detail = detail;
             emit progressChanged();
         },
            .finished = [this, isCurrent](const api::Answer& answer) {
                if (isCurrent())
                    settle(State::loaded, std::get<api::LoadedModel>(answer), std::nullopt);
            },
            .failed = [this, isCurrent](const base::Error& error) {
                if (isCurrent())
                    settle(State::empty, std::nullopt, error);
            },
            .cancelled = [this, isCurrent] {
                if (isCurrent())
                    settle(State::empty, std::nullopt, std::nullopt);
            } });
    *current = m_request;
}

void ModelSession::cancelLoad()
{
    if (m_state == State::loading)
        m_engine.cancel(m_request);
}

void ModelSession::unload()
{
    if (m_state != State::loaded)
        return;
    settle(State::unloading, std::nullopt, std::nullopt);
    const auto done = [this] {
        if (m_state == State::unloading)
            settle(State::empty, std::nullopt, std::nullopt);
    };
    m_request = m_engine.submit(api::UnloadModel {}, this,
        { .finished = [done](const api::Answer&) { done(); },
            .failed = [this](const base::Error& error) {
                if (m_state == State::unloading)
                    settle(State::empty, std::nullopt, error);
            },
            .cancelled = done });
}

void ModelSession::settle(State state, std::optional<api::LoadedModel> model, std::optional<base::Error> error)
{
    m_state = state;
    m_model = std::move(model);
    m_error = std::move(error);
    emit changed();
}

} // namespace cutaway::ui
