#include "tests/engine/runtime/running_model.h"

#include "tests/support/catch.h"

namespace cutaway::test {

RunningModel::RunningModel(const std::string& path, const runtime::RunOptions& options)
{
    const auto description = runtime::ModelDescription::open(path);
    REQUIRE(description);
    auto model = runtime::LoadedModel::load(*description, options, [](auto, auto, const auto&) { return true; });
    REQUIRE(model);
    m_recorder = std::make_unique<profile::Recorder>((*model)->workers());
    auto session = runtime::Session::create(*model, *m_recorder);
    REQUIRE(session);
    m_session = std::move(*session);
}

std::vector<float> RunningModel::logits() { return { m_session->logits().begin(), m_session->logits().end() }; }

std::vector<float> RunningModel::logitsAfter(const std::vector<base::TokenId>& tokens)
{
    m_session->clear();
    REQUIRE(m_session->prefill(tokens, {}));
    return logits();
}

void RunningModel::decode(const std::vector<base::TokenId>& text, int count)
{
    for (int i = 0; i < count; ++i) {
        if (!m_session->decode(text[std::size_t(i) % text.size()], {}))
            FAIL("decode step " << i << " was refused");
    }
}

} // namespace cutaway::test
