# Shared by the tests of the package. Gives what packaging/common.sh gives, and: skip, clean_root, in_root, leave_root.
. "$(dirname "${BASH_SOURCE[0]}")/../../packaging/common.sh"

skip() { printf 'CUTAWAY_SKIP: %s\n' "$*"; exit 0; }

# The mirror that this machine itself uses; nothing where its sources name none.
debian_mirror() {
    { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^http/) { print $i; break } }'
      cat /etc/apt/sources.list.d/*.sources 2>/dev/null | awk '$1 == "URIs:" { print $2 }'; } | grep -E '/debian/?$' | head -n 1 || true
}

# clean_root FOLDER: a fresh Debian 12 with nothing but its base. Kept as an archive in the user's cache between runs.
clean_root() {
    local archive=${XDG_CACHE_HOME:-$HOME/.cache}/cutaway/debian-12-base.tar mirror
    [ "$(id -u)" = 0 ] || skip "a clean root needs the super-user"
    rm -rf "$1"
    mkdir -p "$1" "$(dirname "$archive")"
    if [ ! -f "$archive" ]; then
        mirror=$(debian_mirror)
        [ -n "$mirror" ] || skip "no Debian mirror is known here"
        debootstrap --variant=minbase --include=ca-certificates bookworm "$1" "$mirror" > "$1.log" 2>&1 || { tail -n 5 "$1.log"; skip "debootstrap could not make a clean root"; }
        rm -f "$1"/var/cache/apt/archives/*.deb
        tar -C "$1" -cf "$archive.part" . && mv "$archive.part" "$archive"
    else
        tar -C "$1" -xpf "$archive"
    fi
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    cp /etc/hosts "$1/etc/hosts"
    share_settings "$1"
    mount -t proc proc "$1/proc" 2>/dev/null || true
    trap "leave_root '$1'" EXIT
}

# Sources and certificates of this machine, so that the registries are reached as they are here; fetched packages are kept for next time.
share_settings() {
    local kept=${XDG_CACHE_HOME:-$HOME/.cache}/cutaway/debian-12-packages
    mkdir -p "$kept" "$1/usr/local/share/ca-certificates"
    cp -n "$kept"/*.deb "$1/var/cache/apt/archives/" 2>/dev/null || true
    printf 'deb %s bookworm main\n' "$(debian_mirror)" > "$1/etc/apt/sources.list"
    rm -f "$1/etc/apt/apt.conf.d/docker-clean"
    printf 'Binary::apt::APT::Keep-Downloaded-Packages "true";\nAPT::Install-Recommends "false";\n' > "$1/etc/apt/apt.conf.d/90test"
    cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"
}

# in_root FOLDER COMMAND...: with no environment of this session but what a login has.
in_root() {
    local folder=$1
    shift
    chroot "$folder" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

leave_root() {
    cp -n "$1"/var/cache/apt/archives/*.deb "${XDG_CACHE_HOME:-$HOME/.cache}/cutaway/debian-12-packages/" 2>/dev/null || true
    umount "$1/proc" 2>/dev/null || true
    rm -rf "$1"
}
