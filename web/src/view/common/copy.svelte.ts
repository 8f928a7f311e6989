/** Copying a text to the clipboard, and saying so for a moment. */

import { t } from "../../words/index.svelte";

/** How long one is told that something was copied, in milliseconds. */
const TOLD = 2000;

/** Copies on request and knows for a moment what it copied. */
export class Copier {
  /** What was copied just now. */
  copied = $state.raw<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  async copy(text: string): Promise<void> {
    if (!(await copyText(text))) return;
    this.copied = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.copied = null), TOLD);
  }
}

/** Copies a text; where nothing else works it is shown to be copied by hand. True when it was copied. */
async function copyText(text: string): Promise<boolean> {
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
