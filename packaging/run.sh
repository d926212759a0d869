#!/usr/bin/env bash
# Opens the workbench with the starter model, ready to chat. Installs what is missing, builds and fetches first; needs nothing but git.
# Without a display it says so and does the same job on an X server that no one sees: it answers one question and leaves a picture of the
# window and a profile of the run.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

question="What is the capital of France?"

install_packages build run
use_compiler_cache
say "building (the first time takes some minutes)"
cmake --preset release
cmake --build build/release --target cutaway cutaway-cli
model=$(packaging/fetch_starter.sh)
programs=$root/build/release/bin

if have_display; then
    say "opening $model"
    exec "$programs/cutaway" "$model"
fi

say "there is no display here: answering one question on an X server that no one sees"
out=$root/build/first-light
mkdir -p "$out"
on_a_screen "$programs/cutaway" "$model" --new-window --size 1600x1000 --prompt "$question" --screenshot "$out/window.png" --quit
"$programs/cutaway-cli" profile -m "$model" -p "The capital of France is" -n 32 --format chrome --out "$out/profile.json"
for file in window.png profile.json; do
    [ -s "$out/$file" ] || fail "$out/$file was not written"
done
say "the window:  $out/window.png"
say "the profile: $out/profile.json (opens in Perfetto; every node of every step)"
