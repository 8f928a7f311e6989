// Written by tools/wire_types.py from src/cornerwise/server/wire/; do not edit: run `make wire`.


/** End a game without a result; only before your second move. */
export interface Abort {
  id?: number | null;
  type: "abort";
  game: string;
}

/** Sit down with whoever made a seek, on those of its terms that have this number. */
export interface AcceptSeek {
  id?: number | null;
  type: "accept";
  seek: string;
  terms?: number;
}

/** Games a browser has tokens of, to follow its person. */
export interface Adopted {
  games: ShownGame[];
}

/** The best moves first. */
export interface Advice {
  reply: number | null;
  type: "advice";
  game: string;
  ply: number;
  wins: number[];
  scores: number[];
  candidates: Candidate[];
  /** the first move is proved best, not estimated */
  is_exact: boolean;
  /** that the first is the best: 0.5 a toss-up, 1 certain */
  confidence: number;
  /** what that comes to: only, clear, likely, ahead, two, equal, unknown and more */
  verdict: string;
  /** the mover has no chance worth showing, so points decide */
  is_hopeless: boolean;
}

/** Ask for the best moves here, with reasons. */
export interface Advise {
  id?: number | null;
  type: "advise";
  game: string;
  ply: number;
  seconds?: number;
}

/** A computer on a ladder, whose number never changes. */
export interface AnchorView {
  level: number;
  /** what the level is called in data */
  key: string;
  number: number;
}

/** A page of the archive, the newest first. */
export interface ArchivePage {
  games: ArchivedGame[];
  /** what to ask for to see newer games; null on the first page */
  before: string | null;
  /** what to ask for to see older games; null on the last page */
  after: string | null;
}

/** A public game that has ended. */
export interface ArchivedGame {
  game: string;
  ruleset: string;
  is_live: boolean;
  is_rated: boolean;
  /** a moderator has struck out its result */
  is_annulled: boolean;
  moves: number;
  /** milliseconds UTC */
  ended: number;
  seats: ArchivedSeat[];
}

/** Who sat on a seat, and how it ended for them. */
export interface ArchivedSeat {
  /** empty when the person was deleted */
  name: string;
  kind: "guest" | "account" | "computer" | "bot";
  /** of a computer */
  level: number | null;
  rank: number;
  score: number;
  /** the rating before the game */
  number: number | null;
  /** the rating after it, where it was rated */
  after: number | null;
}

/** Ask what time it is by the server's clock. */
export interface AskTime {
  id?: number | null;
  type: "time";
}

/** Where the atlas lies; the address holds a hash of its content, so it may be kept for ever. */
export interface AtlasLink {
  url: string;
  placements: number;
}

/** Hear nobody's phrases any more (mute), or never meet somebody again (block); `none` takes it back. */
export interface Bar {
  id?: number | null;
  type: "bar";
  person: string;
  bar: "mute" | "block" | "none";
}

/** A game won against strong opponents. */
export interface BestResult {
  /** null where the game is private */
  game: string | null;
  ended: number;
  opponents: RatedOpponent[];
}

/** The cells of a sheet: [x, y, z] from the left, the bottom and the ground, and their names. */
export interface BoardDetail {
  columns: number;
  rows: number;
  levels: number;
  cells: [number, number, number][];
  names: string[];
  /** [x, y, height limit] of every column of the footprint */
  heights: [number, number, number][];
}

/** Somebody's bots. */
export interface BotList {
  bots: BotView[];
}

/** A bot's new token, which is told this once. */
export interface BotToken {
  name: string;
  token: string;
}

/** A bot as its owner sees it. */
export interface BotView {
  name: string;
  /** milliseconds UTC */
  made: number;
  /** when its token was last used, to within an hour */
  used: number | null;
  has_token: boolean;
}

/** Take a seek of yours back, or turn a challenge to you down. */
export interface CancelSeek {
  id?: number | null;
  type: "cancel";
  seek: string;
}

/** A move worth considering: chances and expected scores for every seat, and why. */
export interface Candidate {
  move: number;
  text: string;
  shape: string;
  cells: number[];
  /** win chance per seat, 0 to 1 */
  wins: number[];
  /** expected score per seat */
  scores: number[];
  /** share of the search spent on it, 0 to 1 */
  weight: number;
  findings: FindingView[];
  /** half of the 95 % interval of the mover's win chance */
  error: number;
  /** it is proved who wins after it */
  is_decided: boolean;
  /** it is proved by how much, too */
  is_exact: boolean;
  /** what is expected to follow */
  expected: ExpectedMove[];
}

/** What is different: it follows the state `after` and leads to `seq`; these are equal when people came or went. */
export interface Change {
  type: "change";
  game: string;
  /** the seq a snapshot must have for this to follow; else join again with it */
  after: number;
  seq: number;
  ply: number;
  set: Changed;
  steps?: StepTail | null;
  placed?: PlacedTail[];
}

