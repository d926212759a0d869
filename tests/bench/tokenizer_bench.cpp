/// Speed of encoding one text with one vocabulary. Usage: tokenizer_bench VOCABULARY.gguf TEXT [ROUNDS]
/// Prints the megabytes (10^6 bytes) a second of the best round and the number of tokens.
#include "engine/base/clock.h"
#include "engine/formats/model_file.h"
#include "engine/tokenizer/tokenizer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

int main(int argc, char** argv)
{
    using namespace cutaway;
    if (argc < 3) {
        std::fputs("usage: tokenizer_bench VOCABULARY.gguf TEXT [ROUNDS]\n", stderr);
        return 2;
    }
    const auto file = formats::openModelFile(argv[1]);
    if (!file) {
        std::fprintf(stderr, "%s\n", file.error().message.c_str());
        return 1;
    }
    const auto loaded = tokenizer::loadTokenizer((*file)->metadata);
    if (!loaded) {
        std::fprintf(stderr, "%s\n", loaded.error().message.c_str());
        return 1;
    }
    std::ifstream in(argv[2], std::ios::binary);
    const std::string text { std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>() };
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;
    double best = 0;
    std::size_t tokens = 0;
    for (int round = 0; round < rounds; ++round) {
        const std::int64_t start = base::nowNs();
        tokens = (*loaded)->encode(text, { .addSpecial = false, .parseSpecial = false }).size();
        best = std::max(best, double(text.size()) * 1e3 / double(base::nowNs() - start));
    }
    std::printf("%.2f %zu\n", best, tokens);
    return 0;
}
