# Functions for the shell scripts in this folder: where the database is, and how to reach it.
# shellcheck shell=bash

# an empty PATH would end in "command not found"
PATH=${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}
root=$(CDPATH='' cd -- "${BASH_SOURCE[0]%/*}/../.." && pwd)

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

# With USE_DEV_COMPOSE=1 all files are named, because Compose does not search for others if one is named: those of COMPOSE_FILE (also in
# .env), otherwise the default ones. Without it, Compose is called as on the command line.
compose_options=()
list_compose_files() {
  local files=${COMPOSE_FILE:-} separator=${COMPOSE_PATH_SEPARATOR:-:} name list=()
  if [ -z "$files" ] && [ -r "$root/.env" ]; then files=$(sed -n 's/^COMPOSE_FILE=//p' "$root/.env" | tr -d "\"'\r" | tail -n 1); fi
  if [ -n "$files" ]; then
    IFS=$separator read -r -a list <<<"$files"
  else
    list=("$compose_file")
    for name in "${compose_file%.*}.override.yaml" "${compose_file%.*}.override.yml"; do
      if [ ${#list[@]} -eq 1 ] && [ -f "$root/$name" ]; then list+=("$name"); fi
    done
  fi
  for name in "${list[@]}"; do
    if [ "${name##*/}" != compose.dev.yaml ]; then compose_options+=(-f "$name"); fi
  done
  compose_options+=(-f compose.dev.yaml)
}
if [ "${USE_DEV_COMPOSE:-0}" = 1 ]; then
  if [ -z "$compose_file" ] || [ ! -f "$root/compose.dev.yaml" ]; then
    fail "USE_DEV_COMPOSE=1 asks for compose.dev.yaml beside a compose file in $root."
  fi
  list_compose_files
fi

compose() {
  (cd "$root" && docker compose ${compose_options[@]+"${compose_options[@]}"} "$@")
}

# Explains why the script uses the database of this machine, unless the environment names that database.
named=${DATABASE_URL:-}${DATABASE_URL_FILE:-}${DATA_DIR:-}
explain() {
  if [ -z "$named" ] && [ -n "$*" ]; then printf '%s\n' "$*" >&2; fi
}

# Whether a service of the compose file runs. If Compose cannot report that, the database of this machine is used only if Docker knows no
# such service here, or if the database is set in the environment. Otherwise the script ends. run_ops.py has the same rule.
runs_in_compose() {
  [ -n "$compose_file" ] && command -v docker >/dev/null || return 1
  local running folders folder words reason='There is no Docker Compose here.'
  words=$(mktemp)
  if running=$(compose ps --services --status running </dev/null 2>"$words"); then
    reason=$(cat "$words")
    rm -f "$words"
    case $'\n'$running$'\n' in *$'\n'"$1"$'\n'*) return 0 ;; esac
    explain "$reason"
    return 1
  fi
  local has_compose=0
  if docker compose version </dev/null >/dev/null 2>&1; then
    has_compose=1
    reason=$(sed '/^$/d; s/^/docker compose: /' "$words")
  fi
  rm -f "$words"
  local advice="Mend that, so that \"docker compose ps\" works in $root"
  if [ "${USE_DEV_COMPOSE:-0}" = 1 ]; then
    fail "$reason"$'\n'"USE_DEV_COMPOSE=1 asks for Compose, which cannot be used. $advice."
  fi
  # Docker knows the folder in which a service was started
  if folders=$(docker ps --filter "label=com.docker.compose.service=$1" \
    --format '{{.Label "com.docker.compose.project.working_dir"}}' </dev/null 2>/dev/null); then
    while IFS= read -r folder; do
      if [ "$folder" -ef "$root" ]; then
        fail "$reason"$'\n'"The compose service \"$1\" of this folder runs, but Compose cannot be used. $advice."
      fi
    done <<<"$folders"
  elif [ $has_compose = 1 ] && [ -z "$named" ]; then
    advice+='; or name a database of this machine: set DATABASE_URL or DATA_DIR'
    fail "$reason"$'\n'"Whether the compose service \"$1\" runs here cannot be determined. $advice."
  fi
  explain "$reason"
  return 1
}

# Replaces this process by a command of the program on this machine. It builds the program first, as npm start does. If the build fails,
# it uses an earlier build, so that a backup is still possible.
run_here() {
  if [ -n "$compose_file" ] && command -v docker >/dev/null; then
    explain 'The compose service "db" does not run here: taking the embedded database in the folder data.'
  fi
  cd "$root"
  command -v node >/dev/null || fail "Node.js is missing: install Node.js 20.19 or newer, or start the compose service db."
  [ -d node_modules ] || fail "The packages are not installed yet: run npm ci in $root first."
  if [ -d server/src ] && [ -d node_modules/typescript ] && [ -w server ]; then
    node scripts/build/build.js server || echo "The build failed: going on with the last one." >&2
  fi
  [ -f server/dist/start/ops.js ] || fail "The program is not built: run npm run build in $root first."
  exec node server/dist/start/ops.js "$@"
}
