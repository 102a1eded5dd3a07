#!/usr/bin/env python3
"""Repairs a user's library entries, and prints the changes as JSON.

Without --apply it only counts and changes nothing. Each change is written to the audit log.
"""

import argparse
import sys

# the folder may be read-only
sys.dont_write_bytecode = True

from run_ops import run


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--user-id", type=int, required=True, metavar="ID", help="the user whose entries to repair")
    parser.add_argument(
        "--scholar-profile-id",
        type=int,
        action="append",
        default=[],
        metavar="ID",
        help="repair only entries of this scholar; may be given several times",
    )
    parser.add_argument("--apply", action="store_true", help="apply the repairs")
    parser.add_argument(
        "--gc-orphan-publications", action="store_true", help="afterwards delete publications without entries"
    )
    parser.add_argument("--requested-by", metavar="NAME", help="the operator's name for the audit log")
    options = parser.parse_args()

    args = ["--user-id={}".format(options.user_id)]
    args += ["--scholar-profile-id={}".format(one) for one in options.scholar_profile_id]
    args += ["--apply"] if options.apply else []
    args += ["--gc-orphan-publications"] if options.gc_orphan_publications else []
    args += ["--requested-by={}".format(options.requested_by)] if options.requested_by is not None else []
    return run("repair-links", args)


if __name__ == "__main__":
    sys.exit(main())
