/** The first board of a newcomer, drawn before the page that makes it playable has arrived.
 *
 * The frame around it wears the classes of the components that will take its place, so that nothing moves when they do.
 */

import { buildRules } from "./core/rules";
import { begin } from "./core/table/state";
import { setTable } from "./net/first";
import { knownGames, readSettings } from "./net/memory";
import { pageAt } from "./net/place";
import { ground, scale, viewBox } from "./view/board/ground";
import { still as lay } from "./view/board/scene";

const NO_ATLAS = { shapes: [], cells: [], width: 0 };

/** Draws the board a newcomer will play on; false where another page is wanted. */
export function drawFirst(into: Element): boolean {
  const first = pageAt(location)?.path === "/" && knownGames().length === 0 ? setTable() : null;
  if (!first) return false;
  const settings = readSettings();
  const { coordinates, near } = settings;
  const still = lay(begin(buildRules(first.rules, NO_ATLAS), first.snapshot, near), settings);
  const box = viewBox(still, coordinates);
  const [, , width, height] = box.split(" ");
  const seat = `<li class="seat card in-seats"><span class="face in-seats"></span></li>`;
  into.innerHTML = `<div class="shell in-shell" aria-hidden="true"><header class="in-shell"></header><main class="in-shell">
    <div class="table in-table">
      <section class="hero in-table">
        <div class="boardbox in-table"><div class="stage in-stage"><div class="zoom in-stage">
          <svg class="board in-board" viewBox="${box}">${ground(still, coordinates)}</svg>
        </div></div></div>
        <div class="timeline in-timeline"></div>
      </section>
      <aside class="side in-table"><ul class="seats in-seats" data-count="${first.snapshot.seats.length}">${seat.repeat(first.snapshot.seats.length)}</ul></aside>
    </div></main></div>`;
  into.querySelector<HTMLElement>(".zoom")!.style.aspectRatio = `${width} / ${height}`;
  into.querySelector<SVGElement>(".board")!.style.setProperty("--s", String(scale(still)));
  return true;
}
