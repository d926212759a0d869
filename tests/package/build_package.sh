#!/usr/bin/env bash
# Builds the Debian package. Usage: build_package.sh BUILD-FOLDER OUT-FOLDER
set -euo pipefail
. "$(dirname "$0")/common.sh"
rm -rf "$2"
mkdir -p "$2"
(cd "$1" && cpack -G DEB -B "$2/cpack") > "$2/cpack.log" 2>&1 || { cat "$2/cpack.log"; exit 1; }
mv "$2"/cpack/*.deb "$2/"
dpkg-deb -x "$2"/*.deb "$2/content"
dpkg-deb --info "$2"/*.deb
