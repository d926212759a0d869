#!/usr/bin/env bash
# The files of the package say what desktops expect. Usage: check_files.sh OUT-FOLDER (as build_package.sh left it)
set -euo pipefail
. "$(dirname "$0")/common.sh"
share=$1/content/usr/share
id=org.cutaway.cutaway

for program in cutaway cutaway-cli; do
    [ -x "$1/content/usr/bin/$program" ] || fail "the package holds no program $program"
done
"$1/content/usr/bin/cutaway-cli" describe types > /dev/null || fail "the packaged cutaway-cli does not run"
desktop-file-validate "$share/applications/$id.desktop"
appstreamcli validate --no-net "$share/metainfo/$id.metainfo.xml"
xmllint --noout "$share/mime/packages/cutaway.xml"
for size in 16 24 32 48 64 128 256; do
    file "$share/icons/hicolor/${size}x$size/apps/cutaway.png" | grep -q "PNG image data, $size x $size" || fail "no icon of $size pixels"
done
xmllint --noout "$share/icons/hicolor/scalable/apps/cutaway.svg"

# The type is found by the name and by the first bytes.
update-mime-database "$share/mime"
grep -q 'application/x-gguf:\*.gguf' "$share/mime/globs2" || fail "*.gguf is not known"
grep -aq 'application/x-gguf' "$share/mime/magic" || fail "the first bytes of a GGUF file are not known"
grep -q 'MimeType=.*application/x-gguf' "$share/applications/$id.desktop" || fail "the desktop entry does not open GGUF files"

dependencies=$(dpkg-deb --field "$1"/*.deb Depends)
for name in libc6 libstdc++6 libqt6widgets6 libqt6charts6 libqt6sql6-sqlite; do
    grep -q "\b$name\b" <<< "$dependencies" || fail "the package does not depend on $name: $dependencies"
done
say "every file is as it should be"
