/** Dice that are fixed before a game begins and can be checked after it, as docs/programs/protocols.md says (clause I8). */

import { hmac, sha256 } from "./sha256";

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** A fresh secret, 256 bits in hexadecimal. */
export const newSeed = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** What may be shown while the seed is secret. */
export const commitment = (seed: string): string => hex(sha256(unhex(seed)));

/** The dice of a line's throw `number` (from 1): `count` independent fair faces, ascending. */
export function facesOf(seed: string, number: number, count: number): number[] {
  const faces: number[] = [];
  for (let block = 0; faces.length < count; block++) {
    const label = block === 0 ? `roll ${number}` : `roll ${number} ${block}`;
    // 252 is the largest multiple of 6 a byte reaches: taking all 256 would favor low faces.
    for (const byte of hmac(unhex(seed), new TextEncoder().encode(label))) if (byte < 252) faces.push((byte % 6) + 1);
  }
  return faces.slice(0, count).sort();
}
