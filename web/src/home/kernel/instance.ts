/** An instance of the kernel: its memory, its functions, and what happens when it fails. */

import { KernelError } from "../kernel";

/** What every module of `native/doors/wasm/` has; its functions are described there. */
export interface Door {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  listen_to_failures(): void;
  state_address(): number;
  state_bytes(): number;
  input_address(bytes: number): number;
  numbers_address(): number;
  numbers_count(): number;
  reals_address(): number;
  reals_count(): number;
  text_address(): number;
  text_bytes(): number;
  read_ruleset(bytes: number): number;
}

/** The module of games. */
export interface Exports extends Door {
  describe_atlas(ruleset: number): void;
  atlas_cells(ruleset: number): number;
  atlas_shapes(ruleset: number): number;
  name_cells(ruleset: number): void;
  describe_move(ruleset: number, move: number): void;
  find_move(ruleset: number, bytes: number): number;

  start(ruleset: number): void;
  write_position(ruleset: number): void;
  read_position(ruleset: number, bytes: number): void;
  look(ruleset: number): void;
  list_legal(ruleset: number): void;
  is_legal(ruleset: number, move: number): number;
  play(ruleset: number, move: number): number;
  roll(ruleset: number, count: number): number;
  retire(ruleset: number, seat: number): number;
  explain(ruleset: number, move: number): number;
  explain_text(ruleset: number, bytes: number): number;
  list_placed(ruleset: number): void;
  color_cells(ruleset: number, sheet: number): void;
  list_targets(ruleset: number, lane: number): void;
  count_places(ruleset: number, lane: number): void;
  perft(ruleset: number, depth: number): bigint;
  play_games(ruleset: number, games: number, seed: bigint): bigint;

  open_search(ruleset: number, tuning: number, network: number, seed: bigint, megabytes: number): number;
  close_search(search: number): void;
  clear_search(search: number): void;
  begin_search(search: number, simulations: number, last: number, compares: number): void;
  begin_choice(
    search: number,
    simulations: number,
    care: number,
    taste: number,
    blindness: number,
    megabytes: number,
    seed: bigint,
    last: number,
  ): void;
  advance_search(search: number, simulations: number): number;
  count_simulations(search: number): number;
  tell_result(search: number): void;
  tell_share(search: number): void;
  take_share(search: number, bytes: number): void;
  tell_choice(search: number): number;

  tell_advice_names(): void;
  tell_advice(search: number, count: number): void;
  open_review(): number;
  close_review(review: number): void;
  add_to_review(review: number, ruleset: number, move: number): void;
  next_of_review(review: number): number;
  hear_for_review(review: number, search: number): void;
  progress_of_review(review: number): number;
  tell_review(review: number, seats: number): void;
  tell_review_findings(review: number, move: number): void;
}

/** The module of puzzles. */
export interface PuzzleExports extends Door {
  read_problem(ruleset: number, bytes: number): number;
  judge_laid(problem: number, bytes: number): void;
  begin_hunt(problem: number, bytes: number, seed: bigint): number;
  advance_hunt(seconds: number): number;
  tell_hunt(): void;
  tell_solution(): void;
  tell_hint(): number;
  describe_day(day: number): void;
  make_day(ruleset: number, day: number): number;
}

const NOT_THERE = 52; // what WASI answers where a system has no such thing

/** A running kernel. When it fails it is discarded, and the next question goes to a fresh one. */
export class Instance<Functions extends Door = Exports> {
  /** Grows by one whenever the kernel starts afresh, and has forgotten all rulesets and searches. */
  generation = 0;
  readonly #module: WebAssembly.Module;
  #exports: Functions;
  #state = 0;
  #stateBytes = 0;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#exports = this.#start();
  }

  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Asks a question; a failure becomes a KernelError with its sentence. */
  ask<T>(question: (kernel: Functions) => T): T {
    try {
      return question(this.#exports);
    } catch (error) {
      this.#exports = this.#start();
      this.generation++;
      if (error instanceof KernelError) throw error;
      throw new KernelError(`The kernel in this browser failed (${(error as Error).message}); it starts afresh.`);
    }
  }

  writeState(state: Uint8Array): void {
    this.#bytes(this.#state, this.#stateBytes).set(state);
  }
  readState(): Uint8Array {
    return this.#bytes(this.#state, this.#stateBytes).slice();
  }
  /** Hands data over; how many bytes they have. */
  write(...parts: readonly Uint8Array[]): number {
    const total = parts.reduce((sum, part) => sum + part.length, 0);
    let at = this.#exports.input_address(total);
    for (const part of parts) {
      this.#bytes(at, part.length).set(part);
      at += part.length;
    }
    return total;
  }
  writeText(text: string): number {
    return this.write(new TextEncoder().encode(text));
  }

  numbers(): Int32Array {
    const kernel = this.#exports;
    return new Int32Array(kernel.memory.buffer, kernel.numbers_address(), kernel.numbers_count()).slice();
  }
  reals(): Float64Array {
    const kernel = this.#exports;
    return new Float64Array(kernel.memory.buffer, kernel.reals_address(), kernel.reals_count()).slice();
  }
  text(): string {
    const kernel = this.#exports;
    return this.#read(kernel.text_address(), kernel.text_bytes());
  }
  /** Numbers that the kernel keeps, copied. */
  bytes(address: number, count: number): Uint8Array {
    return this.#bytes(address, count).slice();
  }

  #bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, address, count);
  }
  #read(address: number, count: number): string {
    return new TextDecoder().decode(this.#bytes(address, count));
  }

  #start(): Functions {
    const nothing = () => NOT_THERE;
    const system: Record<string, WebAssembly.ImportValue> = {
      proc_exit: (code: number) => {
        throw new KernelError(`The kernel in this browser ended with ${code}; it starts afresh.`);
      },
      clock_time_get: (_clock: number, _precision: bigint, address: number) => {
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(exports.memory.buffer).setBigUint64(address, nanoseconds, true);
        return 0;
      },
    };
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {
      page: {
        fail: (address: number, bytes: number) => {
          throw new KernelError(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, bytes)));
        },
      },
    };
    // The standard library mentions files and arguments that nothing here uses.
    for (const { module, name } of WebAssembly.Module.imports(this.#module))
      if (module !== "page") (imports[module] ??= {})[name] = system[name] ?? nothing;
    const exports = new WebAssembly.Instance(this.#module, imports).exports as unknown as Functions;
    exports._initialize();
    exports.listen_to_failures();
    this.#state = exports.state_address();
    this.#stateBytes = exports.state_bytes();
    return exports;
  }
}
