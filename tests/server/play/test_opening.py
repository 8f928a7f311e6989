"""How games are opened."""

from __future__ import annotations

from cornerwise.server.play.table.opening import new_name


def test_no_game_is_called_like_an_option_of_a_command() -> None:
    names = [new_name() for _ in range(1000)]
    assert len(set(names)) == 1000
    assert not any(name.startswith("-") for name in names)
