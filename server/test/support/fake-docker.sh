#!/usr/bin/env bash
# Stands for docker with Compose: it notes what it is asked for, and runs here what should run in a container.
# FAKE_NOTES: where to note; FAKE_RUNNING: services that run; FAKE_ENVIRONMENT: of the containers; FAKE_OPS: the program's folder.
set -euo pipefail
printf '%s\n' "$*" >>"$FAKE_NOTES"
[ "$1" = compose ] || exit 64
shift
while [ "$1" = -f ]; do shift 2; done
verb=$1
shift
case $verb in
  ps) printf '%s\n' $FAKE_RUNNING ;;
  exec | run)
    while [[ $1 == -* ]]; do shift; done
    service=$1
    shift
    unset BACKUP_DIR BACKUP_PREFIX
    set -a
    . "$FAKE_ENVIRONMENT"
    set +a
    if [ "$service" = app ]; then cd "$FAKE_OPS"; fi
    exec "$@"
    ;;
  *) exit 64 ;;
esac