/** The snapshot's fields that are different now. */
export interface Changed {
  turn?: TurnView;
  supplies?: SupplyView[];
  /** ids of the legal moves, ascending; empty unless this connection may move */
  legal?: number[];
  /** empty cells the mover's color can build from, on the turn's sheet */
  targets?: number[];
  /** this connection may throw the dice now */
  may_roll?: boolean;
  scores?: number[];
  color_scores?: Record<string, number>;
  ranks?: number[];
  /** empty until the game is over */
  winners?: number[];
  /** colors that are out */
  out?: string[];
  /** Dice: seats that are out */
  seats_out?: number[];
  dice?: number[];
  /** Dice: strikes used per seat */
  strikes?: number[];
  /** Dice: color of the marker each seat holds */
  markers?: string[];
  round?: number;
  starter?: number;
  seats?: SeatView[];
  is_host?: boolean;
  /** this connection may undo, redo and goto */
  may_change?: boolean;
  /** there is a decision this connection may take back */
  may_undo?: boolean;
  /** how many of the steps have been taken; the rest can be redone */
  at?: number;
  variations?: VariationView[];
  /** win chance per seat now, where known */
  forecast?: number[] | null;
  is_over?: boolean;
  /** the computer waits until start */
  is_paused?: boolean;
  /** persons who are to move but not online */
  waits_for?: number[];
  /** of these, who has been gone for so long that you may let the computer stand in */
  may_stand_in?: number[];
  /** clocks and agreements; null in a game without terms */
  table?: TableView | null;
  /** null in games without dice */
  fairness?: FairnessView | null;
  /** the position as text */
  position?: string;
}

/** What a person wants to be called and where they come from; what is left out stays. */
export interface ChangedPerson {
  name?: string | null;
  /** "" takes it away */
  country?: string | "" | null;
}

/** What is wrong with the pieces laid so far; solved when nothing is wrong and nothing is missing. */
export interface Checked {
  is_solved: boolean;
  faults: Fault[];
}

/** A game that follows a person: as its host, on seats, or both. */
export interface ClaimedGameView {
  game: string;
  is_host: boolean;
  seats: number[];
}

/** The games that follow a person to every device, tables included; the last played first. */
export interface ClaimedGames {
  games: ClaimedGameView[];
}

/** A rule that holds in a game, as docs/rules numbers it; the page has the sentence. */
export interface Clause {
  key: string;
  /** the clause of docs/rules, e.g. C2 */
  number: string;
  /** pieces or strikes, where the sentence tells how many */
  count: number;
  /** points for having placed every piece */
  bonus: number;
  /** points for having placed the smallest one last */
  last: number;
  /** the colors the sentence names, by side */
  colors: string[][];
}

/** All ways to sign in, and how many recovery codes are left. */
export interface CredentialList {
  credentials: CredentialView[];
  codes: number;
}

/** A way to sign in, as its owner sees it. */
export interface CredentialView {
  id: string;
  kind: "passkey" | "password";
  title: string;
  /** milliseconds UTC */
  made: number;
  /** milliseconds UTC */
  used: number | null;
}

/** Say no to what is being asked, or ask no longer. */
export interface Decline {
  id?: number | null;
  type: "decline";
  game: string;
  offer: "takeback" | "rematch";
}

/** What waits for the moderators, oldest first, and what they decided last, newest first. */
export interface Desk {
  reports: ReportView[];
  rulings: RulingView[];
}

/** The request was carried out and needs no other answer. */
export interface Done {
  reply: number | null;
  type: "done";
}

/** Hear what happens in the lobby, and what concerns you, until `leave_lobby`. */
export interface EnterLobby {
  id?: number | null;
  type: "enter_lobby";
}

/** Nothing was changed; the sentence says why. */
export interface ErrorMessage {
  reply: number | null;
  type: "error";
  code: "malformed" | "too_large" | "too_fast" | "unknown_game" | "unknown_ruleset" | "unknown_puzzle" | "unknown_person" | "unknown_ladder" | "signed_out" | "not_joined" | "not_yours" | "stale" | "illegal" | "refused" | "busy" | "internal";
  sentence: string;
  /** which sentence it is, for other languages; empty where nobody sees it */
  kind: string;
  /** what the sentence is filled with */
  values: Record<string, string | number>;
  game: string | null;
}

/** A move that the engine expects after the one it advises. */
export interface ExpectedMove {
  move: number;
  text: string;
  color: string;
  cells: number[];
}

/** Ask why cells may not be covered now. */
export interface Explain {
  id?: number | null;
  type: "explain";
  game: string;
  ply: number;
  cells: number[];
  die?: number | null;
  strike?: boolean;
}

/** Why not: the clause, the offending cells and a sentence; all empty when the move is legal. */
export interface Explanation {
  reply: number | null;
  type: "explanation";
  game: string;
  ply: number;
  is_legal: boolean;
  kind: string | null;
  clause: string | null;
  sentence: string | null;
  cells: number[];
}

/** Proof that the dice were fixed in advance: sha256 of the seed now, the seed after the end. */
export interface FairnessView {
  commitment: string;
  seed: string | null;
}

/** The own name, typed once more, so that nobody is deleted by a slip. */
export interface Farewell {
  name: string;
}

/** Something that breaks the puzzle's rules, and where. */
export interface Fault {
  kind: string;
  sentence: string;
  values: Record<string, string | number>;
  cells: number[];
  /** positions in the list that was sent */
  pieces: number[];
}

/** Begin the private table you made: the computer takes the seats that are still empty. */
export interface FillSeek {
  id?: number | null;
  type: "fill";
  seek: string;
}

