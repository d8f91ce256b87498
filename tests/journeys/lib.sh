# What journeys share. Sourced by `run` with -euo pipefail, in an empty folder.

# A journey ends in checks that a user would make. Each says what it holds, then tests it.
#   check "the model is there" test -s model.json
check() {
  local what=$1
  shift
  "$@" || { echo "check failed: $what ($*)" >&2; exit 1; }
}

# Holds between numbers, as awk compares them:  holds "LambdaMART is better" 0.61 '>' 0.55
holds() {
  awk -v a="$2" -v b="$4" "BEGIN { exit !(a $3 b) }" || { echo "check failed: $1 ($2 $3 $4)" >&2; exit 1; }
}

# The command must end with this exit code, and what it says on stderr must match the pattern:
#   refused 2 'did you mean' gradus stats x.txt
refused() {
  local code=$1 pattern=$2 got=0
  shift 2
  "$@" >refused.out 2>refused.err </dev/null || got=$?
  [ "$got" -eq "$code" ] || { echo "check failed: exit $got, not $code: $*" >&2; cat refused.err >&2; exit 1; }
  grep -qE -- "$pattern" refused.err || { echo "check failed: no '$pattern' in what this said: $*" >&2; cat refused.err >&2; exit 1; }
}

# The mean of one measure, with all digits:  value NDCG@10 --data test.txt --model model.json
value() {
  local measure=$1
  shift
  gradus eval -m "$measure" "$@" --csv --digits 17 --quiet | tail -n 1 | awk -F, '{ print $NF }'
}
