"""Every instruction set gives identical results."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cornerwise as cw
from cornerwise import _core
from data_files import DATA, join_name
from reference_games import EVERY_GAME
from test_golden import playthrough

#: Enough random games to meet every kind of position.
GAMES = 60


@pytest.fixture(autouse=True)
def fastest_again() -> Iterator[None]:
    """Leaves the process with the instruction set it had."""
    before = _core.kernel()
    yield
    _core.use_kernel(before)


def test_there_is_always_a_portable_one() -> None:
    """The list is fastest first and ends with the code that runs anywhere."""
    assert _core.kernels()[-1] == "portable"
    assert _core.kernel() in _core.kernels()


@pytest.mark.parametrize("kernel", _core.kernels())
@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=[join_name(*game) for game in EVERY_GAME])
def test_golden(kernel: str, name: str, options: dict[str, str]) -> None:
    """The golden playthrough comes out letter by letter."""
    _core.use_kernel(kernel)
    assert _core.kernel() == kernel
    suffix = "".join(f"~{key}-{value}" for key, value in options.items())
    assert playthrough(name, options) == (DATA / "playthroughs" / f"{name}{suffix}.txt").read_text("utf-8")


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=[join_name(*game) for game in EVERY_GAME])
def test_random_games(name: str, options: dict[str, str]) -> None:
    """Seeded native random games end in the same states, and perft counts the same."""
    position = cw.start(name, **options)
    results = set()
    for kernel in _core.kernels():
        _core.use_kernel(kernel)
        results.add((*_core.random_games(position, GAMES, 7), position.perft(2)))
    assert len(results) == 1


def test_unknown_kernel() -> None:
    """An instruction set that does not exist is refused and changes nothing."""
    before = _core.kernel()
    with pytest.raises(cw.CornerwiseError):
        _core.use_kernel("abacus")
    assert _core.kernel() == before
