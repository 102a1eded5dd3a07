#!/usr/bin/env python3
"""Checks the database and prints the report as JSON.

Exit code: 0 all checks passed, 1 a check failed or the report could not be made, 2 warnings (with --strict-warnings).
"""

import argparse
import sys

# the folder may be read-only
sys.dont_write_bytecode = True

from run_ops import CANNOT_RUN, run


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(CANNOT_RUN, "{}: {}\n".format(self.prog, message))


def main() -> int:
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--strict-warnings", action="store_true", help="exit with 2 if there are warnings")
    options = parser.parse_args()
    return run("integrity", ["--strict-warnings"] if options.strict_warnings else [])


if __name__ == "__main__":
    sys.exit(main())