/** A fact that speaks for a move or against it: as a sentence, and as what the sentence is made of. */
export interface FindingView {
  kind: string;
  is_good: boolean;
  text: string;
  cells: number[];
  /** what was counted for this move */
  value: number;
  /** the same for what it is compared with; of typical ones, what most do at most or least */
  usual: number;
  /** what it is compared with: typical, first, played, next, any or alone */
  against: string;
  /** the color it is about: the mover's or a rival's */
  color: string | null;
  /** the piece it is about */
  shape: string | null;
  /** the die it is about */
  die: number | null;
  /** so many of so many: other moves, or strikes */
  among: [number, number] | null;
  /** the cell amid them, where they are many and lie together */
  near: number | null;
}

/** Let the computer play all your seats to the end. */
export interface Finish {
  id?: number | null;
  type: "finish";
  game: string;
  level?: number | null;
}

/** The table a newcomer finds set: drawn at once, opened as a game of the same seats behind the scenes. */
export interface FirstTable {
  rules: RulesetDetail;
  snapshot: Snapshot;
}

/** The games asked for that exist, in the order asked. */
export interface GameList {
  games: GameSummary[];
}

/** A game as one line of a list. */
export interface GameSummary {
  game: string;
  ruleset: string;
  title: string;
  options: Record<string, string>;
  ply: number;
  moves: number;
  is_over: boolean;
  /** the seat to move, -1 for chance, -2 when the game is over */
  actor: number;
  names: string[];
  scores: number[];
  ranks: number[];
  /** none while it goes on, and none when it was aborted */
  winners: number[];
  /** time in UTC, ISO 8601 */
  opened: string;
  /** time of the last move in UTC, ISO 8601 */
  played: string;
}

/** Go to any step of the game's tree, 0 being the start. */
export interface Goto {
  id?: number | null;
  type: "goto";
  game: string;
  ply: number;
  to: number;
}

/** Number `ply` of the log, following entry `after`. */
export interface HomeEntry {
  ply: number;
  after: number;
  kind: "move" | "roll" | "retire";
  text: string;
  forecast?: number[] | null;
}

/** A whole game: its log with the numbers it has there, who sits where, and where it stands. */
export interface HomeGame {
  ruleset: string;
  options?: Record<string, string>;
  seats: HomeSeat[];
  entries?: HomeEntry[];
  ply?: number;
  is_paused?: boolean;
}

/** Who sits on a seat. */
export interface HomeSeat {
  kind?: "here" | "link" | "computer";
  name?: string;
  level?: number;
  stand_in?: number | null;
  has_resigned?: boolean;
}

/** What the host of this server says to everybody. */
export interface HouseWords {
  announcement: string;
  terms: string;
  /** those a person may come from, by their two letters */
  countries: string[];
}

/** Sit down at (or watch) a game. Tokens decide which seats are yours; without any you watch. */
export interface Join {
  id?: number | null;
  type: "join";
  game: string;
  tokens?: string[];
  name?: string | null;
  /** the seq of the snapshot one has: only what changed since is sent, if possible */
  seq?: number | null;
}

/** A step looked back at: what it cost its seat and what was better. */
export interface Judgment {
  ply: number;
  seat: number;
  before: number[];
  after: number[];
  /** win chance given away, 0 to 1 */
  cost: number;
  /** points of the score given away, where the victory was decided */
  points: number;
  better: Candidate | null;
}

/** All ladders. */
export interface LadderList {
  ladders: LadderView[];
  /** all countries there are, by their two letters */
  countries: string[];
}

/** Somebody's ratings on one ladder over time. */
export interface LadderRecord {
  ladder: string;
  rating: RatingView;
  /** the highest number that was not provisional */
  peak: number | null;
  /** the place in the ranking, if in it */
  rank: number | null;
  /** in order; of many games only so many as a plot can show */
  points: RatingPoint[];
  best: BestResult[];
}

/** A ladder: a family of rulesets, live or turn-based. */
export interface LadderView {
  key: string;
  family: string;
  title: string;
  is_live: boolean;
  /** all rulesets rated on it */
  rulesets: string[];
  anchors: AnchorView[];
  /** how many are in its ranking */
  people: number;
}

/** The pieces a person has laid so far. */
export interface Laid {
  placed: LaidPiece[];
}

/** A piece laid on the puzzle's board. */
export interface LaidPiece {
  shape: string;
  color: string | null;
  cells: number[];
}

/** Hear no more of a game. */
export interface Leave {
  id?: number | null;
  type: "leave";
  game: string;
}

/** Hear no more of the lobby. */
export interface LeaveLobby {
  id?: number | null;
  type: "leave_lobby";
}

/** What everybody sees in the lobby; the newest one replaces all before it. */
export interface Lobby {
  type: "lobby";
  seeks: SeekView[];
  /** public games that go on, the most watched first */
  tables: TableSummary[];
}

/** The browser's answer, as JSON, and what the person calls the device. */
export interface MadePasskey {
  answer: string;
  name?: string | null;
  title?: string;
}

/** What opening the link did; the address is null where the link is no longer good. */
export interface MailAnswer {
  address: string | null;
}

/** What a link in an e-mail holds. */
export interface MailToken {
  token: string;
}

/** An e-mail address to be told at. */
export interface MailWish {
  address: string;
  language: "en" | "de" | "fr" | "es";
}

/** Offer to play. A quick seek takes the place of the one before it. */
export interface MakeSeek {
  id?: number | null;
  type: "seek";
  seek: NewSeek;
}

