/** A mate of the crew: thinks about one position until it is asked what it has found. */

import type { Question } from "../crew";
import type { Kernel, Manifest, Search } from "../kernel";
import { ENOUGH } from "./advise";
import { think } from "./driver";

export class Mate {
  private search: Search | null = null;
  private isAsked = false;

  constructor(
    private readonly load: (source: string, files: Manifest) => Promise<Kernel>,
    private readonly tell: (share: Float64Array | null) => void,
  ) {}

  async hear(said: Question | "tell"): Promise<void> {
    if (said !== "tell") return this.think(said);
    this.isAsked = true;
    // Null where it has not begun yet.
    this.tell(this.search?.simulations ? this.search.share() : null);
  }

  private async think({ source, files, position: text, last, seed }: Question): Promise<void> {
    const kernel = await this.load(source, files);
    const position = kernel.parse(text);
    const search = await kernel.search(position.ruleset, { seed });
    search.begin(position, ENOUGH, last, true);
    this.search = search;
    await think(
      search,
      () => !this.isAsked,
      () => undefined,
    );
  }
}
