"""`cornerwise mcp` with the protocol's own client over standard input and output."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

import cornerwise as cw

DOCS = Path(__file__).parents[2] / "docs" / "programs" / "assistants.md"


def test_an_assistant_plays_analyses_reviews_and_solves() -> None:
    """One server for all of it: it starts slowly."""
    asyncio.run(converse())


async def converse() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "cornerwise", "mcp"])
    async with stdio_client(command) as (read, write), ClientSession(read, write) as client:
        greeting = await client.initialize()
        assert "start_game" in (greeting.instructions or "")
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == set(
            re.findall(r"`([a-z]+_[a-z_]+|advise|review|record)`", DOCS.read_text(encoding="utf-8"))
        )
        assert all(tool.description for tool in tools.values())

        async def ask(tool: str, **arguments: object) -> str:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, answer
            return answer.content[0].text  # type: ignore[union-attr]

        async def refused(tool: str, **arguments: object) -> str:
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            return answer.content[0].text  # type: ignore[union-attr]

        shown = await ask("start_game", ruleset="duo")
        assert shown.startswith("game-1") and "black to move" in shown
        listed = await ask("legal_moves", game="game-1", shape="X5")
        position = cw.start("duo")
        moves = [move for move in position.legal_moves if move.shape == "X5"]
        assert listed.startswith(f"{len(moves)} legal moves") and all(str(move) in listed for move in moves)
        assert "must cover" in await refused("play_move", game="game-1", move="a1,b1")
        shown = await ask("play_move", game="game-1", move="e8,d9,e9,f9,e10")
        assert "white to move" in shown and "e8,d9,e9,f9,e10" in shown
        assert "The engine played" in await ask("let_engine_move", game="game-1", level=1)
        assert "1. " in await ask("advise", game="game-1", seconds=0.2)
        assert "2 moves, judged" in await ask("review", game="game-1", simulations=50)
        record = await ask("record", game="game-1")
        assert (await ask("start_game", record=record)).startswith("game-2")
        assert "Moves: e8,d9,e9,f9,e10\n" in await ask("undo_move", game="game-2") + "\n"
        assert "to move" in await ask("start_game", ruleset="dice-2")  # the dice were thrown
        assert "Solved." in await ask("solve_puzzle", name="soma")
        assert "soma" in await ask("list_puzzles")
        assert "There is no game" in await refused("show_game", game="game-99")
        assert "game-2: duo" in await ask("list_games")


def test_without_the_package_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from cornerwise.cli.engine.mcp import mcp

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "cornerwise.adapters.mcp", raising=False)
    with pytest.raises(cw.CornerwiseError, match=r"cornerwise\[mcp\]"):
        mcp()
