"""Runs `ops <command>`: in the container of this repository's compose service "app" if it runs, otherwise on this machine.

Requires only Python 3.6 or newer. The Python scripts in this folder share it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Optional

ROOT = Path(__file__).resolve().parents[2]
SERVICE = "app"
OPS = "server/dist/start/ops.js"
BUILD = "scripts/build/build.js"
COMPOSE_FILES = ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml")
DEV_COMPOSE_FILE = "compose.dev.yaml"
OWN_DATABASE = ("DATABASE_URL", "DATABASE_URL_FILE", "DATA_DIR")
# never 2, which means that there are warnings
CANNOT_RUN = 1
ANSWERS = (0, 1, 2)
INTERRUPTED = 130


def run(command: str, args: List[str]) -> int:
    """Runs an ops command with these arguments, which inherits standard output and standard error. Returns its exit code."""
    # with an empty PATH no program is found
    if not os.environ.get("PATH"):
        os.environ["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    try:
        compose = find_running_compose()
        start = compose + ["exec", "-T", SERVICE, "node"] if compose else [prepare_here()]
        code = call(start + [OPS, command] + args)
        if code in ANSWERS or code == INTERRUPTED:
            return code
        raise CannotRun("The command was not done: {} ended with {}.".format(Path(start[0]).name, code))
    except CannotRun as error:
        print(error, file=sys.stderr)
        return CANNOT_RUN
    except KeyboardInterrupt:
        return INTERRUPTED


class CannotRun(Exception):
    """The reason why nothing can be run, as a message for the operator."""


def find_running_compose() -> Optional[List[str]]:
    """The beginning of a compose command for this repository if its service "app" runs; otherwise None.

    If Compose cannot report that, the database of this machine is used only if Docker knows no such service here,
    or if the database is set in the environment. shared.sh has the same rule.
    """
    base = next((name for name in COMPOSE_FILES if (ROOT / name).is_file()), None)
    wants_dev = os.environ.get("USE_DEV_COMPOSE", "0").strip() == "1"
    if wants_dev and not (base and (ROOT / DEV_COMPOSE_FILE).is_file()):
        raise CannotRun("USE_DEV_COMPOSE=1 asks for {} beside a compose file in {}.".format(DEV_COMPOSE_FILE, ROOT))
    docker = shutil.which("docker")
    if not base or not docker:
        return None
    # without options Compose finds its files as on the command line, including COMPOSE_FILE and override files
    compose = [docker, "compose"]
    for name in list_compose_files(base) if wants_dev else []:
        compose += ["-f", name]
    listed = ask(compose + ["ps", "--services", "--status", "running"])
    if listed.returncode == 0:
        if SERVICE in listed.stdout.split():
            return compose
    else:
        explain(explain_silence(docker, listed.stderr, wants_dev))
    # so that mails of cron say which database was used
    explain('The compose service "{}" does not run here: taking the embedded database in the folder data.'.format(SERVICE))
    return None


def names_database() -> bool:
    return any(os.environ.get(name) for name in OWN_DATABASE)


def explain(reason: str) -> None:
    """Explains why the database of this machine is used, unless the environment names that database."""
    if reason and not names_database():
        print(reason, file=sys.stderr)


def list_compose_files(base: str) -> List[str]:
    """All files for USE_DEV_COMPOSE=1, because Compose does not search for others if one is named: those of
    COMPOSE_FILE (also in .env), otherwise the default ones."""
    given = os.environ.get("COMPOSE_FILE") or read_compose_file_setting()
    if given:
        names = given.split(os.environ.get("COMPOSE_PATH_SEPARATOR") or os.pathsep)
    else:
        overrides = [base.rsplit(".", 1)[0] + ending for ending in (".override.yaml", ".override.yml")]
        names = [base] + [name for name in overrides if (ROOT / name).is_file()][:1]
    return [name for name in names if Path(name).name != DEV_COMPOSE_FILE] + [DEV_COMPOSE_FILE]


def read_compose_file_setting() -> str:
    try:
        lines = (ROOT / ".env").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    values = [line.split("=", 1)[1].strip("\"'") for line in lines if line.startswith("COMPOSE_FILE=")]
    return values[-1] if values else ""


def explain_silence(docker: str, said: str, wants_dev: bool) -> str:
    """Explains why Compose could not report its services, if another database can be used. Raises CannotRun otherwise."""
    has_compose = ask([docker, "compose", "version"]).returncode == 0
    lines = [line for line in said.splitlines() if line.strip()] if has_compose else []
    reason = "\n".join("docker compose: " + line for line in lines) if has_compose else "There is no Docker Compose here."
    advice = 'Mend that, so that "docker compose ps" works in {}'.format(ROOT)
    if wants_dev:
        raise CannotRun("{}\nUSE_DEV_COMPOSE=1 asks for Compose, which cannot be used. {}.".format(reason, advice))
    # Docker knows the folder in which a service was started
    folders = ask(
        [docker, "ps", "--filter", "label=com.docker.compose.service=" + SERVICE]
        + ["--format", '{{.Label "com.docker.compose.project.working_dir"}}']
    )
    if folders.returncode == 0:
        if any(is_root(folder) for folder in folders.stdout.splitlines()):
            words = '{}\nThe compose service "{}" of this folder runs, but Compose cannot be used. {}.'
            raise CannotRun(words.format(reason, SERVICE, advice))
    elif has_compose and not names_database():
        words = '{}\nWhether the compose service "{}" runs here cannot be determined. {}; or name a database of this machine: {}.'
        raise CannotRun(words.format(reason, SERVICE, advice, "set DATABASE_URL or DATA_DIR"))
    return reason


def is_root(folder: str) -> bool:
    try:
        return bool(folder) and os.path.samefile(folder, str(ROOT))
    except OSError:
        return False


def ask(command: List[str]) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(
            command,
            cwd=str(ROOT),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
        )
    except OSError as error:
        raise CannotRun("{} cannot be run: {}.".format(command[0], error.strerror))


def prepare_here() -> str:
    """The path of node, after the program was built. It compiles changed files first, as `npm run ops` does. If
    that fails, the last build is used."""
    node = shutil.which("node")
    if not node:
        raise CannotRun("Node.js is missing: install Node.js 20.19 or newer, so that there is a command `node`.")
    is_built = (ROOT / OPS).is_file()
    has_sources = (ROOT / "server" / "src").is_dir()
    if has_sources and (ROOT / "node_modules" / "typescript").is_dir() and os.access(str(ROOT / "server"), os.W_OK):
        if call([node, BUILD, "server"]) == 0:
            return node
        if not is_built:
            raise CannotRun("The build failed: see above.")
        print("The build failed: going on with the last one.", file=sys.stderr)
    if is_built:
        return node
    if not has_sources:
        raise CannotRun("There is no Lectern in {}: {} is missing.".format(ROOT, OPS))
    raise CannotRun("The program is not built: run `npm ci` and `npm run build` in {} first.".format(ROOT))


def call(command: List[str]) -> int:
    try:
        code = subprocess.call(command, cwd=str(ROOT), stdin=subprocess.DEVNULL)
    except OSError as error:
        raise CannotRun("{} cannot be run: {}.".format(command[0], error.strerror))
    # a process that was killed by a signal, in the notation of shells
    return 128 - code if code < 0 else code
