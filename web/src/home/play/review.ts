/** A look back at a game without a server: the kernel asks for searches, which are made here in slices. */

import type { Judgment, Review, ReviewGame, ServerMessage } from "../../wire";
import type { Judged, Kernel } from "../kernel";
import { candidateOf, STOPPED } from "./advise";
import { think } from "./driver";
import { Refusal } from "./refusal";
import type { Session } from "./session";

/** Of every position that is looked at, as the server does. */
const SIMULATIONS = 2000;
const SECONDS = 0.6;
/** Moves of everybody that are told what was better. */
const COSTLIEST = 5;

export async function review(
  kernel: Kernel,
  session: Session,
  { id = null }: ReviewGame,
  isWanted: () => boolean,
  tell: (message: ServerMessage) => void,
): Promise<Review> {
  const { game, ruleset, log } = session;
  const plies = log.line().filter((ply) => log.nodes[ply]!.entry?.kind === "move");
  if (plies.length === 0) throw new Refusal("refused", "There is no move to look back at yet.", "no_moves");
  const seats = plies.map((ply) => before(session, ply).turn.actor);
  const looking = kernel.review(ruleset);
  try {
    for (const ply of plies) looking.add(before(session, ply), log.nodes[ply]!.move!.id);
    const thinking = {
      type: "thinking",
      reply: id,
      job: "review",
      game,
      puzzle: null,
      ply: null,
      seat: null,
      advice: null,
      is_cut: false,
    } as const;
    for (let position = looking.next(); position; position = looking.next()) {
      tell({ ...thinking, queued: 0, progress: looking.progress, text: "" });
      const search = await kernel.search(ruleset);
      try {
        const end = performance.now() + 1000 * SECONDS;
        search.begin(position, SIMULATIONS);
        await think(
          search,
          () => isWanted() && performance.now() < end,
          () => undefined,
        );
        if (!isWanted()) throw STOPPED;
        looking.hear(search);
      } finally {
        search.close();
      }
    }
    const judged = looking.judged();
    const costly = costliest(judged, seats);
    const judgments = judged.map((each, index): Judgment => {
      const { best, winBefore, winAfter, scoreBefore, cost, points } = each;
      const better = costly.includes(index)
        ? candidateOf(ruleset, best, winBefore, scoreBefore, looking.findings(index))
        : null;
      const told = { ply: plies[index]!, seat: seats[index]!, before: [...winBefore], after: [...winAfter] };
      return { ...told, cost, points, better };
    });
    return { type: "review", reply: id, game, judgments, costliest: costly.map((index) => plies[index]!) };
  } finally {
    looking.close();
  }
}

const before = ({ log }: Session, ply: number) => log.nodes[log.nodes[ply]!.entry!.after]!.position;

/** The costliest moves of every seat, all of them in order, chances before points. */
function costliest(judged: readonly Judged[], seats: readonly number[]): number[] {
  const order = [...judged.keys()]
    .filter((index) => judged[index]!.cost > 0 || judged[index]!.points > 0)
    .sort((a, b) => judged[b]!.cost - judged[a]!.cost || judged[b]!.points - judged[a]!.points);
  return order.filter(
    (index, at) => order.slice(0, at).filter((other) => seats[other] === seats[index]).length < COSTLIEST,
  );
}
