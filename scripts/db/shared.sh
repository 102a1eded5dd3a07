# For the shell scripts beside this file: where the database is, and how to reach it.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# The path of a file as seen from the folder that the script was started in.
absolute() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$PWD/$1" ;;
  esac
}

compose_file=''
for name in compose.yaml compose.yml docker-compose.yaml docker-compose.yml; do
  if [ -z "$compose_file" ] && [ -f "$root/$name" ]; then compose_file=$name; fi
done
if [ "${USE_DEV_COMPOSE:-0}" = 1 ] && { [ -z "$compose_file" ] || [ ! -f "$root/compose.dev.yaml" ]; }; then
  fail "USE_DEV_COMPOSE=1 asks for compose.dev.yaml beside a compose file in $root."
fi

# docker compose as one would call it in the project's folder, so that COMPOSE_FILE and an override file count.
compose() {
  local files=()
  if [ "${USE_DEV_COMPOSE:-0}" = 1 ]; then files=(-f "$compose_file" -f compose.dev.yaml); fi
  (cd "$root" && docker compose ${files[@]+"${files[@]}"} "$@")
}

# Whether a service of the compose file runs; what Compose has to say goes to standard error.
runs_in_compose() {
  [ -n "$compose_file" ] && command -v docker >/dev/null || return 1
  compose ps --services --status running </dev/null | grep -qx "$1"
}

# A command of the program on this machine, in place of this process. It is built first, as npm start does; a build that fails keeps nobody
# from a backup when there is an earlier one.
run_here() {
  if [ -n "$compose_file" ] && command -v docker >/dev/null; then
    echo "The compose service \"db\" does not run here: taking the database that DATABASE_URL or DATA_DIR names." >&2
  fi
  cd "$root"
  command -v node >/dev/null || fail "Node.js is missing: install Node.js 20.19 or newer, or start the compose service db."
  [ -d node_modules ] || fail "The packages are not installed yet: run npm ci in $root first."
  if [ -d server/src ] && [ -d node_modules/typescript ] && [ -w server ]; then
    npm run --silent build >&2 || echo "The build failed: going on with the last one." >&2
  fi
  [ -f server/dist/start/ops.js ] || fail "The program is not built: run npm run build in $root first."
  exec node server/dist/start/ops.js "$@"
}
