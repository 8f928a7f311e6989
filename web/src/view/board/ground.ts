/** What nobody moves on a flat board, as the text of an SVG: table, ground, lines, names along the edges, start squares. */

import { drawn } from "../../core/board/frame";
import { outline, type Square } from "../../core/board/outline";
import { edgeNames, edgeOf, RIM, type Still } from "./scene";

/** The part of the plane that is drawn, as an SVG writes it. */
export function viewBox(still: Still, coordinates: boolean): string {
  const { window } = still;
  const edge = edgeOf(still, coordinates);
  return [window.column - edge, window.row - RIM, window.columns + edge + RIM, window.rows + edge + RIM].join(" ");
}

/** How much thicker lines are than on a board of 18 squares. */
export const scale = ({ window }: Still): number => Math.max(window.columns, window.rows) / 18;

export function ground(still: Still, coordinates: boolean): string {
  return field(still) + lines(still) + (coordinates ? names(still) : "") + starts(still);
}

function field({ frame, footprint, hasTable, window }: Still): string {
  const { columns, rows } = drawn(frame);
  if (!footprint)
    return `<rect class="ground" x="-0.1" y="-0.1" width="${columns + 0.2}" height="${rows + 0.2}" rx="${0.014 * columns}"/>`;
  const table = `<rect class="table" x="${window.column}" y="${window.row - 0.1}" width="${window.columns}" height="${window.rows + 0.1}" rx="0.3"/>`;
  return `${hasTable ? table : ""}<path class="ground" d="${outline(footprint, -0.06, 0.12)}"/>`;
}

function lines({ frame, footprint }: Still): string {
  const { columns, rows } = drawn(frame);
  const inner = (length: number) => Array.from({ length: length - 1 }, (_, index) => index + 1);
  const path = footprint
    ? footprint.map(({ column, row }: Square) => `M${column} ${row}h1v1h-1z`)
    : [...inner(columns).map((column) => `M${column} 0V${rows}`), ...inner(rows).map((row) => `M0 ${row}H${columns}`)];
  return `<path class="lines" d="${path.join("")}"/>`;
}

/** The names that stand beside the part of the board that is drawn. */
function names(still: Still): string {
  const { frame, window } = still;
  const edge = edgeOf(still, true);
  const { columns, rows } = edgeNames(frame);
  // Names of rows end before the frame, however long they are; the group says so, because the page sets styles by class.
  const [left, below] = [window.column - 0.1 - edge * 0.26, window.row + window.rows + edge * 0.58];
  const name = (x: number, y: number, text: string) => `<text x="${x}" y="${y}">${text}</text>`;
  const along = columns.map((text, column) =>
    isWithin(column, window.column, window.columns) ? name(column + 0.5, below, text) : "",
  );
  const upward = rows.map((text, row) => (isWithin(row, window.row, window.rows) ? name(left, row + 0.5, text) : ""));
  const side = (at: string, all: string[]) =>
    `<g class="names ${at}" aria-hidden="true" font-size="${edge * 0.5}">${all.join("")}</g>`;
  return side("below", along) + side("beside", upward);
}

const isWithin = (index: number, from: number, length: number) => index + 0.5 > from && index + 0.5 < from + length;

function starts({ starts }: Still): string {
  return starts
    .map(
      ({ square: { column, row }, color }) =>
        `<g class="of-${color}"><rect class="start" x="${column + 0.08}" y="${row + 0.08}" width="0.84" height="0.84" rx="0.16"/>` +
        `<circle class="start-dot" cx="${column + 0.5}" cy="${row + 0.5}" r="0.17"/></g>`,
    )
    .join("");
}
