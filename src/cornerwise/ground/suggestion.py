"""What somebody probably meant by a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 3
CLOSE = 0.7  # how alike two names are, from 0 to 1
SHORT = 4  # in a name this short one slip costs a third of the likeness
CLOSE_AND_SHORT = 0.6


def suggestion(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: what it may have meant, or else everything there is.

    >>> suggestion("classic-5", ["duo", "classic-4", "classic-2"])
    'did you mean classic-4 or classic-2?'
    >>> suggestion("dou", ["duo", "classic-4"])
    'did you mean duo?'
    >>> suggestion("chess", ["duo", "classic-4"])
    'there are duo, classic-4.'
    """
    names = list(known)
    plain = word.strip().casefold().replace("_", "-").replace(" ", "-")[:60]
    meant = [name for name in names if name == plain]
    meant = meant or [name for name in names if plain and name.startswith(f"{plain}-")]
    meant = meant or get_close_matches(plain, names, n=MOST, cutoff=CLOSE if len(plain) > SHORT else CLOSE_AND_SHORT)
    if not meant:
        return f"there are {', '.join(names)}."
    *others, last = meant
    return f"did you mean {', '.join(others) + ' or ' if others else ''}{last}?"
