"""What axe says of a page, in the light and in the dark."""

from __future__ import annotations

from pathlib import Path

from table import Seen

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# In the other scheme only colors differ.
RUN = """async (scheme) => {
  while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await new Promise((later) => setTimeout(later, 10));
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  return (await axe.run(scheme === 'dark' ? { runOnly: ['color-contrast'] } : {})).violations;
}"""


def violations(seen: Seen, scheme: str = "light") -> list[str]:
    """What axe finds on the page, one line each."""
    if not seen.page.evaluate("'axe' in window"):
        seen.page.evaluate(AXE.read_text())
    found = seen.page.evaluate(RUN, scheme)
    return [f"{each['id']} ({each['impact']}): {node['html'][:160]}" for each in found for node in each["nodes"]]


def inspect(seen: Seen, what: str) -> None:
    """Nothing to complain about, in the light and in the dark."""
    assert violations(seen) == [], what
    seen.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(seen, "dark") == [], f"{what} in the dark"
    seen.page.emulate_media(color_scheme="light", reduced_motion="reduce")
