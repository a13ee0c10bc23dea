#!/usr/bin/env bash
# Starts django-oauth-toolkit as an OpenID Provider on 127.0.0.1 and prints its issuer once it answers.
#   STATE_DIR      where its data, log and pid go; a folder of its own for each start
#   VENV_DIR       where the packages of requirements.txt are installed, once
#   OWNER_PID      the provider ends when this process is gone
#   PORT           0 for any free one (default)
#   REUSE_PROTECTION=0|1  a replayed refresh token ends its family (default 1)
#   ROTATE=0|1     refresh tokens are used once (default 1)
#   GRACE=seconds  a replaced refresh token still works (default 0)
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
say() { printf 'provider: %s\n' "$*" >&2; }

for program in python3 curl flock setsid; do
  command -v $program >/dev/null || { say "$program is missing: run scripts/setup.sh tests"; exit 1; }
done

install() {
  [ -f "$VENV_DIR/requirements.txt" ] && cmp -s "$HERE/requirements.txt" "$VENV_DIR/requirements.txt" && return
  say "installing $(grep -ci == "$HERE/requirements.txt") packages into $VENV_DIR"
  rm -rf "$VENV_DIR"
  python3 -m venv "$VENV_DIR" || { say "python3-venv is missing: run scripts/setup.sh tests"; exit 1; }
  "$VENV_DIR/bin/pip" install -q --disable-pip-version-check -r "$HERE/requirements.txt" >&2
  cp "$HERE/requirements.txt" "$VENV_DIR/requirements.txt"
}
mkdir -p "$(dirname "$VENV_DIR")" "$STATE_DIR/data"
( flock 9; install ) 9>"$VENV_DIR.lock"
python=$VENV_DIR/bin/python

if [ "${PORT:-0}" = 0 ]; then
  PORT=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
fi
export ORIGIN=http://127.0.0.1:$PORT DATA_DIR=$STATE_DIR/data
export ISSUER=$ORIGIN/o PYTHONPATH=$HERE PYTHONDONTWRITEBYTECODE=1 DJANGO_SETTINGS_MODULE=project
export REUSE_PROTECTION=${REUSE_PROTECTION:-1} ROTATE=${ROTATE:-1} GRACE=${GRACE:-0}
"$python" "$HERE/setup_data.py" >"$STATE_DIR/setup.log" 2>&1 || { tail -20 "$STATE_DIR/setup.log" >&2; exit 1; }

# Without a close-on-exec of its own the provider would hold the caller's pipes open.
setsid nohup "$VENV_DIR/bin/gunicorn" --bind "127.0.0.1:$PORT" --workers 1 --threads 8 --no-control-socket \
  --access-logfile "$STATE_DIR/access.log" --access-logformat '%(m)s %(U)s %(s)s' \
  project:application >"$STATE_DIR/provider.log" 2>&1 </dev/null &
pid=$!
echo $pid >"$STATE_DIR/pid"
if [ -n "${OWNER_PID:-}" ]; then
  setsid nohup sh -c 'while kill -0 "$1" && kill -0 "$2"; do sleep 1; done; kill "$2"' sh "$OWNER_PID" $pid \
    >/dev/null 2>&1 </dev/null &
fi
for _ in $(seq 1 600); do
  if curl -fsS -o /dev/null --max-time 5 --noproxy '*' "$ISSUER/.well-known/openid-configuration" 2>/dev/null; then
    echo "$ISSUER"
    exit 0
  fi
  kill -0 $pid 2>/dev/null || break
  sleep 0.1
done
say "did not start:"
tail -30 "$STATE_DIR/provider.log" >&2
exit 1
