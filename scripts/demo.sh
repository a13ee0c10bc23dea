#!/usr/bin/env bash
# The whole road on sample data: an old app's session at a provider of its own, found, revoked, replaced, removed.
# Everything happens in .demo; with a desktop the real browser opens, without one a small script signs in over HTTP.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=$PWD/.build/release/appauth-migrate
provider=$PWD/.build/release/demo-provider
work=$PWD/.demo
rm -rf "$work"
mkdir -m 700 "$work" "$work/home"
export HOME=$work/home XDG_DATA_HOME=$work/home/data XDG_STATE_HOME=$work/home/state XDG_CONFIG_HOME=$work/home/config

bold() { if [ -t 1 ]; then printf '\033[1m%s\033[0m\n' "$*"; else printf '%s\n' "$*"; fi; }
step() { printf '\n'; bold "── $*"; }
show() { printf '$ appauth-migrate %s\n' "${*//$work\//}"; }
# A command that is expected to end with one of the codes given first.
run() {
  local expected=$1 code=0
  shift
  show "$@"
  "$tool" "$@" || code=$?
  case " $expected " in
    *" $code "*) printf '(exit %s)\n' "$code" ;;
    *) printf 'demo: exit %s where %s was expected\n' "$code" "$expected" >&2; exit 1 ;;
  esac
}

step "a provider on loopback, and an old app that signed in there with AppAuth"
"$provider" --port 0 --state-file "$work/provider.json" --marker demo >"$work/issuer" 2>"$work/provider.log" &
pid=$!
trap 'kill "$pid" 2>/dev/null || true' EXIT
for _ in $(seq 1 100); do [ -s "$work/issuer" ] && break; sleep 0.1; done
issuer=$(head -1 "$work/issuer")
cp -R samples/device "$work/device"
prefs=$work/device/com.example.app/shared_prefs/AuthState.xml
"$provider" old-app sign-in --issuer "$issuer" --preferences "$prefs"
cp "$prefs" "$work/old-preferences.xml"
chmod 600 "$work/old-preferences.xml"
cp samples/appauth-migrate.json "$work/appauth-migrate.json"
printf 'issuer %s, dump in .demo/device\n' "$issuer"

if [ -z "${BROWSER-}" ]; then
  if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] || [ "$(uname)" = Darwin ]; then
    printf 'your browser opens for the sign-in: demo / demo-password\n'
  else
    # Without a desktop: the same steps that a person takes, over HTTP.
    export BROWSER="$provider browse %s"
  fi
fi

step "1. find"
run 1 audit "$work/device"

step "2. check"
run 0 preflight --config "$work/appauth-migrate.json" --issuer "$issuer"

step "3. plan"
run 0 plan "$work/device" --config "$work/appauth-migrate.json" --issuer "$issuer" --verify redeem \
  --output "$work/plan.json"

step "4. migrate"
run 0 migrate "$work/plan.json" --config "$work/appauth-migrate.json" --yes

step "what is true now"
answer=$("$provider" old-app redeem --issuer "$issuer" --preferences "$work/old-preferences.xml")
printf 'the old refresh token at the provider: %s\n' "$answer"
[ "$answer" = "400 invalid_grant" ] || { echo 'demo: the old token still works' >&2; exit 1; }
rm -f "$work/old-preferences.xml"
diff -r samples/device "$work/device"
printf 'the old state is gone, its neighbours are as they were (diff -r: no difference)\n'
run 0 audit "$work/device"
run 0 status --config "$work/appauth-migrate.json" --issuer "$issuer"

step "5. sign out again"
run 0 logout --config "$work/appauth-migrate.json" --issuer "$issuer"
