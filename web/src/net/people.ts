/** What is asked about people over HTTP: who one is, signing in and out, devices, one's own data. */

import { ask } from "./api";
import type {
  Adopted,
  BotList,
  BotToken,
  ChangedPerson,
  ClaimedGames,
  CredentialList,
  HouseWords,
  MadePasskey,
  MailAnswer,
  MailWish,
  Me,
  NewPassword,
  NoticeSettings,
  PasskeyOptions,
  PasswordSignIn,
  PersonRatings,
  Profile,
  PushWish,
  RecoveryCodes,
  RecoverySignIn,
  TurnList,
  VisitList,
} from "../wire";

/** No other site can send this header, so it shows that our own page asks. */
const HEADERS = { "content-type": "application/json", "x-cornerwise": "page" };

const send = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  ask(`/api/people/${path}`, { method, headers: HEADERS, body: body === undefined ? null : JSON.stringify(body) });

export const whoAmI = (): Promise<Me> => ask("/api/people/me");
export const becomeGuest = (): Promise<Me> => send("POST", "me");
export const changeMe = (changed: ChangedPerson): Promise<Me> => send("PATCH", "me", changed);
export const setPassword = (password: NewPassword): Promise<Me> => send("PUT", "me/password", password);
export const passkeyToMake = (name: string | null): Promise<PasskeyOptions> =>
  send("POST", "me/passkeys/options", { name });
export const addPasskey = (made: MadePasskey): Promise<Me> => send("POST", "me/passkeys", made);
export const passkeyToUse = (): Promise<PasskeyOptions> => send("POST", "signin/passkey/options");
export const signInByPasskey = (answer: string): Promise<Me> => send("POST", "signin/passkey", { answer });
export const signInByPassword = (asked: PasswordSignIn): Promise<Me> => send("POST", "signin/password", asked);
export const signInByCode = (asked: RecoverySignIn): Promise<Me> => send("POST", "signin/recovery", asked);
export const signOut = (everywhere: boolean): Promise<Me> => send("POST", `signout?everywhere=${everywhere}`);
export const credentials = (): Promise<CredentialList> => ask("/api/people/me/credentials");
export const removeCredential = (id: string, isLast: boolean): Promise<CredentialList> =>
  send("DELETE", `me/credentials/${id}?is_last=${isLast}`);
export const newCodes = (): Promise<RecoveryCodes> => send("POST", "me/codes");
export const visits = (): Promise<VisitList> => ask("/api/people/me/visits");
export const endVisit = (id: string): Promise<VisitList> => send("DELETE", `me/visits/${id}`);
export const bots = (): Promise<BotList> => ask("/api/people/me/bots");
export const makeBot = (name: string): Promise<BotToken> => send("POST", "me/bots", { name });
export const renewBot = (name: string): Promise<BotToken> => send("POST", `me/bots/${encodeURIComponent(name)}/token`);
export const revokeBot = (name: string): Promise<BotList> =>
  send("DELETE", `me/bots/${encodeURIComponent(name)}/token`);
export const deleteMe = (name: string): Promise<Me> => send("DELETE", "me", { name });
export const adopt = (games: Adopted): Promise<ClaimedGames> => send("POST", "me/adopt", games);
export const myGames = (): Promise<ClaimedGames> => ask("/api/people/me/games");
export const myTurns = (): Promise<TurnList> => ask("/api/people/me/turns");
export const notices = (): Promise<NoticeSettings> => ask("/api/people/me/notices");
export const setPush = (wish: PushWish): Promise<NoticeSettings> => send("PUT", "me/push", wish);
export const dropPush = (): Promise<NoticeSettings> => send("DELETE", "me/push");
export const setMail = (wish: MailWish): Promise<NoticeSettings> => send("PUT", "me/mail", wish);
export const dropMail = (): Promise<NoticeSettings> => send("DELETE", "me/mail");
export const verifyMail = (token: string): Promise<MailAnswer> =>
  ask("/api/mail/verify", { method: "POST", headers: HEADERS, body: JSON.stringify({ token }) });
export const endMail = (token: string): Promise<MailAnswer> =>
  ask(`/api/mail/off?${new URLSearchParams({ token })}`, { method: "POST" });
export const profile = (name: string): Promise<Profile> => ask(`/api/people/${encodeURIComponent(name)}`);
export const house = (): Promise<HouseWords> => ask("/api/house");
export const ratings = (name: string): Promise<PersonRatings> => ask(`/api/people/${encodeURIComponent(name)}/ratings`);
