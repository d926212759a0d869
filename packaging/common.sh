# Shared by the scripts of this tree; source it after setting nothing. Gives: root, say, fail, install_packages, use_compiler_cache, on_a_screen.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '== %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# as_root COMMAND...: as it is for root, through sudo for others.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else fail "this needs root or sudo: $*"; fi
}

# packages_of SECTION...: the names in these sections of debian-packages.txt.
packages_of() {
    local section
    for section in "$@"; do
        awk -v want="[$section]" '/^\[/ { on = ($1 == want); next } on && NF && $1 !~ /^#/ { print $1 }' "$root/packaging/debian-packages.txt"
    done
}

# install_packages SECTION...: installs what is missing of these sections.
install_packages() {
    local name missing=()
    command -v dpkg-query >/dev/null || { say "no dpkg here: install by hand what $(packages_of "$@" | tr '\n' ' ')stand for"; return 0; }
    for name in $(packages_of "$@" | sort -u); do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing ${missing[*]}"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

# Compilations are found again in any clone, whatever its folder.
use_compiler_cache() {
    export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-10G}
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
}

have_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }

# on_a_screen COMMAND...: on the display there is, else on an X server of its own that no one sees.
on_a_screen() {
    if have_display; then "$@"
    else xvfb-run -a -s '-screen 0 1920x1200x24 +extension GLX -noreset' "$@"; fi
}

# python_tool: the Python of the tree's own virtual environment, made when absent.
python_tool() {
    local venv=$root/build/venv
    [ -x "$venv/bin/pip" ] || python3 -m venv "$venv" >&2
    printf '%s\n' "$venv/bin/python"
}

# has_sha256 FILE SUM
has_sha256() { [ -f "$1" ] && printf '%s  %s\n' "$2" "$1" | sha256sum --check --status; }
