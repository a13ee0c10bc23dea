#!/bin/bash
# Gives made-up input to every reader, SECONDS for each: scripts/fuzz.sh SECONDS [TARGET…]
#
# It begins with the harness itself: a fault behind four magic bytes must be found, or nothing else means anything. Each
# target then starts from the sample files that there are, and must come to twice as many places as with an empty file.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
fuzz=$PWD/.build-fuzz/release/fuzz
work=$PWD/.build-fuzz/runs
# The first crash would start the backtracer, which can hang for minutes.
export SWIFT_BACKTRACE=enable=no
limits=(-timeout=10 -rss_limit_mb=1024 -max_len=65536 -print_final_stats=1 -detect_leaks=0)

covered() { # LOG: the last count of places that were reached
  grep -ao 'cov: [0-9]*' "$1" | tail -1 | cut -d' ' -f2
}

rm -rf "$work/planted" && mkdir -p "$work/planted"
if FUZZ_TARGET=planted "$fuzz" "${limits[@]}" -max_len=64 -max_total_time=30 \
  -artifact_prefix="$work/planted/" "$work/planted" >"$work/planted.log" 2>&1; then
  echo "fuzz: the planted fault was not found in 30 s: this build sees nothing" >&2
  exit 1
fi
grep -aq 'planted fault\|deadly signal' "$work/planted.log" || {
  echo "fuzz: the planted target ended for another reason: $work/planted.log" >&2
  exit 1
}
echo "planted     found, as it must be"

# Small files only: a large one takes the time of a thousand small ones.
mkdir -p "$work/seeds"
for folder in Tests/*/Fixtures Tests/Fuzz/Seeds ../shared/corpus; do
  [ -d "$folder" ] || continue
  find "$folder" -type f -size -48k -print0 | while IFS= read -r -d '' file; do
    cp "$file" "$work/seeds/$(sha256sum "$file" | cut -c1-16)"
  done
done

if [ $# -gt 0 ]; then targets=("$@"); else mapfile -t targets < <(FUZZ_TARGET=names "$fuzz" -runs=0 2>/dev/null); fi
failed=0
for target in "${targets[@]}"; do
  mkdir -p "$work/corpus/$target" "$work/finds/$target" "$work/empty"
  log=$work/$target.log
  FUZZ_TARGET=$target "$fuzz" "${limits[@]}" -runs=1 "$work/empty" >"$work/empty.log" 2>&1 || true
  before=$(covered "$work/empty.log")
  code=0
  FUZZ_TARGET=$target "$fuzz" "${limits[@]}" -max_total_time="$seconds" \
    -artifact_prefix="$work/finds/$target/" "$work/corpus/$target" "$work/seeds" \
    >"$log" 2>&1 || code=$?
  after=$(covered "$log")
  runs=$(grep -ao 'number_of_executed_units: [0-9]*' "$log" | tail -1 | cut -d' ' -f2)
  printf '%-20s %8s runs, %5s places reached, %5s by an empty file' \
    "$target" "${runs:-?}" "${after:-0}" "${before:-0}"
  if [ "$code" -ne 0 ]; then
    echo ": FAILED, see $log and $work/finds/$target"
    failed=1
  elif [ "${after:-0}" -lt $((2 * ${before:-0})) ]; then
    echo ": BLIND, it came hardly further"
    failed=1
  else
    echo
  fi
done
exit $failed
