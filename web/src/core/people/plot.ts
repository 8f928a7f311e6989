/** A plot of a rating over time: where its line, its band and its marks lie. */

export interface Point {
  /** Milliseconds UTC. */
  readonly ended: number;
  readonly number: number;
  readonly uncertainty: number;
}

export interface Plot {
  /** The line through all points, as a path. */
  readonly line: string;
  /** The band of uncertainty around it, as a path. */
  readonly band: string;
  /** Round numbers and their heights. */
  readonly marks: readonly { readonly number: number; readonly y: number }[];
  readonly last: { readonly x: number; readonly y: number };
}

const STEPS = [10, 20, 50, 100, 200, 500, 1000];

/** Lays points out in a frame; games are evenly spaced, since days without a game say nothing. */
export function plot(points: readonly Point[], width: number, height: number): Plot {
  const low = Math.min(...points.map((point) => point.number - point.uncertainty));
  const high = Math.max(...points.map((point) => point.number + point.uncertainty));
  const span = Math.max(high - low, 1);
  const x = (at: number) => (points.length === 1 ? width : (at / (points.length - 1)) * width);
  const y = (value: number) => height - ((value - low) / span) * height;
  const place = (at: number, value: number) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
  const over = points.map((point, at) => place(at, point.number + point.uncertainty));
  const under = points.map((point, at) => place(at, point.number - point.uncertainty)).reverse();
  const step = STEPS.find((each) => span / each <= 4) ?? 2000;
  const marks = [];
  for (let number = Math.ceil(low / step) * step; number <= high; number += step) marks.push({ number, y: y(number) });
  const end = points.length - 1;
  return {
    line: `M${points.map((point, at) => place(at, point.number)).join("L")}`,
    band: `M${[...over, ...under].join("L")}Z`,
    marks,
    last: { x: x(end), y: y(points[end]!.number) },
  };
}
