/** Days as the reader writes them. */

import { language } from "../../words/index.svelte";

/** A time in milliseconds as a day. */
export const day = (time: number): string => new Date(time).toLocaleDateString(language(), { dateStyle: "medium" });
