"""Whether a finger or a pointer gets at everything that is shown: nothing covers a control, nothing is too wide."""

from __future__ import annotations

from typing import Any

# A control is reached at its middle, once whatever scrolls has been scrolled to it.
UNREACHABLE = """() => {
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const wanted = 'button, a[href], input, select, textarea, summary, [role=button], [tabindex="0"][role=tab]';
  const wrong = [];
  for (const each of modal.querySelectorAll(wanted)) {
    const style = getComputedStyle(each);
    if (each.disabled || style.visibility === 'hidden' || style.pointerEvents === 'none') continue;
    if (!each.checkVisibility({checkOpacity: false}) || each.closest('.hidden, [inert]')) continue;
    each.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    const {left, top, width, height} = each.getClientRects()[0]; // of a link over two lines the first
    if (width < 2 || height < 2) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit !== null && (each.contains(hit) || hit.contains(each) && hit.matches('label'))) continue;
    if (each.labels && [...each.labels].some((label) => label.contains(hit))) continue;
    const by = hit === null ? 'nothing: it is outside' : hit.outerHTML.slice(0, 60);
    wrong.push(`${(each.getAttribute('aria-label') ?? each.textContent).trim()} is covered by ${by}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) wrong.push(`the page is ${wide} too wide`);
  const main = document.querySelector('main');
  const inner = main ? main.scrollWidth - main.clientWidth : 0;
  if (inner > 0) wrong.push(`main is ${inner} too wide`);
  return wrong;
}"""


def unreachable(page: Any) -> list[str]:
    """What is shown but cannot be reached, one sentence each."""
    return page.evaluate(UNREACHABLE)
