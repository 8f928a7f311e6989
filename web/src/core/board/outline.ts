/** Traces the border of a set of flat cells as an SVG path with rounded corners. */

export interface Square {
  /** Column from the left, as drawn. */
  readonly column: number;
  /** Row from the top, as drawn. */
  readonly row: number;
}

type Vertex = readonly [number, number];

/** The closed border loops of the squares, clockwise, one vertex per bend. */
export function loops(squares: readonly Square[]): readonly (readonly Vertex[])[] {
  let known = traced.get(squares);
  if (!known) traced.set(squares, (known = trace(squares)));
  return known;
}

const traced = new WeakMap<readonly Square[], readonly (readonly Vertex[])[]>();

function trace(squares: readonly Square[]): Vertex[][] {
  const inside = new Set(squares.map((s) => `${s.column},${s.row}`));
  const has = (column: number, row: number) => inside.has(`${column},${row}`);
  // Every border edge leads from a lattice point to the next one, with the squares on its right.
  const edges = new Map<string, Vertex[]>();
  const edge = (from: Vertex, to: Vertex) => {
    const key = `${from}`;
    edges.set(key, [...(edges.get(key) ?? []), to]);
  };
  for (const { column: c, row: r } of squares) {
    if (!has(c, r - 1)) edge([c, r], [c + 1, r]);
    if (!has(c + 1, r)) edge([c + 1, r], [c + 1, r + 1]);
    if (!has(c, r + 1)) edge([c + 1, r + 1], [c, r + 1]);
    if (!has(c - 1, r)) edge([c, r + 1], [c, r]);
  }
  const found: Vertex[][] = [];
  while (edges.size > 0) {
    const [startKey] = edges.keys();
    const start = startKey!.split(",").map(Number) as unknown as Vertex;
    const loop: Vertex[] = [];
    let at = start;
    let heading: Vertex = [0, 0];
    do {
      const options = edges.get(`${at}`)!;
      // Where two squares meet at a corner only, turn right so that each keeps its own loop.
      const rank = (to: Vertex) => heading[0] * (to[1] - at[1]) - heading[1] * (to[0] - at[0]);
      options.sort((a, b) => rank(b) - rank(a));
      const to = options.shift()!;
      if (options.length === 0) edges.delete(`${at}`);
      const next: Vertex = [to[0] - at[0], to[1] - at[1]];
      if (next[0] !== heading[0] || next[1] !== heading[1]) loop.push(at);
      heading = next;
      at = to;
    } while (`${at}` !== startKey);
    // The first vertex is a bend only if the last edge arrives from another direction.
    const [first, second] = [loop[0]!, loop[1]!];
    if (
      first &&
      second &&
      Math.sign(second[0] - first[0]) === heading[0] &&
      Math.sign(second[1] - first[1]) === heading[1]
    )
      loop.shift();
    found.push(loop);
  }
  return found;
}

/** An SVG path around the squares, drawn `inset` inside their border with corners of `radius`. */
export function outline(squares: readonly Square[], inset = 0, radius = 0): string {
  return loops(squares)
    .map((loop) =>
      roundedPath(
        loop.map((_, i) => pushInward(loop, i, inset)),
        radius,
      ),
    )
    .join("");
}

function pushInward(loop: readonly Vertex[], index: number, inset: number): Vertex {
  const at = loop[index]!;
  const before = loop[(index + loop.length - 1) % loop.length]!;
  const after = loop[(index + 1) % loop.length]!;
  const into: Vertex = [Math.sign(at[0] - before[0]), Math.sign(at[1] - before[1])];
  const out: Vertex = [Math.sign(after[0] - at[0]), Math.sign(after[1] - at[1])];
  // The inside lies to the right of a clockwise edge (x right, y down): its normal is (-dy, dx).
  return [at[0] + inset * (-into[1] - out[1]), at[1] + inset * (into[0] + out[0])];
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function roundedPath(loop: readonly Vertex[], radius: number): string {
  const toward = (from: Vertex, to: Vertex): string => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const part = Math.min(radius, length / 2) / length;
    return `${round(from[0] + (to[0] - from[0]) * part)} ${round(from[1] + (to[1] - from[1]) * part)}`;
  };
  return (
    loop
      .map((at, i) => {
        const before = loop[(i + loop.length - 1) % loop.length]!;
        const after = loop[(i + 1) % loop.length]!;
        const command = i === 0 ? "M" : "L";
        if (radius === 0) return `${command}${round(at[0])} ${round(at[1])}`;
        return `${command}${toward(at, before)}Q${round(at[0])} ${round(at[1])} ${toward(at, after)}`;
      })
      .join("") + "Z"
  );
}

/** The lines between neighboring squares of one set, as an SVG path. */
export function seams(squares: readonly Square[], inset = 0): string {
  const inside = new Set(squares.map((s) => `${s.column},${s.row}`));
  return squares
    .map(({ column: c, row: r }) => {
      const right = inside.has(`${c + 1},${r}`) ? `M${c + 1} ${r + inset}V${r + 1 - inset}` : "";
      const below = inside.has(`${c},${r + 1}`) ? `M${c + inset} ${r + 1}H${c + 1 - inset}` : "";
      return right + below;
    })
    .join("");
}
