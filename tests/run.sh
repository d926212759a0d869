#!/usr/bin/env bash
# Builds the tree and runs its tests. Installs what is missing; ends with the line "N passed, N failed, N skipped".
#
#   tests/run.sh         release build, every test
#   tests/run.sh --ci    release build, every test; address and undefined-behaviour sanitizers on all but the tests labelled timing,
#                        model or package; thread sanitizer on those labelled threads; clang-tidy on the files changed last
set -uo pipefail
. "$(dirname "$0")/../packaging/common.sh"
cd "$root" || exit 1

case "${1:-}" in
    '') ci=false ;;
    --ci) ci=true ;;
    *) fail "usage: tests/run.sh [--ci]" ;;
esac
jobs=$(nproc)
results=$root/build/results
broken=()
started=$SECONDS
stage_started=$SECONDS

stage() { stage_started=$SECONDS; say "$*"; }
stage_done() { say "took $((SECONDS - stage_started)) s"; }

# build PRESET [TARGET...]: configures and builds; a failure counts as one failed test.
build() {
    local preset=$1 targets=()
    shift
    [ $# -eq 0 ] || targets=(--target "$@")
    cmake --preset "$preset" > "$results/configure-$preset.log" 2>&1 || { cat "$results/configure-$preset.log"; broken+=("configuring $preset"); return 1; }
    cmake --build "build/$preset" -j "$jobs" "${targets[@]}" > "$results/build-$preset.log" 2>&1 ||
        { grep -vE '^\[[0-9]+/[0-9]+\]' "$results/build-$preset.log" | tail -n 200; broken+=("building $preset"); return 1; }
}

# run_tests PRESET NAME CTEST-ARGUMENT...: its results go to build/results/NAME.xml.
run_tests() {
    local preset=$1 name=$2
    shift 2
    on_a_screen ctest --test-dir "build/$preset" --output-on-failure --no-tests=ignore --timeout 600 \
        --output-junit "$results/$name.xml" "$@" > "$results/$name.log" 2>&1
    [ -f "$results/$name.xml" ] || { tail -n 50 "$results/$name.log"; broken+=("running $name"); }
}

release_stage() {
    stage "release: build and every test"
    build release && {
        run_tests release release -j "$jobs" -LE timing
        run_tests release release-timing -j 1 -L timing
    }
    stage_done
}

asan_stage() {
    stage "asan: build and every test that is not labelled timing, model or package"
    build asan && run_tests asan asan -j "$jobs" -LE 'timing|model|package'
    stage_done
}

tsan_stage() {
    stage "tsan: build and the tests labelled threads"
    build tsan threads_tests && run_tests tsan tsan -j "$jobs" -L threads -LE 'timing|model|package'
    stage_done
}

# Advice, not a verdict, until every file of the tree has passed once: what is read within the time differs from run to run.
tidy_stage() {
    stage "clang-tidy on the files changed last (findings are advice)"
    python3 tests/tidy.py --build build/release --jobs "$jobs" --seconds 240 || say "clang-tidy has findings"
    stage_done
}

install_packages build run test package || exit 1
if $ci; then install_packages lint || exit 1; fi
use_compiler_cache
rm -rf "$results"
mkdir -p "$results"
packaging/fetch_starter.sh > /dev/null || say "no starter model: its tests are skipped"
timeout 300 tests/fetch_gemma.sh || say "no Gemma 3: its tests are skipped"

release_stage
if $ci; then
    asan_stage
    tsan_stage
    tidy_stage
    ccache --show-stats 2>/dev/null | head -n 4
fi
say "$((SECONDS - started)) s in all"
exec python3 tests/count_results.py "$results" "${broken[@]}"
