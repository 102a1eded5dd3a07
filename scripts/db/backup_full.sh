#!/usr/bin/env bash
# Dumps the database to a new file, while the service runs, and prints the file's path. It uses the compose service "db" if it runs; otherwise
# the database in DATABASE_URL (or DATABASE_URL_FILE); otherwise the embedded one in DATA_DIR.
#   backup_full.sh [--plain]     an archive of pg_dump, or plain SQL
# BACKUP_DIR (backups/ in the project), BACKUP_PREFIX (service), USE_DEV_COMPOSE=1 (with compose.dev.yaml)
set -euo pipefail
here=${BASH_SOURCE[0]}
[[ $here == */* ]] || here=./$here
. "${here%/*}/shared.sh"

format=custom extension=dump
for option in "$@"; do
  case $option in
    --plain) format=plain extension=sql ;;
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "There is no option $option. Usage: backup_full.sh [--plain]" ;;
  esac
done
BACKUP_DIR=$(absolute "${BACKUP_DIR:-$root/backups}")
BACKUP_PREFIX=${BACKUP_PREFIX:-service}
export BACKUP_DIR BACKUP_PREFIX

runs_in_compose db || run_here backup "$@"

case $BACKUP_PREFIX in */* | .*) fail "BACKUP_PREFIX must not contain a slash or start with a dot." ;; esac
umask 077
mkdir -p "$BACKUP_DIR" || fail "BACKUP_DIR=$BACKUP_DIR cannot be created."
# remove the drafts of killed backups
find "$BACKUP_DIR" -maxdepth 1 -name '.*_[0-9]*T[0-9]*Z.*.part.??????' -mmin +60 -delete
draft=$(mktemp "$BACKUP_DIR/.${BACKUP_PREFIX}_$(date -u +%Y%m%dT%H%M%SZ).$extension.part.XXXXXX") ||
  fail "Cannot write to BACKUP_DIR=$BACKUP_DIR. Check its permissions."
trap 'rm -f "$draft"' EXIT
trap 'exit 1' INT TERM HUP
# the container has the name and the role of its database; only the built-in extension is dumped
dump="exec pg_dump --format=$format --no-owner --no-acl --extension=plpgsql --encoding=UTF8 --lock-wait-timeout=60s \
--username=\"\${PGUSER:-\${POSTGRES_USER:-postgres}}\" --dbname=\"\${POSTGRES_DB:-\${POSTGRES_USER:-postgres}}\""
compose exec -T db sh -c "$dump" >"$draft" </dev/null || fail "The backup failed. No file was written."
sync "$draft"
# a link never replaces a file, so the second of two backups within a second waits
until file="$BACKUP_DIR/${BACKUP_PREFIX}_$(date -u +%Y%m%dT%H%M%SZ).$extension" && ln "$draft" "$file" 2>/dev/null; do
  [ -e "$file" ] || { mv -n "$draft" "$file" && break; }
  sleep 0.2
done
sync "$BACKUP_DIR"
printf '%s\n' "$file"
