/** A ruleset in the kernel, made from the data that the build has written. */

import { KernelError, type Level, type Move, type Position, type Ruleset } from "../kernel";
import type { Instance } from "./instance";
import { NativePosition } from "./position";

/** A game as `kernel/games-….json` has it. */
export interface GameData {
  readonly name: string;
  readonly key: string;
  readonly title: string;
  readonly options: Readonly<Record<string, string>>;
  /** Every option with its values, the default first. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** What cornerwise.ruleset hands to the kernel. */
  readonly rules: RulesData;
  /** Where its tuning and its levels stand in their lists. */
  readonly tuning: number;
  readonly levels: number;
  /** The name of its network, where one was trained for it. */
  readonly network: string | null;
}

interface RulesData {
  readonly shapes: readonly (readonly [string, unknown])[];
  readonly colors: readonly string[];
  readonly seats: number;
  readonly owners: readonly number[];
  readonly teams: readonly number[];
  readonly turns: "rotation" | "dice";
  readonly strikes: number;
}

export class NativeRuleset implements Ruleset {
  readonly name: string;
  readonly key: string;
  readonly title: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: number;
  readonly sheets: number;
  readonly colors: readonly string[];
  readonly shapes: readonly string[];
  readonly owners: readonly (number | null)[];
  readonly teams: readonly (readonly number[])[];
  readonly hasDice: boolean;
  readonly strikes: number;
  #number = -1;
  #generation = -1;
  #cellNames: readonly string[] | null = null;
  #atlas: Ruleset["atlas"] | null = null;
  #moveCount = 0;

  constructor(
    readonly instance: Instance,
    readonly data: GameData,
    readonly levels: readonly Level[],
  ) {
    const rules = data.rules;
    this.name = data.name;
    this.key = data.key;
    this.title = data.title;
    this.options = data.options;
    this.seats = rules.seats;
    this.hasDice = rules.turns === "dice";
    this.sheets = this.hasDice ? rules.seats : 1;
    this.colors = rules.colors;
    this.shapes = rules.shapes.map(([name]) => name);
    this.owners = rules.owners.map((seat) => (seat < 0 ? null : seat));
    this.teams = [...new Set(rules.teams)].map((team) =>
      rules.teams.flatMap((other, seat) => (other === team ? [seat] : [])),
    );
    this.strikes = rules.strikes;
  }

  /** Its number in the instance, which is told of it first where it has started afresh. */
  get number(): number {
    if (this.#generation !== this.instance.generation) {
      this.#number = this.instance.ask((kernel) =>
        kernel.read_ruleset(this.instance.writeText(JSON.stringify(this.data.rules))),
      );
      this.#generation = this.instance.generation;
    }
    return this.#number;
  }

  get atlas(): Ruleset["atlas"] {
    return (this.#atlas ??= this.#readAtlas());
  }
  get moveCount(): number {
    this.#atlas ??= this.#readAtlas();
    return this.#moveCount;
  }

  start(): Position {
    const number = this.number;
    this.instance.ask((kernel) => kernel.start(number));
    return new NativePosition(this, this.instance.readState());
  }

  parse(text: string): Position {
    const dot = text.indexOf(".");
    const key = text.slice(0, Math.max(0, dot));
    if (key && key !== this.key)
      throw new KernelError(`The position text belongs to the ruleset "${key.slice(0, 60)}", not "${this.key}".`);
    const number = this.number;
    this.instance.ask((kernel) => kernel.read_position(number, this.instance.writeText(text.slice(dot + 1))));
    return new NativePosition(this, this.instance.readState());
  }

  move(id: number): Move {
    const number = this.number;
    this.checkMove(id);
    this.instance.ask((kernel) => kernel.describe_move(number, id));
    const [placement, die, strike, ...cells] = this.instance.numbers() as unknown as [number, number, number];
    return {
      id,
      text: this.instance.text(),
      shape: this.shapes[this.atlas.shapes[placement]!]!,
      placement,
      cells,
      die: die || null,
      strike: strike !== 0,
    };
  }

  parseMove(text: string): Move {
    const number = this.number;
    const id = this.instance.ask((kernel) => kernel.find_move(number, this.instance.writeText(text)));
    if (id < 0) throw new KernelError(this.instance.text());
    return this.move(id);
  }

  cellName(cell: number): string {
    this.#cellNames ??= this.#readNames();
    const name = this.#cellNames[cell];
    if (name === undefined)
      throw new KernelError(`The board has ${this.#cellNames.length} cells; there is no ${cell}.`);
    return name;
  }

  /** Refuses what is no move id: asking the kernel would cost it its instance. */
  checkMove(id: number): void {
    if (!Number.isInteger(id) || id < 0 || id >= this.moveCount)
      throw new KernelError(`There is no move ${id} in this game.`);
  }

  colorNumber(color: string): number {
    const number = this.colors.indexOf(color);
    if (number < 0)
      throw new KernelError(`There is no color "${color}" in this game; there are ${this.colors.join(", ")}.`);
    return number;
  }

  #readNames(): readonly string[] {
    const number = this.number;
    this.instance.ask((kernel) => kernel.name_cells(number));
    return this.instance.text().split("\n").slice(0, -1);
  }

  #readAtlas(): Ruleset["atlas"] {
    const number = this.number;
    return this.instance.ask((kernel) => {
      kernel.describe_atlas(number);
      const [moves, width, placements] = this.instance.numbers() as unknown as [number, number, number];
      this.#moveCount = moves;
      const cells = this.instance.bytes(kernel.atlas_cells(number), 2 * width * placements);
      return {
        shapes: this.instance.bytes(kernel.atlas_shapes(number), placements),
        cells: new Int16Array(cells.buffer),
        width,
      };
    });
  }
}
