/** The sentences of findings, from the catalogue in the Python package, which speaks from it too. */

import en from "../../../src/cornerwise/advice/words/en.json";
import { cellName } from "../core/board/frame";
import type { State } from "../core/state";
import type { FindingView } from "../wire";
import { alsoSay, maybe, number } from "./index.svelte";
import { colorName, inShownColors } from "./phrases";

alsoSay(en);

/** A finding of the advice in the reader's language; kinds the catalogue does not know keep the server's sentence. */
export function findingSentence({ rules }: State, finding: FindingView): string {
  const names = finding.cells.map((cell) => cellName(rules.points[cell]!, rules.levels));
  const digits = Number.isInteger(finding.usual) ? 0 : 1;
  const values = {
    count: Math.abs(finding.value),
    usual: number(Math.abs(finding.usual), digits),
    change: (finding.usual > 0 ? "+" : "") + number(finding.usual, digits),
    color: colorName(finding.color),
    shape: finding.shape ?? "",
    die: finding.die ?? 0,
    at: names.length > 0 && names.length <= 6 ? ` (${names.join(", ")})` : "",
    some: finding.among?.[0] ?? 0,
    of: finding.among?.[1] ?? 0,
  };
  // The forms in the order in which advice/sentence.py tries them.
  for (const stem of rules.detail.contact === "face" ? [`${finding.kind}.face`, finding.kind] : [finding.kind]) {
    const said =
      (finding.value === 0 ? maybe(`finding.${stem}.none`, values) : undefined) ??
      (finding.value < 0 ? maybe(`finding.${stem}.negative`, values) : undefined) ??
      (finding.is_good ? undefined : maybe(`finding.${stem}.few`, values)) ??
      maybe(`finding.${stem}`, values);
    if (said) return said;
  }
  return inShownColors(finding.text);
}