/** Who the server takes this browser for; null when it has only looked so far. */
export interface Me {
  person: PersonView | null;
  is_moderator: boolean;
  /** milliseconds UTC, while a moderator has barred one */
  suspended_until: number | null;
  /** a guest who has not chosen a name yet */
  has_generated_name: boolean;
  /** browsers have them only over https, or on localhost */
  may_use_passkeys: boolean;
}

/** What concerns you: the newest one replaces all before it. */
export interface Mine {
  type: "mine";
  /** yours */
  seeks: SeekView[];
  /** to you */
  challenges: SeekView[];
  /** yours that go on; those where it is your turn first */
  tables: OwnTable[];
  muted: Somebody[];
  blocked: Somebody[];
  /** milliseconds UTC, while a moderator has barred you from playing with others */
  suspended_until: number | null;
}

/** A game to be opened: from the start, from a record or the text of a share link, or as it was played at home. */
export interface NewGame {
  ruleset?: string | null;
  options?: Record<string, string>;
  seats?: NewSeat[];
  record?: string | null;
  shared?: string | null;
  home?: HomeGame | null;
  /** how many steps of the record's line to open it after; null: all */
  after?: number | null;
}

/** A passkey is to be made; a guest without a name of their own gives one. */
export interface NewPasskey {
  name?: string | null;
}

/** A password to sign in by from now on; a guest without a name of their own gives one too. */
export interface NewPassword {
  password: string;
  name?: string | null;
}

/** Who sits down: a person at this screen, a person elsewhere by a link, or the computer at a level. */
export interface NewSeat {
  kind?: "here" | "link" | "computer";
  name?: string | null;
  level?: number;
}

/** An offer to play on any of these terms: with whoever fits, with one person, or with those who have the link. */
export interface NewSeek {
  kind?: "quick" | "open" | "challenge" | "private";
  terms: Terms[];
  low?: number | null;
  high?: number | null;
  fill?: number | null;
  /** challenge: the name of the person */
  to?: string | null;
}

/** How this browser and this person are told. */
export interface NoticeSettings {
  /** the server's public key, as browsers want it for a subscription */
  key: string;
  /** this browser is told by push */
  is_subscribed: boolean;
  /** the host can send e-mail */
  has_mail: boolean;
  /** the e-mail address that is told */
  address: string | null;
  /** its reader has opened the link that was sent there */
  is_verified: boolean;
}

/** Ask for your last move back, or for a rematch; saying it after somebody else did means yes. */
export interface Offer {
  id?: number | null;
  type: "offer";
  game: string;
  offer: "takeback" | "rematch";
}

/** Something that happens when everybody agrees. */
export interface OfferView {
  kind: "takeback" | "rematch";
  /** the seat that asked first */
  by: number;
  /** the seats that said yes, the asker's included */
  agreed: number[];
  /** takeback: the ply to go back to */
  to: number | null;
}

/** A fresh game and the secret of its host; keep it: it is what makes this browser the host. */
export interface OpenedGame {
  game: string;
  token: string;
}

/** A choice a ruleset offers, e.g. corners: fixed or free; the first value is the default. */
export interface Option {
  name: string;
  values: string[];
  /** for each value that gives the colors to other seats: who owns them then */
  owners: Record<string, (number | null)[]>;
}

/** One of your tables that go on. */
export interface OwnTable {
  game: string;
  terms: Terms;
  /** of people; empty for a computer */
  names: string[];
  /** of computers; null for people */
  levels: (number | null)[];
  /** ratings before the game */
  numbers: (number | null)[];
  moves: number;
  /** the seat to act, -2 when the game is over */
  actor: number;
  deadline: number | null;
  /** yours */
  seat: number;
  is_your_turn: boolean;
  /** milliseconds UTC */
  opened: number;
}

/** What the browser needs for its part of the ceremony: JSON, as WebAuthn says. */
export interface PasskeyOptions {
  options: string;
}

/** The browser's answer, as JSON. */
export interface PasskeySignIn {
  answer: string;
}

/** Who one says one is, and the proof. */
export interface PasswordSignIn {
  name: string;
  password: string;
}

/** Everything rated that somebody has played. */
export interface PersonRatings {
  name: string;
  ladders: LadderRecord[];
}

/** A person as everybody sees them. */
export interface PersonView {
  /** empty when the person was deleted */
  name: string;
  kind: "guest" | "account" | "computer" | "bot";
  country: string | null;
  /** of a computer player */
  level: number | null;
  is_deleted: boolean;
}

/** A shape still in a supply; places counts where it could go if its owner were to place it now. */
export interface PieceView {
  shape: string;
  places: number;
}

/** Somebody's place in a ranking. */
export interface PlaceView {
  rank: number;
  name: string;
  country: string | null;
  rating: RatingView;
  /** places gained since Monday; null who was not in the ranking then */
  moved: number | null;
  is_you: boolean;
}

/** Keep the first `keep` pieces of a sheet, as they were laid; these follow. Its cells are what they cover. */
export interface PlacedTail {
  sheet: number;
  keep: number;
  add: PlacedView[];
}

/** A piece on a sheet; number counts the moves of the line, so 1 is the first piece laid. */
export interface PlacedView {
  color: number;
  shape: string;
  placement: number;
  cells: number[];
  number: number;
}

