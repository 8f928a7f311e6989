/** Advice without a server: the best moves with every seat's chances and scores, and the reasons the kernel finds. */

import type { Advice, Advise, Candidate, FindingView, ServerMessage } from "../../wire";
import type { Crew } from "../crew";
import { think } from "./driver";
import type { Advised, Finding, Kernel, Position, Ruleset } from "../kernel";
import { Refusal } from "./refusal";
import type { Session } from "./session";

/** Moves that are shown. */
const COUNT = 5;
/** More simulations than anybody waits for: the time decides. */
export const ENOUGH = 10_000_000;

/** Milliseconds between two drafts of advice, and how many times as long as a draft takes. */
const DRAFT = 450;
const DRAFT_SHARE = 20;

export const STOPPED = new Refusal("refused", "It was stopped.", "stopped");

export async function advise(
  kernel: Kernel,
  session: Session,
  { id = null, ply, seconds = 3 }: Advise,
  isWanted: () => boolean,
  tell: (message: ServerMessage) => void,
  crew: Crew,
): Promise<Advice> {
  const { game, ruleset, position } = session;
  if (ply !== session.log.at) throw new Refusal("stale", "The game has moved on; look again.");
  if (session.isOver || position.turn.actor < 0) throw new Refusal("refused", "Nobody is to move now.", "nobody");
  const last = ruleset.hasDice ? -1 : (session.log.lastMove?.placement ?? -1);
  const search = await kernel.search(ruleset);
  try {
    search.begin(position, ENOUGH, last, true);
    crew.begin(position.text, last);
    const end = performance.now() + 1000 * seconds;
    const thinking = {
      type: "thinking",
      reply: id,
      job: "advise",
      game,
      puzzle: null,
      ply,
      seat: null,
      is_cut: false,
    } as const;
    const told = (): Advice => {
      const { win, score, simulations } = search.result();
      const { moves, confidence, verdict, isHopeless } = search.advice(position, COUNT);
      return {
        type: "advice",
        reply: null,
        game,
        ply,
        wins: [...win],
        scores: [...score],
        candidates: moves.map((each) => candidate(position, each, simulations)),
        is_exact: moves[0]?.isExact ?? false,
        confidence,
        verdict,
        is_hopeless: isHopeless,
      };
    };
    let due = 0;
    const ending = await think(
      search,
      () => isWanted() && performance.now() < end,
      () => {
        const now = performance.now();
        const progress = Math.min(1, 1 - (end - now) / (1000 * seconds));
        const draft = now >= due && now + DRAFT / 2 < end ? told() : null;
        if (draft) due = now + Math.max(DRAFT, DRAFT_SHARE * (performance.now() - now));
        tell({ ...thinking, queued: 0, progress, text: "", advice: draft });
      },
    );
    if (!isWanted()) throw STOPPED;
    // What is proved needs no more opinions.
    if (ending !== "done") for (const share of await crew.collect()) search.take(share);
    if (!isWanted()) throw STOPPED;
    return { ...told(), reply: id };
  } finally {
    crew.end();
    search.close();
  }
}

function candidate(position: Position, advised: Advised, simulations: number): Candidate {
  const { ruleset } = position;
  const weight = Math.min(1, advised.visits / Math.max(1, simulations));
  return {
    ...candidateOf(ruleset, advised.move, advised.win, advised.score, advised.findings),
    weight,
    error: advised.error,
    is_decided: advised.isDecided,
    is_exact: advised.isExact,
    expected: expected(position.play(advised.move), advised.expected),
  };
}

/** What is expected to follow, each step in the color whose turn it will be. */
function expected(here: Position, moves: readonly number[]): NonNullable<Candidate["expected"]> {
  return moves.map((move) => {
    const { text, cells } = here.ruleset.move(move);
    const color = here.turn.color ?? "";
    here = here.play(move);
    return { move, text, color, cells: [...cells] };
  });
}

/** A move as the wire tells it, with why. */
export function candidateOf(
  ruleset: Ruleset,
  move: number,
  win: readonly number[],
  score: readonly number[],
  findings: readonly Finding[],
): Candidate {
  const { text, shape, cells } = ruleset.move(move);
  const told = { move, text, shape, cells: [...cells], wins: [...win], scores: [...score], weight: 1 };
  const certain = { error: 0, is_decided: false, is_exact: false, expected: [] };
  return { ...told, ...certain, findings: findings.map(findingOf) };
}

/** The page has the words itself. */
function findingOf({ isGood, among, cells, weight: _, ...finding }: Finding): FindingView {
  return { ...finding, is_good: isGood, text: "", cells: [...cells], among: among && [among[0], among[1]] };
}
