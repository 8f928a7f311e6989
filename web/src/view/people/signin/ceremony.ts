/** What passkeys need of server and browser in turn. */

import { makePasskey, usePasskey } from "../../../net/passkey";
import * as people from "../../../net/people";
import type { Me } from "../../../wire";

/** Makes a passkey for whoever this browser is, under a new name where one is given. */
export async function withPasskey(name: string | null, title: string): Promise<Me> {
  const { options } = await people.passkeyToMake(name);
  return people.addPasskey({ answer: await makePasskey(options), title });
}

/** Signs in with a passkey of the person's choice. */
export async function byPasskey(): Promise<Me> {
  const { options } = await people.passkeyToUse();
  return people.signInByPasskey(await usePasskey(options));
}

/** What a device is called until its owner says otherwise, e.g. "Firefox, Linux". */
export function deviceName(agent: string): string {
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(agent)?.[0] ?? "";
  const system = /Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0] ?? "";
  const named: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS", CrOS: "ChromeOS" };
  return (
    [browser, system]
      .map((part) => named[part] ?? part)
      .filter(Boolean)
      .join(", ") || agent.slice(0, 40)
  );
}
