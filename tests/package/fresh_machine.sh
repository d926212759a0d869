#!/usr/bin/env bash
# Proves both commands of README.md on a fresh Debian 12 with nothing but git and sudo: packaging/run.sh as a user with sudo, then
# tests/run.sh as root. Long (a cold build each), so it is run by hand. Usage: fresh_machine.sh FOLDER [run|tests]
set -euo pipefail
. "$(dirname "$0")/common.sh"
work=$(mkdir -p "$1" && cd "$1" && pwd)
wanted=${2:-run tests}
folder=$work/root
clean_root "$folder"

# How this machine reaches the registries is no part of what is proved.
settings=$(env | grep -E '^(PIP_CERT|PIP_INDEX_URL|https?_proxy|no_proxy)=' || true)
cp /etc/pip.conf "$folder/etc/pip.conf" 2>/dev/null || true

in_root "$folder" apt-get update -q > "$work/apt.log" 2>&1
in_root "$folder" apt-get install -y -q git sudo >> "$work/apt.log" 2>&1
in_root "$folder" useradd --create-home --home-dir /srv/tester tester
printf 'tester ALL=(ALL) NOPASSWD: ALL\n' > "$folder/etc/sudoers.d/tester"
git clone -q --no-hardlinks "$root" "$folder/srv/tester/cutaway"
in_root "$folder" chown -R tester:tester /srv/tester

if [[ $wanted == *run* ]]; then
    say "packaging/run.sh as a user with sudo"
    in_root "$folder" su tester -c "cd ~/cutaway && env $settings HOME=/srv/tester packaging/run.sh" 2>&1 | tee "$work/run.log"
    cp "$folder/srv/tester/cutaway/build/first-light/"* "$work/"
fi
if [[ $wanted == *tests* ]]; then
    say "tests/run.sh as root"
    in_root "$folder" chown -R root:root /srv/tester/cutaway
    in_root "$folder" env $settings bash -c 'cd /srv/tester/cutaway && tests/run.sh' 2>&1 | tee "$work/tests.log"
fi
say "both commands work on a fresh machine; what they left is in $work"
