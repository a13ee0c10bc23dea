#!/usr/bin/env bash
# Installs what is missing, and only that.
#   setup.sh               the libraries that the build and the command need
#   setup.sh tests         those, and what the tests start (a real provider, a tracer)
#   setup.sh PACKAGE…      these packages
# Debian and its kin: apt, as root or through sudo. macOS: Homebrew.
set -euo pipefail

say() { printf 'setup: %s\n' "$*" >&2; }

build_debian=(
  # what the Swift toolchain itself wants of Debian 12
  binutils-gold build-essential git libedit2 libncurses6 libxml2 libz3-4 pkg-config tzdata zlib1g-dev
  # what the command is built on
  ca-certificates
  libarchive-dev libcurl4-openssl-dev libmicrohttpd-dev libsqlite3-dev libssl-dev
)
test_debian=(
  curl openssl procps python3 python3-venv strace util-linux
  # a provider that binds tokens to a key
  glewlwyd sqlite3
  # a system keyring, and its own programs to look into it
  dbus dbus-daemon gnome-keyring libsecret-1-0 libsecret-1-dev libsecret-tools
)
build_brew=(curl libarchive libmicrohttpd openssl@3 pkgconf sqlite)
test_brew=(python)

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    say "asking for root: $*"
    sudo "$@"
  else
    say "these packages are missing: run this as root: $*"
    exit 1
  fi
}

debian() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed \
      || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  as_root apt-get update -qq
  # A provider that the tests start themselves is not to run as a service.
  local policy=/usr/sbin/policy-rc.d made="" status=0
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod +x "$policy"
    made=1
  fi
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 || status=$?
  [ -z "$made" ] || as_root rm -f "$policy"
  return $status
}

brew_packages() {
  local missing=() package
  for package in "$@"; do
    brew list --versions "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  brew install "${missing[@]}" >&2
}

if command -v apt-get >/dev/null; then
  case "${1-}" in
    "") debian "${build_debian[@]}" ;;
    tests) debian "${build_debian[@]}" "${test_debian[@]}" ;;
    *) debian "$@" ;;
  esac
elif [ "$(uname)" = Darwin ] && command -v brew >/dev/null; then
  case "${1-}" in
    "") brew_packages "${build_brew[@]}" ;;
    tests) brew_packages "${build_brew[@]}" "${test_brew[@]}" ;;
    *) brew_packages "$@" ;;
  esac
else
  say "neither apt-get nor Homebrew is here: install the development files of OpenSSL 3, SQLite, libarchive, libcurl, libmicrohttpd and zlib yourself"
fi

# A folder with C++'s own library in its static form and no other: the Makefile has the linker look there first.
if [ "$(uname)" = Linux ] && archive=$(gcc -print-file-name=libstdc++.a) && [ -f "$archive" ]; then
  folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/.build/cxx
  mkdir -p "$folder"
  ln -sf "$archive" "$folder/libstdc++.a"
fi

command -v swift >/dev/null || {
  say "the Swift toolchain (6.2 or newer) is not on PATH: see https://www.swift.org/install"
  exit 1
}
