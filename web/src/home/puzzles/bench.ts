/**
 * The puzzles in this browser: the library's as the build has written them, every day's made here, and all of them
 * judged, hinted at and solved by the native solvers. It is synchronous, so use it in a worker; it runs in Node as well.
 */

import type { Checked, Fault, LaidPiece, PuzzleDetail, PuzzleList, PuzzleSummary } from "../../wire";
import { KernelError, type Source } from "../kernel";
import { Instance, type PuzzleExports } from "../kernel/instance";
import { json, reader, readManifest } from "../kernel/load";
import { Refusal } from "../play/refusal";

/** A puzzle as the build tells it: for the page, and for the kernel. */
interface Told {
  readonly detail: PuzzleDetail;
  readonly difficulty: PuzzleSummary["difficulty"];
  readonly rules: unknown;
  /** The names of all shapes, as the kernel numbers them. */
  readonly shapes: readonly string[];
  readonly problem: {
    readonly supply: readonly (readonly number[])[];
    readonly givens: readonly (readonly number[])[];
  };
}

interface PuzzleData {
  readonly puzzles: readonly Told[];
  /** The empty boxes that the puzzles of days fill: flat ones and solid ones, from easy to hard. */
  readonly days: readonly (readonly Told[])[];
  readonly difficulties: readonly PuzzleSummary["difficulty"][];
}

/** A piece that a hint tells of, and the cells about it. */
export interface NextPiece {
  readonly piece: LaidPiece;
  readonly around: readonly number[];
}

export type Progress = "running" | "found" | "exhausted";
const PROGRESS: readonly Progress[] = ["running", "found", "exhausted"];

const DAILY = "daily-";
const DAY = 86_400_000;
/** The first of January 1970, counted from the first of January of the year 1, which is day 1. */
const EPOCH = 719_163;
/** How many days a day's puzzle can be opened. */
const KEPT = 31;

const unknown = (name: string) =>
  new Refusal("unknown_puzzle", `There is no puzzle "${name.slice(0, 40)}" here.`, "unknown_puzzle");

/** Reads lists with their lengths before them, as the kernel tells them. */
class Numbers {
  #at = 0;
  constructor(readonly numbers: Int32Array) {}
  one(): number {
    return this.numbers[this.#at++]!;
  }
  list(): number[] {
    return Array.from({ length: this.one() }, () => this.one());
  }
}

export class PuzzleBench {
  readonly #puzzles = new Map<string, Told>();
  readonly #numbers = new Map<string, { readonly generation: number; readonly number: number }>();

  private constructor(
    private readonly instance: Instance<PuzzleExports>,
    private readonly data: PuzzleData,
    /** The time now, for tests to say. */
    private readonly now: () => number,
  ) {
    for (const told of data.puzzles) this.#puzzles.set(told.detail.name, told);
  }

  static async load(source: Source, now: () => number = Date.now): Promise<PuzzleBench> {
    const read = reader(source);
    const { puzzles } = await readManifest(read);
    const [code, data] = await Promise.all([read(puzzles.wasm), json(read, puzzles.data) as Promise<PuzzleData>]);
    const module = await WebAssembly.compile(code as BufferSource);
    return new PuzzleBench(new Instance<PuzzleExports>(module), data, now);
  }

  /** Today's puzzle, and the library's from the easiest to the hardest. */
  list(): PuzzleList {
    const today = this.#find(DAILY + new Date(this.now()).toISOString().slice(0, 10));
    return { puzzles: [today, ...this.data.puzzles].map((told) => summary(told, told === today)) };
  }

  detail(name: string): PuzzleDetail {
    return this.#find(name).detail;
  }

  /** What is wrong with what was laid, and whether it is solved. */
  check(name: string, placed: readonly LaidPiece[]): Checked {
    const told = this.#find(name);
    const own = placed.filter((piece) => !isGiven(told, piece));
    const number = this.#number(told);
    const found = this.instance.ask((kernel) => {
      kernel.judge_laid(number, this.instance.writeText(JSON.stringify(own.map((piece) => rowOf(told, piece)))));
      return { numbers: this.instance.numbers(), text: this.instance.text() };
    });
    const [isSolved, hasFault, color, shape, piece] = found.numbers as unknown as number[];
    if (!hasFault) return { is_solved: isSolved === 1, faults: [] };
    const [kind = "", sentence = ""] = found.text.split("\n");
    const values: Fault["values"] = {};
    if (color! >= 0) values["color"] = told.detail.colors[color!]!;
    if (shape! >= 0) values["shape"] = told.shapes[shape!]!;
    const at = piece! >= 0 ? [piece!] : [];
    const cells = at.flatMap((each) => own[each]!.cells);
    return { is_solved: false, faults: [{ kind, sentence, values, cells, pieces: at }] };
  }