/** Make a move at the ply seen; move is an id of the snapshot's legal list, or move text. */
export interface Play {
  id?: number | null;
  type: "play";
  game: string;
  ply: number;
  move: number | string;
  /** milliseconds between seeing the turn and acting; what the server measures beyond it is lag */
  thought?: number | null;
}

/** Why a request was refused, in one sentence. */
export interface Problem {
  code: string;
  sentence: string;
  /** which sentence it is, for other languages; empty where nobody sees it */
  kind: string;
  /** what the sentence is filled with */
  values: Record<string, string | number>;
}

/** A person's page: who they are, since when, and how much they have played here. */
export interface Profile {
  person: PersonView;
  /** milliseconds UTC */
  made: number;
  is_you: boolean;
}

/** A browser's push subscription. */
export interface PushWish {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: "en" | "de" | "fr" | "es";
}

/** A puzzle: its region, the pieces to lay and what must hold. */
export interface PuzzleDetail {
  name: string;
  title: string;
  text: string;
  /** what must hold */
  rules: Said[];
  board: BoardDetail;
  shapes: ShapeDetail[];
  colors: string[];
  pieces: PuzzlePiece[];
  /** per color the cells one of which its first piece covers */
  starts: number[][];
  givens: LaidPiece[];
}

/** Every puzzle on offer: today's first, then from the easiest to the hardest. */
export interface PuzzleList {
  puzzles: PuzzleSummary[];
}

/** How many pieces of a shape a color has. */
export interface PuzzlePiece {
  shape: string;
  /** null in a puzzle without colors */
  color: string | null;
  count: number;
}

/** One line of the list of puzzles. */
export interface PuzzleSummary {
  name: string;
  title: string;
  text: string;
  pieces: number;
  cells: number;
  columns: number;
  rows: number;
  levels: number;
  difficulty: "easy" | "medium" | "hard" | "expert" | "monstrous";
  /** [x, y, z] of every cell */
  region: [number, number, number][];
  /** what lies there from the start */
  givens: LaidPiece[];
  is_daily: boolean;
}

/** A page of a ranking, the best first. */
export interface RankingPage {
  ladder: string;
  country: string | null;
  /** how many are in it */
  people: number;
  places: PlaceView[];
  /** what to ask for to see the page before; null on the first */
  before: string | null;
  /** what to ask for to see the page after; null on the last */
  after: string | null;
  /** your own place, if you have one */
  you: PlaceView | null;
  /** who stands next to you, and you */
  neighbors: PlaceView[];
}

/** Somebody in a rated game, with the number they had. */
export interface RatedOpponent {
  /** empty when the person was deleted */
  name: string;
  /** of a computer player */
  level: number | null;
  /** what its level is called in data */
  key: string | null;
  number: number;
}

/** A rating after a game. */
export interface RatingPoint {
  /** milliseconds UTC */
  ended: number;
  number: number;
  uncertainty: number;
}

/** A rating as it is shown: `1623 ± 124`, with a question mark while it is provisional. */
export interface RatingView {
  number: number;
  /** what stands after the ± */
  uncertainty: number;
  is_provisional: boolean;
  games: number;
}

/** Fresh recovery codes; the server cannot show them again. */
export interface RecoveryCodes {
  codes: string[];
}

/** Who one says one is, and one of the codes that were kept for a rainy day. */
export interface RecoverySignIn {
  name: string;
  code: string;
}

/** Forward again to your next decision. */
export interface Redo {
  id?: number | null;
  type: "redo";
  game: string;
  ply: number;
}

/** Tell the moderators about somebody at a table. */
export interface Report {
  id?: number | null;
  type: "report";
  game: string;
  seat: number;
  reason: "stalling" | "help" | "name" | "insult" | "other";
  note?: string;
}

/** A report as a moderator reads it. */
export interface ReportView {
  number: number;
  /** milliseconds UTC */
  made: number;
  /** without a name where the person was deleted */
  by: Somebody;
  /** the same */
  about: Somebody;
  /** of the person it is about, milliseconds UTC */
  suspended_until: number | null;
  game: string;
  is_rated: boolean;
  /** a public game that was taken out of every list */
  is_hidden: boolean;
  /** of the game */
  outcome: "playing" | "over" | "aborted" | "annulled";
  reason: "stalling" | "help" | "name" | "insult" | "other";
  note: string;
  is_handled: boolean;
}

/** Give up for a seat of yours; the computer plays on for it where others still play. */
export interface Resign {
  id?: number | null;
  type: "resign";
  game: string;
  seat: number;
}

/** A game looked back at, move by move; costliest lists the plies worth a retry. */
export interface Review {
  reply: number | null;
  type: "review";
  game: string;
  judgments: Judgment[];
  costliest: number[];
}

/** Ask for a look back at the whole line. */
export interface ReviewGame {
  id?: number | null;
  type: "review";
  game: string;
}

/** Throw the dice. */
export interface Roll {
  id?: number | null;
  type: "roll";
  game: string;
  ply: number;
  /** milliseconds between seeing the turn and acting; what the server measures beyond it is lag */
  thought?: number | null;
}

