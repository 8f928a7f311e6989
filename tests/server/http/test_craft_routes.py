"""Lost pieces and boards over HTTP: files under a name, kept by their tag, and refused with a sentence."""

from __future__ import annotations

import pytest

from serving import Server


@pytest.mark.parametrize(
    "path, kind, begins",
    [
        ("classic-4/piece/L5.pdf?color=red&square=19.5", "application/pdf", b"%PDF-1.4"),
        ("classic-4/piece/all.svg?color=red", "image/svg+xml", b"<svg "),
        ("3d-tower-4/piece/T4.stl?square=25", "model/stl", b"cornerwise"),
        ("dice-4/board.pdf?square=11&paper=letter", "application/pdf", b"%PDF-1.4"),
    ],
)
def test_files(server: Server, path: str, kind: str, begins: bytes) -> None:
    answer = server.http.get(f"/api/craft/{path}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith(kind)
    assert answer.content.startswith(begins)
    assert "filename=" in answer.headers["content-disposition"]
    again = server.http.get(f"/api/craft/{path}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path, status, sentence",
    [
        ("chess/piece/L5.pdf", 404, "There is no ruleset 'chess'"),
        ("duo/piece/Q9.pdf", 422, "Duo has no piece 'Q9'"),
        ("duo/piece/L5.pdf?color=pink", 422, "Duo has no pink pieces"),
        ("duo/piece/L5.pdf?square=4", 422, ""),
        ("duo/piece/L5.pdf?square=nan", 422, ""),
        ("duo/board.stl", 422, ""),
        ("dice-4/board.pdf?square=40", 422, "On this paper the squares of a score sheet are at most"),
    ],
)
def test_what_cannot_be_made(server: Server, path: str, status: int, sentence: str) -> None:
    answer = server.http.get(f"/api/craft/{path}")
    assert answer.status_code == status
    assert answer.json()["sentence"].startswith(sentence)
