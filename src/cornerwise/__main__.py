"""`python -m cornerwise` and the `cornerwise` command."""

import sys


def main() -> None:
    """Runs the command line; Ctrl-C is quiet even while it starts."""
    try:
        from cornerwise.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
