/** Where puzzles are kept and solved: in this browser if it can, else by the server. */

import { app } from "./app.svelte";
import { PuzzleLine } from "../home/puzzles/line";
import type { Question } from "../home/puzzles/solving";
import * as api from "../net/api";
import { folder, hasServer } from "../net/place";
import type { Checked, LaidPiece, PuzzleDetail, PuzzleList, Solution } from "../wire";

const line = new PuzzleLine(
  () => new Worker(new URL("../home/puzzles/worker.ts", import.meta.url), { type: "module", name: "puzzles at home" }),
  new URL(`${folder}kernel/`, location.href).href,
);

/** Asks at home; the server where this browser cannot, and there is one. */
const asked = async <T>(here: () => Promise<T>, there: () => Promise<T>): Promise<T> =>
  (await line.load()) || !hasServer ? here() : there();

export const listPuzzles = (): Promise<PuzzleList> => asked(() => line.list(), api.listPuzzles);
export const puzzle = (name: string): Promise<PuzzleDetail> =>
  asked(
    () => line.detail(name),
    () => api.puzzle(name),
  );
export const checkPuzzle = (name: string, placed: readonly LaidPiece[]): Promise<Checked> =>
  asked(
    () => line.check(name, placed),
    () => api.checkPuzzle(name, { placed: [...placed] }),
  );
export const solvePuzzle = (question: Question, progress: (part: number | null) => void): Promise<Solution> =>
  asked(
    () => line.solve(question, progress),
    () => solveThere(question, progress),
  );

async function solveThere(question: Question, progress: (part: number | null) => void): Promise<Solution> {
  const stop = app.socket.hear((message) => {
    if (message.type === "thinking" && message.job === "solve") progress(message.progress);
  });
  try {
    app.socket.open();
    const answer = await app.socket.ask({ ...question, type: "solve", placed: [...question.placed] });
    if (answer.type !== "solution") throw new Error(`A puzzle was answered with ${answer.type}.`);
    return answer;
  } finally {
    stop();
  }
}

/** Stops a search, wherever it runs. */
export function stopSolving(): void {
  line.stop();
  if (app.socket.isOpen) void app.socket.ask({ type: "stop", job: "solve", game: null }).catch(() => undefined);
}
