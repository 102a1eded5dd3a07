#!/usr/bin/env bash
# Replaces the data of the database by a backup, all or nothing. It chooses the database as backup_full.sh does.
#   restore_dump.sh --file PATH [--wipe-public] [--force]     a .dump or .sql; --wipe-public: replace a database that has data;
#                                                             --force: end other sessions, such as those of a running service
set -euo pipefail
here=${BASH_SOURCE[0]}
[[ $here == */* ]] || here=./$here
. "${here%/*}/shared.sh"

usage="Usage: restore_dump.sh --file PATH [--wipe-public] [--force]"
file='' wipe=() force=()
while [ $# -gt 0 ]; do
  case $1 in
    --file) [ $# -gt 1 ] || fail "--file requires a path. $usage"; file=$2; shift 2 ;;
    --file=*) file=${1#--file=}; shift ;;
    --wipe-public) wipe=(--wipe-public); shift ;;
    --force) force=(--force); shift ;;
    -h | --help) sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "There is no option $1. $usage" ;;
  esac
done
[ -n "$file" ] || fail "--file is missing. Give the path of the backup. $usage"
file=$(absolute "$file")

runs_in_compose db || run_here restore --file "$file" ${wipe[@]+"${wipe[@]}"} ${force[@]+"${force[@]}"}

[ -f "$file" ] && [ -r "$file" ] && [ -s "$file" ] || fail "Cannot read $file, or it is empty. Nothing was changed."
# the pg_restore of the database's container has the right version
script() {
  if [ "$(head -c 5 "$file")" = PGDMP ]; then
    compose exec -T db pg_restore --data-only --schema=public --file=- <"$file"
  else
    cat "$file"
  fi
}
ops() {
  local start=(run --rm --no-deps)
  if runs_in_compose app; then start=(exec); fi
  compose "${start[@]}" -T app node server/dist/start/ops.js restore --file - "$@"
}
if [ ${#wipe[@]} -gt 0 ] && [ -t 0 ]; then
  name=$(compose exec -T db sh -c 'printf %s "${POSTGRES_DB:-${POSTGRES_USER:-postgres}}"' </dev/null)
  read -r -p "This replaces everything in database $name. Type the name of the database to continue: " typed || typed=''
  [ "$typed" = "$name" ] || fail "The name does not match the database's name. Nothing was changed."
fi
script | ops ${wipe[@]+"${wipe[@]}"} ${force[@]+"${force[@]}"}