/** Everything a page needs to draw a ruleset; it says nothing about what is legal. */
export interface RulesetDetail {
  name: string;
  title: string;
  family: string;
  structure: string | null;
  options: Record<string, string>;
  choices: Option[];
  /** the computer's levels, the weakest first */
  strengths: Strength[];
  seats: number;
  sheets: number;
  colors: string[];
  /** per color: the seat that owns it, or null when it is shared or wanders */
  owners: (number | null)[];
  teams: number[][];
  contact: "corner" | "face";
  board: BoardDetail;
  shapes: ShapeDetail[];
  /** per color: the cells of which its first piece covers one */
  starts: number[][];
  /** Dice: die face to the shapes of its row; else empty */
  rows: Record<string, string[]>;
  strikes: number;
  /** the rules, in the order in which they are told */
  clauses: Clause[];
  /** house values a player should know of, one sentence each */
  notes: string[];
  move_count: number;
  /** how a placement can be made, by the ids of their moves, ascending */
  ways: Way[];
  atlas: AtlasLink;
  /** the starting position as text */
  position: string;
  /** a few moves from the start to be shown with the rules: sheet, number of the color, and move */
  example: [number, number, number][];
}

/** One line of the list of games. */
export interface RulesetSummary {
  name: string;
  title: string;
  /** the game it is a way to play, e.g. classic; its own name where it is alone */
  family: string;
  /** what is built, where a family has several structures */
  structure: string | null;
  seats: number;
  colors: string[];
  /** per color: the seat that owns it, or null when it is shared or wanders */
  owners: (number | null)[];
  teams: number[][];
  sheets: number;
  columns: number;
  rows: number;
  levels: number;
  /** 3D: the height of every column as a digit, the farthest row first; else empty */
  plan: string[];
  contact: "corner" | "face";
  options: Option[];
  /** the computer's levels, the weakest first */
  strengths: Strength[];
}

/** What a moderator decided. */
export interface RulingView {
  /** milliseconds UTC */
  made: number;
  /** the moderator's name; empty where the account was deleted */
  by: string;
  kind: "suspend" | "restore" | "rename" | "annul" | "hide" | "show" | "handle";
  /** whom it is about, by the name they have now */
  person: string | null;
  game: string | null;
  /** suspend: days; rename: the name before; handle: the number of the report */
  detail: string;
}

/** Public games that go on, what people like to watch first. */
export interface RunningTables {
  tables: TableSummary[];
}

/** A sentence, and what it is made of, for other languages. */
export interface Said {
  kind: string;
  sentence: string;
  values: Record<string, string | number>;
}

/** Somebody said a phrase at a table. */
export interface SaidPhrase {
  type: "said";
  game: string;
  seat: number;
  person: string | null;
  phrase: "hello" | "good_luck" | "have_fun" | "nice_move" | "well_played" | "good_game" | "oops" | "thanks" | "take_your_time" | "one_moment" | "again" | "bye";
}

/** Say one of the phrases at a table where you sit. */
export interface Say {
  id?: number | null;
  type: "say";
  game: string;
  phrase: "hello" | "good_luck" | "have_fun" | "nice_move" | "well_played" | "good_game" | "oops" | "thanks" | "take_your_time" | "one_moment" | "again" | "bye";
}

/** A place at the table and who sits there. */
export interface SeatView {
  seat: number;
  kind: "here" | "link" | "person" | "computer";
  name: string;
  /** the computer's level when it sits here */
  level: number;
  /** the level of the computer that plays for the person now, or null */
  stand_in: number | null;
  /** the person on this seat is online; true for the computer */
  is_connected: boolean;
  /** it is this connection's, even while the computer stands in */
  is_yours: boolean;
  /** this connection may take it back from the computer that stands in */
  is_reclaimable: boolean;
  has_resigned: boolean;
  /** the id of the person it belongs to, where that is known */
  person: string | null;
  colors: string[];
  /** the secret of the seat's link, /game/GAME#TOKEN, to whoever showed the host's token */
  token: string | null;
}

/** An offer to play. */
export interface SeekView {
  id: string;
  kind: "quick" | "open" | "challenge" | "private";
  person: Somebody;
  /** the seeker's rating, for each of the terms */
  numbers: number[];
  terms: Terms[];
  low: number | null;
  high: number | null;
  /** the level of the computer on seats that stay empty; null: people only */
  fill: number | null;
  /** how many the first of the games has */
  seats: number;
  /** names of those who have answered so far */
  joined: string[];
  /** whom a challenge is for */
  to: Somebody | null;
  /** when it was made, milliseconds UTC */
  made: number;
  /** the seek this one answers, while its table is not full yet */
  wants: string | null;
  /** whether the person a challenge was for has said no */
  is_declined: boolean;
}

/** Change who sits on a seat: person here, person elsewhere, or the computer at a level. */
export interface SetSeat {
  id?: number | null;
  type: "set_seat";
  game: string;
  seat: number;
  kind: "here" | "link" | "computer";
  level?: number | null;
  name?: string | null;
}

/** A shape: its cells as [x, y, z] and every way of turning it, in the atlas's order. */
export interface ShapeDetail {
  name: string;
  size: number;
  cells: [number, number, number][];
  orientations: [number, number, number][][];
}

/** A whole game as the text of a link: open /share#TEXT. */
export interface Shared {
  text: string;
  path: string;
}

/** One physical board: per cell the index of the color that covers it (-1: empty), and its pieces. */
export interface SheetView {
  cells: number[];
  placed: PlacedView[];
}

/** A game and the tokens a browser has for it. */
export interface ShownGame {
  game: string;
  tokens: string[];
}

