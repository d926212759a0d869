#!/usr/bin/env bash
# Draws the PNG sizes of the application icon anew from its two SVG files (needs rsvg-convert, package librsvg2-bin).
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root/resources/app"
for size in 16 24; do rsvg-convert -w $size -h $size cutaway-small.svg -o cutaway-$size.png; done
for size in 32 48 64 128 256; do rsvg-convert -w $size -h $size cutaway.svg -o cutaway-$size.png; done
