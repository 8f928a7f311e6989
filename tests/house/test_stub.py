"""The types of the native kernel are those it really has."""

from test_docs import ROOT, text, tool


def test_the_stub_is_fresh():
    assert tool("stub").stub() == text("src/cornerwise/_core.pyi"), "run: python tools/stub.py"


def test_the_stub_is_where_type_checkers_look():
    assert (ROOT / "src" / "cornerwise" / "py.typed").exists()
