import { expect, test } from "vitest";
import { plot } from "../../src/core/people/plot";

const points = [
  { ended: 1, number: 1500, uncertainty: 200 },
  { ended: 2, number: 1600, uncertainty: 100 },
  { ended: 9, number: 1550, uncertainty: 50 },
];

test("a plot fills its frame, games evenly spaced", () => {
  const { line, band, marks, last } = plot(points, 200, 100);
  expect(line).toBe("M0.0 50.0L100.0 25.0L200.0 37.5");
  expect(band).toBe("M0.0 0.0L100.0 0.0L200.0 25.0L200.0 50.0L100.0 50.0L0.0 100.0Z");
  expect(marks.map(({ number }) => number)).toEqual([1300, 1400, 1500, 1600, 1700]);
  expect(marks.every(({ y }) => y >= 0 && y <= 100)).toBe(true);
  expect(last).toEqual({ x: 200, y: 37.5 });
});

test("one game is a point at the right", () => {
  const { line, last } = plot([{ ended: 1, number: 1500, uncertainty: 0 }], 200, 100);
  expect(line).toBe("M200.0 100.0");
  expect(last.x).toBe(200);
});
