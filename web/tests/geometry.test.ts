import { describe, expect, test } from "vitest";
import { extent, fingerprint, middle, normalize, quarters, type Point } from "../src/core/board/geometry";
import { carry, clamp, covered, orientations, take, twist, type Twist } from "../src/core/board/hand";
import { outline, seams } from "../src/core/board/outline";
import { cellName, parseCell, toPoint, toSquare, toStep } from "../src/core/board/frame";

const flat = (...pairs: [number, number][]): Point[] => pairs.map(([x, y]) => [x, y, 0]);
const L5 = flat([0, 0], [1, 0], [2, 0], [3, 0], [0, 1]);
const X = flat([1, 0], [0, 1], [1, 1], [2, 1], [1, 2]);
const F = flat([1, 0], [0, 1], [1, 1], [1, 2], [2, 2]);
const FLAT: Twist[] = ["clockwise", "flipX"];
const SPACE: Twist[] = ["clockwise", "tipAway"];

describe("cells", () => {
  test("normalize moves to the origin in board order", () => {
    expect(normalize(flat([5, 7], [4, 7], [4, 8]))).toEqual(flat([0, 0], [1, 0], [0, 1]));
  });
  test("extent and middle", () => {
    expect(extent(L5)).toEqual([4, 2, 1]);
    expect(middle(X)).toEqual([1, 1, 0]);
  });
  test.each([0, 1, 2, 3])("a piece by itself looks as on a board with %i quarter turns", (turned) => {
    const frame = { columns: 14, rows: 14, turned };
    const onBoard = F.map((point) => toSquare(frame, point)).map(({ column, row }): Point => [column, -row, 0]);
    expect(fingerprint(quarters(F, turned))).toBe(fingerprint(onBoard));
  });
});

describe("hand", () => {
  test("turning keeps the grabbed cell where it is", () => {
    const hand = carry(take("L5", L5), [6, 6, 0]);
    for (const how of ["clockwise", "counterclockwise", "flipX", "flipY"] as const)
      expect(covered(twist(hand, how))).toContainEqual([6, 6, 0]);
  });
  test("four turns or two flips change nothing", () => {
    const hand = carry(take("F", F), [6, 6, 0]);
    let turned = hand;
    for (let i = 0; i < 4; i++) turned = twist(turned, "clockwise");
    expect(covered(turned)).toEqual(covered(hand));
    expect(covered(twist(twist(hand, "flipX"), "flipX"))).toEqual(covered(hand));
    expect(fingerprint(twist(hand, "flipX").cells)).not.toBe(fingerprint(hand.cells));
  });
  test("clockwise is clockwise on a screen with y upwards", () => {
    const east = carry({ shape: "2", cells: flat([0, 0], [1, 0]), at: null }, [3, 3, 0]);
    expect(covered(twist(east, "clockwise"))).toContainEqual([3, 2, 0]);
  });
  test("orientations are those of the rules", () => {
    expect(orientations(L5, FLAT)).toHaveLength(8);
    expect(orientations(X, FLAT)).toHaveLength(1);
    const d4: Point[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 1],
    ];
    expect(orientations(d4, SPACE)).toHaveLength(12);
    expect(
      orientations(
        [
          [0, 0, 0],
          [1, 0, 0],
          [2, 0, 0],
          [0, 1, 0],
        ],
        SPACE,
      ),
    ).toHaveLength(24);
    expect(
      orientations(
        [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        SPACE,
      ),
    ).toHaveLength(8);
  });
  test("clamp keeps the piece on the board", () => {
    const hand = take("L5", L5);
    const at = clamp(hand, [-9, 40, 0], 14, 14);
    for (const [x, y] of covered(carry(hand, at))) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(14);
    }
  });
});

describe("outline", () => {
  test("a square and a domino have four corners", () => {
    expect(outline([{ column: 2, row: 3 }])).toBe("M2 3L3 3L3 4L2 4Z");
    expect(
      outline([
        { column: 0, row: 0 },
        { column: 1, row: 0 },
      ]),
    ).toBe("M0 0L2 0L2 1L0 1Z");
  });
  test("inset pushes every edge inward, also at inner corners", () => {
    const path = outline(
      [
        { column: 0, row: 0 },
        { column: 0, row: 1 },
        { column: 1, row: 1 },
      ],
      0.1,
    );
    expect(path).toBe("M0.1 0.1L0.9 0.1L0.9 1.1L1.9 1.1L1.9 1.9L0.1 1.9Z");
  });
  test("squares that meet at a corner keep loops of their own, a ring has two", () => {
    expect(
      outline([
        { column: 0, row: 0 },
        { column: 1, row: 1 },
      ]).match(/Z/g),
    ).toHaveLength(2);
    const ring = [0, 1, 2]
      .flatMap((c) => [0, 1, 2].map((r) => ({ column: c, row: r })))
      .filter((s) => s.column !== 1 || s.row !== 1);
    expect(outline(ring).match(/Z/g)).toHaveLength(2);
  });
  test("seams lie between neighbors", () => {
    expect(
      seams([
        { column: 0, row: 0 },
        { column: 1, row: 0 },
      ]),
    ).toBe("M1 0V1");
  });
});

describe("frame", () => {
  test("there and back, for every turn", () => {
    for (const turned of [0, 1, 2, 3]) {
      const frame = { columns: 9, rows: 5, turned };
      for (const p of flat([0, 0], [8, 4], [3, 1])) expect(toPoint(frame, toSquare(frame, p))).toEqual(p);
    }
  });
  test("row 1 is at the bottom, and after half a turn at the top", () => {
    expect(toSquare({ columns: 14, rows: 14, turned: 0 }, [0, 0, 0])).toEqual({ column: 0, row: 13 });
    expect(toSquare({ columns: 14, rows: 14, turned: 2 }, [0, 0, 0])).toEqual({ column: 13, row: 0 });
    expect(toStep({ columns: 14, rows: 14, turned: 0 }, 0, 1)).toEqual([0, -1, 0]);
    expect(toStep({ columns: 14, rows: 14, turned: 2 }, 1, 0)).toEqual([-1, 0, 0]);
  });
  test("names", () => {
    expect(cellName([4, 7, 0])).toBe("e8");
    expect(cellName([3, 2, 0], 8)).toBe("d3.1");
    expect(parseCell("E8")).toEqual([4, 7, 0]);
    expect(parseCell("8e")).toBeNull();
  });
});
