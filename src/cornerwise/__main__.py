"""`python -m cornerwise`."""

from cornerwise.cli import main

if __name__ == "__main__":
    main()
