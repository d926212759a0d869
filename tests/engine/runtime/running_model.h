#pragma once
#include "engine/runtime/session.h"

#include <memory>
#include <string>
#include <vector>

namespace cutaway::test {

/// A model with one recorded session, ready to run.
class RunningModel {
public:
    /// Fails the test when it cannot be loaded.
    explicit RunningModel(const std::string& path, const runtime::RunOptions& options = {});

    runtime::Session& session() { return *m_session; }
    profile::Recorder& recorder() { return *m_recorder; }
    /// A copy of the logits of the last position.
    std::vector<float> logits();
    /// The same after reading `tokens` from the first position on.
    std::vector<float> logitsAfter(const std::vector<base::TokenId>& tokens);
    /// Decodes as many tokens as asked for, one by one: those of `text`, again and again.
    void decode(const std::vector<base::TokenId>& text, int count);

private:
    std::unique_ptr<profile::Recorder> m_recorder;
    std::unique_ptr<runtime::Session> m_session; ///< last: it goes before the recorder
};

} // namespace cutaway::test
