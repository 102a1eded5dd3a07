"""Runs `ops <command>`: in the container of the compose service "app" when that runs beside this repository, else here.

Needs Python 3.6 or newer and nothing besides. The starters in this folder share it.
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
COMPOSE_FILES = ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml")
DEV_COMPOSE_FILE = "compose.dev.yaml"
# never 2: that is the answer "warnings present"
CANNOT_RUN = 1


def run(command: str, args: List[str]) -> int:
    """Runs an ops command with these arguments; its output and its errors go where ours go. Returns its exit code."""
    try:
        compose = find_running_compose()
        if compose:
            return call(compose + ["exec", "-T", SERVICE, "node", OPS, command] + args)
        node = prepare_here()
        return call([node, OPS, command] + args)
    except CannotRun as error:
        print(error, file=sys.stderr)
        return CANNOT_RUN
    except KeyboardInterrupt:
        return 130


class CannotRun(Exception):
    """Why nothing can be run, in words for an operator."""


def find_running_compose() -> Optional[List[str]]:
    """The beginning of a compose command for this repository when its service "app" runs; None when it does not."""
    base = next((name for name in COMPOSE_FILES if (ROOT / name).is_file()), None)
    wants_dev = os.environ.get("USE_DEV_COMPOSE", "0").strip() == "1"
    if wants_dev and not (base and (ROOT / DEV_COMPOSE_FILE).is_file()):
        raise CannotRun("USE_DEV_COMPOSE=1 asks for {} beside a compose file in {}.".format(DEV_COMPOSE_FILE, ROOT))
    docker = shutil.which("docker")
    if not base or not docker:
        return None
    compose = [docker, "compose", "-f", base] + (["-f", DEV_COMPOSE_FILE] if wants_dev else [])
    listed = subprocess.run(
        compose + ["ps", "--status", "running", "--services"],
        cwd=str(ROOT),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    if SERVICE in listed.stdout.split():
        return compose
    reason = next(iter(listed.stderr.strip().splitlines()), "")
    # cron mails say then which database was looked at
    print(
        'The compose service "{}" does not run here{}: taking the database that DATABASE_URL or DATA_DIR names.'.format(
            SERVICE, " ({})".format(reason) if listed.returncode != 0 and reason else ""
        ),
        file=sys.stderr,
    )
    return None


def prepare_here() -> str:
    """The path of node, once there is something for it to run: sources are built first, as `npm run ops` does."""
    node = shutil.which("node")
    if not node:
        raise CannotRun("Node.js is missing: install Node.js 20.19 or newer, so that there is a command `node`.")
    if not (ROOT / "server" / "src").is_dir():
        if not (ROOT / OPS).is_file():
            raise CannotRun("There is no Lectern in {}: {} is missing.".format(ROOT, OPS))
        return node
    npm = shutil.which("npm")
    if not npm:
        raise CannotRun("npm is missing: it comes with Node.js; in Debian it is a package of its own.")
    if not (ROOT / "node_modules" / "typescript").is_dir():
        raise CannotRun("The packages are not installed yet: run `npm ci` in {} first.".format(ROOT))
    # what the build has to say is no part of the answer
    if call([npm, "run", "--silent", "build"], stdout=sys.stderr) != 0:
        raise CannotRun("The build failed: see above.")
    return node


def call(command: List[str], stdout=None) -> int:
    try:
        code = subprocess.call(command, cwd=str(ROOT), stdin=subprocess.DEVNULL, stdout=stdout)
    except OSError as error:
        raise CannotRun("{} cannot be run: {}.".format(command[0], error.strerror))
    # killed by a signal: as shells say it
    return 128 - code if code < 0 else code
