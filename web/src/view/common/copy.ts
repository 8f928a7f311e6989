/** Copying a text to the clipboard. */

import { t } from "../../words/index.svelte";

/** Copies a text; where nothing else works it is shown to be copied by hand. True when it was copied. */
export async function copyText(text: string): Promise<boolean> {
  if (
    await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
  )
    return true;
  if (copyOldWay(text)) return true;
  prompt(t("act.copy"), text);
  return false;
}

/** A page that came without encryption, as in a home network, has only the old way, which needs a selection. */
function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  const before = document.activeElement;
  field.value = text;
  // What lies outside an open dialog cannot be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
