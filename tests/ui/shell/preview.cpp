#include "tests/support/fake_engine_service.h"
#include "tests/support/fake_profile.h"
#include "ui/shell/run_workbench.h"

#include <QApplication>

#include <iostream>

using namespace cutaway;

namespace {

/// A long answer with what Markdown offers.
const char* const kAnswer =
    R"(The sky looks blue because **air molecules** scatter short wavelengths of sunlight more strongly than long ones. This is called *Rayleigh scattering*.

1. Sunlight holds all colours.
2. Blue light, at about `450 nm`, is scattered roughly ten times more than red.
3. It reaches your eyes from every direction.

The strength goes with the fourth power of the wavelength:

```python
def scattering(wavelength_nm: float) -> float:
    """Relative to green light."""
    return (550.0 / wavelength_nm) ** 4

print(f"blue {scattering(450):.2f}, red {scattering(650):.2f}")
```

| colour | wavelength | scattered |
| --- | --- | --- |
| blue | 450 nm | 2.23 |
| red | 650 nm | 0.51 |

> At sunset the light crosses more air, so that mostly red is left.)";

std::unique_ptr<api::EngineService> makeService()
{
    test::FakeScript script;
    script.answer = kAnswer;
    script.tokenDelayUs = 8'000;
    script.loadMs = 200;
    for (const char* path : { "/models/SmolLM2-135M-Instruct.Q4_1.gguf", "/models/gemma-3-270m-it.Q4_K_M.gguf",
             "/models/Qwen3-8B.Q4_K_M.gguf", "/models/Llama-3.3-70B.Q4_K_M.gguf", "/models/zebra.gguf" })
        script.cards.push_back(test::fakeCard(path));
    for (api::ModelCard& card : script.cards)
        card.fileName = card.fileName.substr(0, card.fileName.rfind(".Q4"));
    script.cards[2].fit = api::Fit::tight;
    script.cards[3].fit = api::Fit::tooLarge;
    script.cards[4].problem = "architecture 'zebra' is not supported";
    return std::make_unique<test::FakeEngineService>(script);
}

} // namespace

/// The window on the fake engine, with the command line of the real program: to look at, and for pictures.
int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("cutaway-preview"));
    QCoreApplication::setApplicationVersion(QStringLiteral("preview"));
    const auto options = ui::readWindowOptions(QCoreApplication::arguments().mid(1));
    if (!options) {
        std::cerr << options.error().message << '\n';
        return 2;
    }
    return ui::runWorkbench(*options, makeService);
}