/** The whole game as one connection may see it; the newest one replaces all before it. */
export interface Snapshot {
  type: "snapshot";
  game: string;
  ruleset: string;
  options: Record<string, string>;
  title: string;
  /** grows by one with every change that is stored; a change follows one */
  seq: number;
  /** the entry of the log that is shown; send it back with play, roll, undo ... */
  ply: number;
  turn: TurnView;
  sheets: SheetView[];
  supplies: SupplyView[];
  /** ids of the legal moves, ascending; empty unless this connection may move */
  legal: number[];
  /** empty cells the mover's color can build from, on the turn's sheet */
  targets: number[];
  /** this connection may throw the dice now */
  may_roll: boolean;
  scores: number[];
  color_scores: Record<string, number>;
  ranks: number[];
  /** empty until the game is over */
  winners: number[];
  /** colors that are out */
  out: string[];
  /** Dice: seats that are out */
  seats_out: number[];
  dice: number[];
  /** Dice: strikes used per seat */
  strikes: number[];
  /** Dice: color of the marker each seat holds */
  markers: string[];
  round: number;
  starter: number;
  seats: SeatView[];
  is_host: boolean;
  /** this connection may undo, redo and goto */
  may_change: boolean;
  /** there is a decision this connection may take back */
  may_undo: boolean;
  steps: StepView[];
  /** how many of the steps have been taken; the rest can be redone */
  at: number;
  variations: VariationView[];
  /** win chance per seat now, where known */
  forecast: number[] | null;
  is_over: boolean;
  /** the computer waits until start */
  is_paused: boolean;
  /** persons who are to move but not online */
  waits_for: number[];
  /** of these, who has been gone for so long that you may let the computer stand in */
  may_stand_in: number[];
  /** clocks and agreements; null in a game without terms */
  table: TableView | null;
  /** null in games without dice */
  fairness: FairnessView | null;
  /** the position as text */
  position: string;
}

/** A solution in laying order, a hint, or the sentence why there is none (yet). */
export interface Solution {
  reply: number | null;
  type: "solution";
  puzzle: string;
  verdict: "found" | "impossible" | "not_found";
  sentence: string;
  hint: "region" | "piece" | "placement" | null;
  /** hint region: where to look */
  cells: number[];
  /** hint piece (without cells) or placement */
  piece: LaidPiece | null;
  placed: LaidPiece[];
  faults: Fault[];
}

/** Ask for a puzzle's solution that keeps the pieces laid, or for a hint toward one. */
export interface Solve {
  id?: number | null;
  type: "solve";
  puzzle: string;
  placed?: LaidPiece[];
  hint?: "region" | "piece" | "placement" | null;
}

/** Somebody, as others see them. */
export interface Somebody {
  id: string;
  name: string;
  is_guest: boolean;
  is_computer: boolean;
}

/** Your seek stands; whoever has the link /meet/SEEK can accept a private one. */
export interface Sought {
  reply: number | null;
  type: "sought";
  seek: string;
}

/** Let the computer play at a level for a seat's person, or give the seat back (level null). */
export interface StandIn {
  id?: number | null;
  type: "stand_in";
  game: string;
  seat: number;
  level?: number | null;
}

/** What somebody's rating was before the game, and what it became. */
export interface Standing {
  number: number;
  is_provisional: boolean;
  /** null until a rated game has ended */
  after: number | null;
}

/** Let the computer go on after a stop. */
export interface Start {
  id?: number | null;
  type: "start";
  game: string;
}

/** Keep the first `keep` steps of the line; these follow. */
export interface StepTail {
  keep: number;
  add: StepView[];
}

/** One entry of the line, a move or a roll; the line may reach beyond the present ply. */
export interface StepView {
  ply: number;
  kind: "move" | "roll" | "retire";
  /** 1 for the first piece laid; a roll has the number of the move before it */
  number: number;
  /** who moved; -1 for a roll */
  seat: number;
  color: string | null;
  sheet: number;
  /** move text such as e8,d9,e9,f9,e10 or a roll such as 1 3 3 6 */
  text: string;
  move: number | null;
  shape: string | null;
  cells: number[];
  /** per seat, after this step */
  scores: number[];
  /** win chance per seat after this step, where known */
  forecast: number[] | null;
}

/** Stop a job of the computer: its play (pauses the game), advice, review or a puzzle being solved. */
export interface Stop {
  id?: number | null;
  type: "stop";
  job: "play" | "advise" | "review" | "solve";
  game?: string | null;
}

/** A level of the computer in a ruleset: what it is called in data, and its number among people's ratings. */
export interface Strength {
  key: string;
  /** null where it was not measured */
  rating: number | null;
}

/** The pieces a color (Dice: a seat) has left. */
export interface SupplyView {
  color: string | null;
  seat: number | null;
  pieces: PieceView[];
  is_out: boolean;
}

/** A table as one line of a list. */
export interface TableSummary {
  game: string;
  terms: Terms;
  /** of people; empty for a computer */
  names: string[];
  /** of computers; null for people */
  levels: (number | null)[];
  /** ratings before the game */
  numbers: (number | null)[];
  moves: number;
  /** the seat to act, -2 when the game is over */
  actor: number;
  deadline: number | null;
}

