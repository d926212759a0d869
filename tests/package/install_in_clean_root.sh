#!/usr/bin/env bash
# Installs the package into a fresh Debian 12, where a GGUF file then opens with it, and starts it on an X server of its own.
# Usage: install_in_clean_root.sh OUT-FOLDER (as build_package.sh left it)
set -euo pipefail
. "$(dirname "$0")/common.sh"
folder=$1/root
home=/srv/tester
clean_root "$folder"

cp "$1"/*.deb "$folder/tmp/cutaway.deb"
in_root "$folder" apt-get update -q > "$1/apt.log" 2>&1 || { tail -n 5 "$1/apt.log"; skip "the Debian mirror cannot be reached"; }
in_root "$folder" apt-get install -y -q /tmp/cutaway.deb desktop-file-utils shared-mime-info xdg-utils libglib2.0-bin xvfb xauth libgl1-mesa-dri fonts-dejavu-core \
    >> "$1/apt.log" 2>&1 || { tail -n 30 "$1/apt.log"; fail "the package does not install"; }
in_root "$folder" useradd --create-home --home-dir "$home" tester

model=$("$root/packaging/fetch_starter.sh" 2>/dev/null || true)
if [ -n "$model" ]; then
    cp "$model" "$folder$home/model.gguf"
else
    say "no starter model here: the window opens empty"
fi
as_tester() { in_root "$folder" su tester -c "cd && export LANG=C.UTF-8 && $*"; }

printf 'GGUF\003\000\000\000' > "$folder$home/nameless"
as_tester gio info -a standard::content-type nameless | grep -q application/x-gguf || fail "a GGUF file without an ending is not recognised"
[ "$(as_tester xdg-mime query default application/x-gguf)" = org.cutaway.cutaway.desktop ] || fail "a double-click on a model does not open Cutaway"

as_tester "timeout 240 xvfb-run -a -s '-screen 0 1600x1000x24' cutaway ${model:+model.gguf} --size 1280x800 --screenshot window.png --quit"
picture=$folder$home/window.png
[ -s "$picture" ] || fail "the installed program wrote no picture of its window"
cp "$picture" "$1/installed.png"
file "$picture" | grep -q 'PNG image data, 1280 x 800' || fail "the picture is not of the size asked for: $(file "$picture")"
if [ -n "$model" ]; then
    as_tester "cutaway-cli inspect model.gguf --json" > "$1/inspect.json" || fail "the installed cutaway-cli does not inspect the model"
    grep -q '"architecture"' "$1/inspect.json" || fail "the installed cutaway-cli does not name the architecture of the model"
fi
in_root "$folder" apt-get remove -y -q cutaway >> "$1/apt.log" 2>&1
[ ! -e "$folder/usr/bin/cutaway" ] || fail "removing the package leaves the program behind"
say "installed, recognised, started and removed"
