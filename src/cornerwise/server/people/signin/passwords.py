"""Passwords: checked when chosen, kept as argon2id hashes, hashed off the event loop and few at a time."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cornerwise.server.people.names import folded
from cornerwise.server.refusal import Refusal

T = TypeVar("T")

SHORTEST, LONGEST = 10, 200
AT_ONCE = 2  # hashes made at once; each takes 46 MiB
WAITING = 40  # hashes that may wait, some seconds' worth; more are refused

# 46 MiB and three passes: about 0.14 s on the machine this was measured on, and beyond OWASP's least.
HASHER = PasswordHasher(time_cost=3, memory_cost=46 * 1024, parallelism=1)

# What is tried first everywhere; shorter ones are refused by their length.
COMMON_WORDS = """
    1234567890 0123456789 12345678910 123456789a 1q2w3e4r5t qwertyuiop qwertzuiop azertyuiop asdfghjkl1 password12
    password123 password1234 passwort123 passwort1234 motdepasse1 motdepasse123 contraseña contraseña1 contrasena123
    iloveyou123 letmein123 welcome123 admin12345 cornerwise cornerwise1 cornerwise123 football123 baseball123
    sunshine123 princess123 qwerty12345 qwerty123456 changeme123 11223344556 abcdefghij abcd123456 a123456789
"""
COMMON = frozenset(COMMON_WORDS.split())


def check_password(password: str, name: str) -> str:
    """A password as it will be hashed, or a refusal that says what would be right."""
    password = unicodedata.normalize("NFKC", password)
    if not SHORTEST <= len(password) <= LONGEST:
        sentence = f"A password has {SHORTEST} to {LONGEST} characters."
        raise Refusal("refused", sentence, "password_length", least=SHORTEST, most=LONGEST)
    if len(set(password)) < 4 or password.lower() in COMMON:
        raise Refusal("refused", "This password is too common; choose another.", "password_common")
    if name and folded(name) in folded(password) and len(folded(password)) - len(folded(name)) < 6:
        raise Refusal("refused", "A password must be more than your name.", "password_name")
    return password


class Passwords:
    """Makes and verifies hashes in threads of its own, so that nobody's move waits for them."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self.waiting = 0
        self.nobodys = HASHER.hash(secrets.token_urlsafe(16))

    async def hash(self, password: str) -> str:
        """The hash of a checked password."""
        return await self._do(lambda: HASHER.hash(password))

    async def is_right(self, password: str, hash: str | None) -> bool:
        """Whether a password fits a hash; where there is none the answer is no, after the same work."""
        password = unicodedata.normalize("NFKC", password)

        def verify() -> bool:
            try:
                return HASHER.verify(hash or self.nobodys, password)
            except (VerificationError, InvalidHashError):
                return False

        return await self._do(verify) and hash is not None

    async def _do(self, work: Callable[[], T]) -> T:
        if self.waiting >= WAITING:
            raise Refusal("busy", "Too many people are signing in; try again in a moment.", "busy_signin")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Finish what was begun."""
        self.threads.shutdown()


def is_outdated(hash: str) -> bool:
    """Whether a hash was made with other costs than today's and wants to be made anew at the next sign-in."""
    return HASHER.check_needs_rehash(hash)