/** A table's clocks and agreements; moments are milliseconds UTC by the server's clock (see `time`). */
export interface TableView {
  terms: Terms;
  outcome: "playing" | "over" | "aborted" | "annulled";
  /** milliseconds per seat when the present turn began */
  left: number[];
  /** the seat whose clock runs, or null */
  running: number | null;
  /** the moment the present turn began */
  since: number;
  /** this is a first turn, which runs on nobody's clock */
  is_grace: boolean;
  /** the moment at which the present turn ends by itself, or null */
  deadline: number | null;
  /** this connection may end the game without a result */
  may_abort: boolean;
  /** this connection may ask for its last move back */
  may_take_back: boolean;
  offers: OfferView[];
  /** the rematch, once it has begun */
  next: string | null;
  /** per seat; null where nobody is rated */
  standings: (Standing | null)[];
  /** the seats whose time was out, so that they retired or, on a first turn, the game was aborted */
  timed_out: number[];
  /** the seat because of which the game was aborted, or null */
  aborted_by: number | null;
}

/** How much time there is: for the whole game with an increment per move, per move, or days per move. */
export interface Tempo {
  kind: "fischer" | "move" | "days";
  /** milliseconds at the start, or for every move */
  initial: number;
  /** milliseconds a move adds; fischer only */
  increment: number;
}

/** A tempo on offer, for so many seats. */
export interface TempoView {
  name: string;
  seats: number;
  kind: "fischer" | "move" | "days";
  initial: number;
  increment: number;
}

/** The tempos on offer, and what may be said at a table. */
export interface Tempos {
  tempos: TempoView[];
  phrases: string[];
  reasons: string[];
}

/** What everybody at a table has agreed to before the game. */
export interface Terms {
  ruleset: string;
  options: Record<string, string>;
  tempo: Tempo;
  is_rated: boolean;
  is_public: boolean;
  /** whose time is out retires, or the computer stands in until the seat is reclaimed */
  on_timeout: "retire" | "computer";
}

/** How far a job has come; seat is set when the computer thinks about its own move. */
export interface Thinking {
  reply: number | null;
  type: "thinking";
  job: "play" | "advise" | "review" | "solve";
  game: string | null;
  puzzle: string | null;
  ply: number | null;
  seat: number | null;
  /** jobs before this one */
  queued: number;
  /** 0 to 1 where it can be told */
  progress: number | null;
  /** the computer moves now: its time was up before it had thought as much as it should */
  is_cut: boolean;
  text: string;
  /** what would be advised by now, where that is new */
  advice: Advice | null;
}

/** The time by the server's clock, milliseconds UTC. */
export interface Time {
  reply: number | null;
  type: "time";
  now: number;
}

/** What waits for somebody: their tables that go on, those where it is their turn first, and challenges. */
export interface TurnList {
  tables: OwnTable[];
  /** how many people challenge them and wait for an answer */
  challenges: number;
}

/** Who acts: a seat, chance (-1) or nobody (-2); on which sheet, in which color, with which shapes. */
export interface TurnView {
  actor: number;
  color: string | null;
  sheet: number;
  shapes: string[];
}

/** Back to before your last move (against the computer: your last decision). */
export interface Undo {
  id?: number | null;
  type: "undo";
  game: string;
  ply: number;
}

/** Another continuation: the step named ply follows the step named after but is not in the line. */
export interface VariationView {
  after: number;
  ply: number;
  text: string;
  seat: number;
  /** how many steps it goes on for */
  moves: number;
}

/** The browsers in which a person is signed in, the last used first. */
export interface VisitList {
  visits: VisitView[];
}

/** A browser in which a person is signed in. */
export interface VisitView {
  id: string;
  agent: string;
  /** milliseconds UTC */
  made: number;
  /** milliseconds UTC */
  seen: number;
  is_this: boolean;
}

/** A way to make a placement: the id of the move is `first` and the placement's number together. */
export interface Way {
  /** the die taken; null in games without dice */
  die: number | null;
  strike: boolean;
  first: number;
}

/** What the page asks first: the games there are, families together, the usual way to play first. */
export interface Welcome {
  version: string;
  rulesets: RulesetSummary[];
}

export type ClientMessage =
  | Join
  | Leave
  | Play
  | Roll
  | Undo
  | Redo
  | Goto
  | SetSeat
  | StandIn
  | Resign
  | Finish
  | Start
  | Stop
  | Explain
  | Advise
  | ReviewGame
  | Solve
  | EnterLobby
  | LeaveLobby
  | MakeSeek
  | AcceptSeek
  | CancelSeek
  | FillSeek
  | Abort
  | Offer
  | Decline
  | Say
  | Bar
  | Report
  | AskTime;

export type ServerMessage =
  | Snapshot
  | Change
  | Done
  | ErrorMessage
  | Explanation
  | Thinking
  | Advice
  | Review
  | Solution
  | Lobby
  | Mine
  | Sought
  | SaidPhrase
  | Time;

export type ErrorCode = "malformed" | "too_large" | "too_fast" | "unknown_game" | "unknown_ruleset" | "unknown_puzzle" | "unknown_person" | "unknown_ladder" | "signed_out" | "not_joined" | "not_yours" | "stale" | "illegal" | "refused" | "busy" | "internal";

/** What the page tells when it connects. */
export const VERSION = 1;

/** Closes the connection of a page of another version. */
export const OUTDATED = 4010;

/** Closes the connection of a browser that is no longer signed in. */
export const SIGNED_OUT = 4011;

/** Characters that the record of a game may have. */
export const RECORD = 60000;

/** Seconds after which a level moves, whatever is left to think about. */
export const CAP = 60;
