#!/usr/bin/env bash
# Stands for docker with Compose: it notes its arguments, and runs here what should run in a container.
# FAKE_NOTES: where to note; FAKE_RUNNING: services that run; FAKE_ENVIRONMENT: of the containers; FAKE_OPS: the program's folder.
# FAKE_REFUSAL: why Compose cannot say what runs; FAKE_COMPOSE=none: there is no Compose; FAKE_FOLDERS: where Docker says that a service was
# started, unset: no daemon answers; FAKE_END: how what runs in a container ends, instead of being run.
set -euo pipefail
printf '%s\n' "$*" >>"$FAKE_NOTES"
refuse() { printf '%s\n' "$*" >&2; exit 1; }
if [ "$1" = ps ]; then
  [ -n "${FAKE_FOLDERS+given}" ] || refuse 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.'
  printf '%s\n' "$FAKE_FOLDERS"
  exit 0
fi
[ "$1" = compose ] || exit 64
[ "${FAKE_COMPOSE:-}" != none ] || refuse 'docker: unknown command: docker compose'
shift
while [ "$1" = -f ]; do shift 2; done
verb=$1
shift
case $verb in
  version) ;;
  ps)
    [ -z "${FAKE_REFUSAL:-}" ] || refuse "$FAKE_REFUSAL"
    printf '%s\n' $FAKE_RUNNING
    ;;
  exec | run)
    while [[ $1 == -* ]]; do shift; done
    service=$1
    shift
    [ -z "${FAKE_END:-}" ] || exit "$FAKE_END"
    unset BACKUP_DIR BACKUP_PREFIX
    set -a
    . "$FAKE_ENVIRONMENT"
    set +a
    if [ "$service" = app ]; then cd "$FAKE_OPS"; fi
    exec "$@"
    ;;
  *) exit 64 ;;
esac