  /** Begins to hunt for a solution that keeps what was laid; false where a simple argument shows that there is none. */
  begin(name: string, placed: readonly LaidPiece[]): boolean {
    const told = this.#find(name);
    const number = this.#number(told);
    const rows = JSON.stringify(placed.map((piece) => rowOf(told, piece)));
    return this.instance.ask((kernel) => kernel.begin_hunt(number, this.instance.writeText(rows), 0n)) === 1;
  }
  /** Hunts on for about so many seconds. */
  advance(seconds: number): Progress {
    return PROGRESS[this.instance.ask((kernel) => kernel.advance_hunt(seconds))]!;
  }
  /** The part of the search that is done with, where it can be told; and whether it proved that there is no solution. */
  report(): { closed: number; isImpossible: boolean } {
    this.instance.ask((kernel) => kernel.tell_hunt());
    const [, closed = 0, , isImpossible] = this.instance.reals() as unknown as number[];
    return { closed, isImpossible: isImpossible === 1 };
  }
  /** All pieces of the solution that was found, in an order in which they can be laid. */
  solution(name: string): LaidPiece[] {
    this.instance.ask((kernel) => kernel.tell_solution());
    const numbers = new Numbers(this.instance.numbers());
    return Array.from({ length: numbers.one() }, () => pieceOf(this.#find(name), numbers));
  }
  /** The next piece of that solution; null where everything lies. */
  hint(name: string): NextPiece | null {
    if (!this.instance.ask((kernel) => kernel.tell_hint())) return null;
    const numbers = new Numbers(this.instance.numbers());
    return { piece: pieceOf(this.#find(name), numbers), around: numbers.list() };
  }

  #find(name: string): Told {
    const known = this.#puzzles.get(name);
    if (known) return known;
    const day = Date.parse(`${name.slice(DAILY.length)}T00:00:00Z`) / DAY;
    const age = Math.floor(this.now() / DAY) - day;
    if (!name.startsWith(DAILY) || !Number.isInteger(day) || age < -1 || age > KEPT) throw unknown(name);
    const made = this.#make(name, day + EPOCH);
    this.#puzzles.set(name, made);
    return made;
  }

  /** The puzzle of a day, as everybody has it. */
  #make(name: string, day: number): Told {
    this.instance.ask((kernel) => kernel.describe_day(day));
    const [level, isSolid] = this.instance.numbers() as unknown as [number, number];
    const box = this.data.days[isSolid]![level]!;
    const ruleset = this.#readRuleset(box);
    const number = this.instance.ask((kernel) => kernel.make_day(ruleset, day));
    if (number < 0) throw new KernelError("This day has no puzzle.");
    this.#numbers.set(name, { generation: this.instance.generation, number });
    const numbers = new Numbers(this.instance.numbers());
    const difficulty = this.data.difficulties[numbers.one()]!;
    const supply = numbers.list();
    const givens = Array.from({ length: numbers.one() }, () => pieceOf(box, numbers));
    const counts = new Map(box.shapes.map((shape, index) => [shape, supply[index]!]));
    const pieces = box.detail.pieces
      .map((piece) => ({ ...piece, count: counts.get(piece.shape)! }))
      .filter(({ count }) => count > 0);
    const shapes = box.detail.shapes.filter((shape) => counts.get(shape.name));
    return {
      ...box,
      difficulty,
      detail: { ...box.detail, name, pieces, shapes, givens },
      problem: { ...box.problem, supply: [supply], givens: givens.map((piece) => rowOf(box, piece)) },
    };
  }

  #readRuleset({ rules }: Told): number {
    return this.instance.ask((kernel) => kernel.read_ruleset(this.instance.writeText(JSON.stringify(rules))));
  }

  /** Its number in the instance, which is told of it first where it does not know it. */
  #number(told: Told): number {
    const known = this.#numbers.get(told.detail.name);
    if (known?.generation === this.instance.generation) return known.number;
    const ruleset = this.#readRuleset(told);
    const text = JSON.stringify(told.problem);
    const number = this.instance.ask((kernel) => kernel.read_problem(ruleset, this.instance.writeText(text)));
    this.#numbers.set(told.detail.name, { generation: this.instance.generation, number });
    return number;
  }
}

/** A piece as the kernel takes it: color, shape, cells; a piece without a color has the first. */
function rowOf({ detail, shapes }: Told, { color, shape, cells }: LaidPiece): number[] {
  const row = [color === null ? 0 : detail.colors.indexOf(color), shapes.indexOf(shape)];
  if (row.includes(-1) || cells.length === 0 || cells.some((cell) => !(cell in detail.board.cells)))
    throw new Refusal("refused", "There is no such piece in this puzzle.");
  return [...row, ...cells];
}

function pieceOf({ detail, shapes }: Told, numbers: Numbers): LaidPiece {
  return { color: detail.colors[numbers.one()]!, shape: shapes[numbers.one()]!, cells: numbers.list() };
}

function isGiven({ detail }: Told, { shape, color, cells }: LaidPiece): boolean {
  const sorted = String([...cells].sort((a, b) => a - b));
  return detail.givens.some(
    (given) => given.shape === shape && (color ?? detail.colors[0]) === given.color && String(given.cells) === sorted,
  );
}

/** A puzzle as one line of a list. */
function summary({ detail, difficulty }: Told, is_daily: boolean): PuzzleSummary {
  const { name, title, text, pieces, board, givens } = detail;
  const { columns, rows, levels, cells } = board;
  return {
    ...{ name, title, text, columns, rows, levels, difficulty, givens, is_daily },
    pieces: pieces.reduce((sum, piece) => sum + piece.count, 0),
    cells: cells.length,
    region: cells,
  };
}
