/** The kernel as `make wasm` built it, for the tests; and the text data that they share with the native kernel's. */

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadKernel, type Kernel } from "../../src/home/kernel";

const FOLDER = join(import.meta.dirname, "..", "..", "public", "kernel");
const DATA = join(import.meta.dirname, "..", "..", "..", "tests", "data");

/** Where every test is asked for, a kernel that is not built is a failure and no reason to skip one. */
export const isMissing = !existsSync(join(FOLDER, "manifest.json")) && process.env["CORNERWISE_TESTS"] !== "all";

export const readKernelFile = (file: string): Promise<Uint8Array> => readFile(join(FOLDER, file));
export const load = (): Promise<Kernel> => loadKernel(readKernelFile);

export const data = (...path: readonly string[]): string => readFileSync(join(DATA, ...path), "utf-8");
/** The lines of a table of text data, split into their columns. */
export const table = (...path: readonly string[]): string[][] =>
  data(...path)
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("|").map((part) => part.trim()));
/** "classic-4 corners=free" as name and options. */
export const gameOf = (text: string): [string, Record<string, string>] => {
  const [name = "", ...options] = text.split(" ");
  return [name, Object.fromEntries(options.map((option) => option.split("=")))];
};
