"""The `evalution` command: parses, calls the Python API, prints.

Exit codes: 0 done; 2 bad input, told in one line; 3 some requests got no answer; 130 interrupted.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; whatever a user can mend ends in one line on standard error."""
    from evalution.cli.app import app
    from evalution.errors import EvalutionError

    try:
        app()
    except EvalutionError as error:
        print(f"evalution: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
