#!/usr/bin/env bash
# Ends the provider that start.sh started with the same STATE_DIR.
set -euo pipefail
[ -s "$STATE_DIR/pid" ] || exit 0
pid=$(cat "$STATE_DIR/pid")
kill "$pid" 2>/dev/null || true
for _ in $(seq 1 50); do
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.1
done
kill -9 "$pid" 2>/dev/null || true
rm -f "$STATE_DIR/pid"
