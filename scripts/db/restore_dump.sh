#!/usr/bin/env bash
# Puts a backup in the place of the database, while the service runs. It is loaded beside the old database, checked, and then takes its name;
# until then the old one is in use and unchanged. Which database: as for backup_full.sh.
#   restore_dump.sh --file PATH [--wipe-public]     a .dump or .sql; --wipe-public: also over a database that has data
set -euo pipefail
here=${BASH_SOURCE[0]}
[[ $here == */* ]] || here=./$here
. "${here%/*}/shared.sh"

usage="Usage: restore_dump.sh --file PATH [--wipe-public]"
file='' wipe=()
while [ $# -gt 0 ]; do
  case $1 in
    --file) [ $# -gt 1 ] || fail "--file needs a path. $usage"; file=$2; shift 2 ;;
    --file=*) file=${1#--file=}; shift ;;
    --wipe-public) wipe=(--wipe-public); shift ;;
    -h | --help) sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "There is no option $1. $usage" ;;
  esac
done
[ -n "$file" ] || fail "Say which backup. $usage"
file=$(absolute "$file")

runs_in_compose db || run_here restore --file "$file" ${wipe[@]+"${wipe[@]}"}

[ -f "$file" ] && [ -r "$file" ] && [ -s "$file" ] || fail "$file is no file with something in it that can be read. Nothing was changed."
# the database's container has PostgreSQL's programs, the application's has ours
script() {
  if [ "$(head -c 5 "$file")" = PGDMP ]; then compose exec -T db pg_restore --no-owner --no-acl --file=- <"$file"; else cat "$file"; fi
}
ops() {
  local start=(run --rm --no-deps)
  if runs_in_compose app; then start=(exec); fi
  compose "${start[@]}" -T app node server/dist/start/ops.js restore --file - "$@"
}
script | ops --inspect || fail "Nothing was changed."
if [ ${#wipe[@]} -gt 0 ] && [ -t 0 ]; then
  name=$(compose exec -T db sh -c 'printf %s "${POSTGRES_DB:-${POSTGRES_USER:-postgres}}"' </dev/null)
  read -r -p "All that is in database $name will be replaced by the dump. Type the name to go on: " typed || typed=''
  [ "$typed" = "$name" ] || fail "That is not the database's name. Nothing was changed."
fi
script | ops ${wipe[@]+"${wipe[@]}"}
