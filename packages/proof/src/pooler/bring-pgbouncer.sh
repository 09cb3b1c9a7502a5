#!/bin/sh
# Unpacks PgBouncer of Debian 13 with its libraries to the folder of the first argument: bookworm's is too old for
# prepared statements. Changes nothing of the system.
set -eu
target=$1
[ -e "$target" ] && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/debs" "$work/root"
touch "$work/status"
mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -n 1)
echo "deb ${mirror:-http://deb.debian.org/debian} trixie main" > "$work/sources.list"
apt() {
  apt-get -qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$work/state" \
    -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=root "$@"
}
apt update
cd "$work/debs"
apt download pgbouncer libc6 libgcc-s1 libcares2 libevent-2.1-7t64 libpam0g libssl3t64 libsystemd0 libaudit1 libcap-ng0 \
  libcap2 libzstd1 zlib1g
for package in *.deb; do dpkg-deb -x "$package" "$work/root"; done
mkdir -p "$(dirname "$target")"
mv "$work/root" "$target"
