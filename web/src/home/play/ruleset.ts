/** A ruleset by its name and options, as the wire names them: values that are the default may be told or left out. */

import { KernelError, type Kernel, type Ruleset } from "../kernel";

export function rulesetOf(kernel: Kernel, name: string, options: Readonly<Record<string, string>>): Ruleset {
  const games = kernel.games.filter((game) => game.name === name);
  // No game names the default of an option.
  const told = Object.entries(options).filter(([option, value]) =>
    games.some((game) => game.options[option] === value),
  );
  const found = games.find(
    (game) =>
      Object.keys(game.options).length === told.length &&
      told.every(([option, value]) => game.options[option] === value),
  );
  if (!found) throw new KernelError(`There is no ruleset "${name.slice(0, 40)}" with these options.`);
  return kernel.rulesetOfKey(found.key);
}
