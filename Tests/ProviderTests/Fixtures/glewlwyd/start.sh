#!/usr/bin/env bash
# Starts glewlwyd as an OpenID Provider on 127.0.0.1 and prints its issuer once it answers.
#   STATE_DIR      where its data, log and pid go; a folder of its own for each start
#   OWNER_PID      the provider ends when this process is gone
#   REDIRECT_URI   the one loopback redirect of the client, port included: it is compared as text
#   PORT           0 for any free one (default)
#   DPOP_NONCE=1   proofs of possession need a nonce
#   PAR_REQUIRED=1 authorization requests must be pushed
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
say() { printf 'provider: %s\n' "$*" >&2; }

for program in glewlwyd sqlite3 openssl python3 curl setsid; do
  command -v $program >/dev/null || { say "$program is missing: run scripts/setup.sh tests"; exit 1; }
done

if [ "${PORT:-0}" = 0 ]; then
  PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
fi
ORIGIN=http://127.0.0.1:$PORT
ISSUER=$ORIGIN/api/oidc
data=$STATE_DIR/data
mkdir -p "$data/none"
sqlite3 "$data/glewlwyd.db" </usr/share/dbconfig-common/data/glewlwyd/install/sqlite3
openssl genrsa -out "$data/sign.key" 2048 2>/dev/null
openssl rsa -in "$data/sign.key" -pubout -out "$data/sign.pem" 2>/dev/null
# The package has a folder where the pages read config.json.
cp -rL /usr/share/glewlwyd/webapp "$data/webapp"
if [ -d "$data/webapp/config.json" ]; then
  mv "$data/webapp/config.json" "$data/webapp/config.d"
  cp "$data/webapp/config.d/config.json" "$data/webapp/config.json"
fi
cat >"$data/glewlwyd.conf" <<C
port=$PORT
bind_address="127.0.0.1"
external_url="$ORIGIN"
login_url="login.html"
api_prefix="api"
static_files_path="$data/webapp/"
allow_origin="*"
allow_methods="GET, POST, PUT, DELETE, OPTIONS"
allow_headers="Origin, Content-Type, Accept, Authorization, DPoP"
expose_headers="Content-Encoding, Authorization"
log_mode="console"
log_level="INFO"
cookie_domain="127.0.0.1"
cookie_secure=0
cookie_same_site="empty"
session_expiration=2419200
session_key="GLEWLWYD2_SESSION_ID"
admin_session_authentication="cookie"
profile_session_authentication="cookie"
allow_multiple_user_per_session=true
login_api_enabled=true
add_x_frame_option_header_deny=true
max_post_size=16778240
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
user_middleware_module_path="$data/none"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3" path = "$data/glewlwyd.db" };
static_files_mime_types = (
  { extension = ".html" mime_type = "text/html" compress = 0 },
  { extension = ".json" mime_type = "application/json" compress = 0 }
)
C

setsid nohup glewlwyd --config-file="$data/glewlwyd.conf" >"$STATE_DIR/provider.log" 2>&1 </dev/null &
pid=$!
echo $pid >"$STATE_DIR/pid"
if [ -n "${OWNER_PID:-}" ]; then
  setsid nohup sh -c 'while kill -0 "$1" && kill -0 "$2"; do sleep 1; done; kill "$2"' sh "$OWNER_PID" $pid \
    >/dev/null 2>&1 </dev/null &
fi
answers() {
  for _ in $(seq 1 600); do
    curl -fsS -o /dev/null --max-time 5 --noproxy '*' "$1" 2>/dev/null && return
    kill -0 $pid 2>/dev/null || break
    sleep 0.1
  done
  say "did not start:"
  tail -30 "$STATE_DIR/provider.log" >&2
  exit 1
}
answers "$ORIGIN/login.html"
python3 "$HERE/configure.py" "$ORIGIN" "$data" "$REDIRECT_URI" || { kill $pid; exit 1; }
answers "$ISSUER/.well-known/openid-configuration"
echo "$ISSUER"
