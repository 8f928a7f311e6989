"""Names: what a person may be called, and the folded key by which two names are the same to the eye."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from pathlib import Path

from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables.people import DIGITS

SHORTEST, LONGEST = 2, 20
SEPARATORS = " -_.'"

# A small table of what looks alike in common fonts; each maps to one Latin letter. Case, accents, width and
# ligatures are folded before it by Unicode itself.
LOOKALIKES = str.maketrans(
    {
        **dict.fromkeys("1iıіӏιǀ|", "l"),
        **dict.fromkeys("0оοօσѳ", "o"),
        **dict.fromkeys("аαɑ", "a"),
        **dict.fromkeys("вβ", "b"),
        **dict.fromkeys("сϲ", "c"),
        **dict.fromkeys("ԁđð", "d"),
        **dict.fromkeys("еєε", "e"),
        **dict.fromkeys("ɡց", "g"),
        **dict.fromkeys("һнη", "h"),
        **dict.fromkeys("јϳ", "j"),
        **dict.fromkeys("кκ", "k"),
        **dict.fromkeys("łŀ", "l"),
        **dict.fromkeys("м", "m"),
        **dict.fromkeys("пռν", "n"),
        **dict.fromkeys("ø", "o"),
        **dict.fromkeys("рρ", "p"),
        **dict.fromkeys("ԛզ", "q"),
        **dict.fromkeys("г", "r"),
        **dict.fromkeys("ѕ", "s"),
        **dict.fromkeys("тτŧ", "t"),
        **dict.fromkeys("υս", "u"),
        **dict.fromkeys("ѵ", "v"),
        **dict.fromkeys("ѡω", "w"),
        **dict.fromkeys("хχ", "x"),
        **dict.fromkeys("уүγ", "y"),
        **dict.fromkeys("ζ", "z"),
        "æ": "ae",
        "œ": "oe",
    }
)
PAIRS = (("rn", "m"), ("vv", "w"))

# Scripts that are written together; every other name keeps to one.
TOGETHER = (
    {"CJK", "HIRAGANA", "KATAKANA", "LATIN"},
    {"CJK", "HANGUL", "LATIN"},
    {"CJK", "BOPOMOFO", "LATIN"},
)

# Nobody is called what would make others believe that the house speaks, or what an address of ours means.
RESERVED = """
    account anonymous bot engine everybody everyone help host house login me mod nobody null operator owner player
    privacy referee robot root security server service settings signin signout somebody staff stranger sysop system
    team terms undefined unknown webmaster you computadora gast invitado ordenador ordinateur rechner
"""
# These deceive within a longer name too.
DECEIVING = """
    admin computer cornerwise deleted guest moderator official support superuser gelöscht invité moderador modérateur
"""


def folded(name: str) -> str:
    """The key of a name: equal for names that differ in case, accents, spaces or look-alike letters only."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(letter for letter in plain if unicodedata.category(letter)[0] not in "MPSZC")
    key = letters.translate(LOOKALIKES)
    for pair, single in PAIRS:
        key = key.replace(pair, single)
    return key


def looks(name: str) -> str:
    """What a name looks like: equal also for names that differ in digits written for letters.

    People are found by `folded`, which tells Ann 3 from Ann 4.
    """
    key = folded(name)
    for digit, letter in DIGITS:
        key = key.replace(digit, letter)
    return key


RESERVED_KEYS = frozenset(map(folded, RESERVED.split()))
DECEIVING_KEYS = tuple(map(folded, DECEIVING.split()))
CAST = json.loads((Path(__file__).parent / "cast.json").read_text("utf-8"))
CAST_KEYS = frozenset(folded(name) for names in CAST.values() for name in names)


def script(letter: str) -> str:
    """The script of a letter, which is the first word of its Unicode name: LATIN, CYRILLIC, CJK."""
    word = unicodedata.name(letter, "UNKNOWN").split()[0]
    return word.split("-")[0]


def is_one_script(name: str) -> bool:
    """Whether a name's letters belong to one script, or to scripts that are written together."""
    used = {script(letter) for letter in name if letter.isalpha()}
    return len(used) <= 1 or any(used <= together for together in TOGETHER)


def is_reserved(name: str) -> bool:
    """Whether a name, or a word of it, is kept for the house."""
    parts = [*re.split(r"[\W\d_]+", name), *re.split(r"[\W_]+|(?<=[^\W\d_A-Z])(?=[A-Z])", name)]
    keys = {looks(part) for part in (name, *parts)}
    return bool(keys & RESERVED_KEYS) or any(
        key.startswith(DECEIVING_KEYS) or key.endswith(DECEIVING_KEYS) for key in (folded(name), looks(name))
    )


def check_name(text: str) -> str:
    """The name as it will be shown, or a refusal that says what would be right."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        sentence = f"A name has {SHORTEST} to {LONGEST} characters."
        raise Refusal("refused", sentence, "name_length", least=SHORTEST, most=LONGEST)
    if not name[0].isalpha() or not all(map(is_allowed, name)) or re.search(r"(?!\. )[ _.'-]{2}|[ _.'-]$", name):
        sentence = "A name begins with a letter and consists of letters, digits and single spaces, hyphens or dots."
        raise Refusal("refused", sentence, "name_characters")
    if re.search(r"[\u0300-\u036f]", name) or stacked(name):
        raise Refusal("refused", "This name has marks that no letter carries.", "name_marks")
    if not is_one_script(name):
        raise Refusal("refused", "A name must use the letters of one script.", "name_scripts")
    if is_reserved(name):
        raise Refusal("refused", "This name is kept for the house; choose another.", "name_reserved")
    if looks(name) in CAST_KEYS:
        sentence = f"A computer is called {name} here; add something to the name."
        raise Refusal("refused", sentence, "name_computer", name=name)
    if len(folded(name)) < SHORTEST:
        raise Refusal("refused", "A name needs at least two letters.", "name_letters")
    return name


def is_allowed(letter: str) -> bool:
    """Whether a character may be part of a name: a letter, its mark, a plain digit or a separator."""
    return letter in SEPARATORS or letter in "0123456789" or unicodedata.category(letter)[0] in "LM"


def stacked(name: str) -> bool:
    """Whether marks are piled up on a letter beyond what any script does."""
    run = 0
    for letter in name:
        run = run + 1 if unicodedata.category(letter)[0] == "M" else 0
        if run > 2:
            return True
    return False


def guest_name(digits: int = 5) -> str:
    """A name for a guest who has not chosen one; nobody can choose a name of this form."""
    return f"Guest {secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"


def is_guest_name(name: str) -> bool:
    """Whether a name is one that was given to a guest."""
    return re.fullmatch(r"Guest \d+", name) is not None
