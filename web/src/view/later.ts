/** What is opened over a table or beside it: fetched together when the first of it is wanted, or when there is time. */

export { default as Advice } from "./panels/advice.svelte";
export { default as Coordinate } from "./board/coordinate.svelte";
export { default as DiceTray } from "./table/dicetray.svelte";
export { default as Ending } from "./panels/ending.svelte";
export { default as Fits } from "./board/fits.svelte";
export { default as Keys } from "./panels/keys.svelte";
export { default as Menu } from "./panels/menu.svelte";
export { default as NewGame } from "./setup/newgame.svelte";
export { default as Review } from "./panels/review.svelte";
export { default as Rules } from "./panels/rules.svelte";
export { default as SeatMenu } from "./panels/seatmenu.svelte";
export { default as Settings } from "./panels/settings.svelte";
export { default as Space } from "./board/space.svelte";
