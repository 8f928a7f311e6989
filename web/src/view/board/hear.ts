/** Turns what happens on the board (mouse, wheel, fingers) into calls; keys are heard by keys.ts. */

import type { Attachment } from "svelte/attachments";

export interface Ears {
  /** The square of the screen under a point, as fractions; (0, 0) is the upper left corner of the board. */
  readonly locate: (clientX: number, clientY: number) => { column: number; row: number };
  /** Is a piece held? */
  readonly holds: () => boolean;
  /** Does the held piece lie over the square, or next to it? */
  readonly covers: (column: number, row: number) => boolean;
  /** The square of the held piece's grabbed cell. */
  readonly grabbed: () => { column: number; row: number } | null;
  readonly hover: (column: number, row: number) => void;
  readonly leave: () => void;
  /** The piece is to lie with its grabbed cell here. */
  readonly carry: (column: number, row: number) => void;
  readonly press: (column: number, row: number) => void;
  readonly tap: (column: number, row: number) => void;
  /** A drag has ended. */
  readonly release: () => void;
  readonly hold: (column: number, row: number) => void;
  readonly turn: (direction: 1 | -1) => void;
  readonly flip: () => void;
  readonly pinch: (scale: number, clientX: number, clientY: number) => void;
  readonly pan: (dx: number, dy: number) => boolean;
}

/** How far above the finger a dragged piece is lifted, in pixels. */
export const LIFT = 64;
const LONG_PRESS = 450;
const SLOP = 8;

interface Finger {
  x: number;
  y: number;
}

/** Listens to a board until it goes away. */
export function hearBoard(ears: Ears): Attachment<SVGSVGElement> {
  return (board) => {
    const fingers = new Map<number, Finger>();
    let mode: "idle" | "press" | "drag" | "pan" | "pinch" = "idle";
    let start: Finger = { x: 0, y: 0 };
    let offset = { column: 0, row: 0 };
    let liftOnDrag = false;
    let distance = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turned = 0;

    const whole = (x: number, y: number) => {
      const { column, row } = ears.locate(x, y);
      return { column: Math.floor(column), row: Math.floor(row) };
    };

    const beginDrag = (x: number, y: number) => {
      const from = ears.locate(start.x, start.y);
      const at = ears.grabbed() ?? { column: Math.floor(from.column), row: Math.floor(from.row) };
      offset = { column: at.column + 0.5 - from.column, row: at.row + 0.5 - from.row };
      liftOnDrag = ears.covers(Math.floor(from.column), Math.floor(from.row));
      mode = "drag";
      drag(x, y);
    };
    const drag = (x: number, y: number) => {
      // The lift grows with the first movement, so that the piece slides clear instead of jumping.
      const lift = liftOnDrag ? Math.min(LIFT, 2 * Math.hypot(x - start.x, y - start.y)) : 0;
      const here = ears.locate(x, y - lift);
      ears.carry(Math.floor(here.column + offset.column), Math.floor(here.row + offset.row));
    };

    const down = (event: PointerEvent) => {
      if (event.pointerType === "mouse") return;
      event.preventDefault();
      board.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      clearTimeout(timer);
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()] as [Finger, Finger];
        distance = Math.hypot(a.x - b.x, a.y - b.y);
        mode = "pinch";
      } else if (fingers.size === 1) {
        mode = "press";
        start = { x: event.clientX, y: event.clientY };
        timer = setTimeout(() => {
          if (mode !== "press" || ears.holds()) return;
          const square = whole(start.x, start.y);
          ears.hold(square.column, square.row);
          mode = "idle";
        }, LONG_PRESS);
      }
    };

    const move = (event: PointerEvent) => {
      const { clientX: x, clientY: y } = event;
      if (event.pointerType === "mouse") {
        const square = whole(x, y);
        ears.hover(square.column, square.row);
        return;
      }
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      const [dx, dy] = [x - finger.x, y - finger.y];
      fingers.set(event.pointerId, { x, y });
      if (mode === "pinch" && fingers.size === 2) {
        const [a, b] = [...fingers.values()] as [Finger, Finger];
        const now = Math.hypot(a.x - b.x, a.y - b.y);
        ears.pinch(now / distance, (a.x + b.x) / 2, (a.y + b.y) / 2);
        ears.pan(dx / 2, dy / 2);
        distance = now;
      } else if (mode === "press" && Math.hypot(x - start.x, y - start.y) > SLOP) {
        clearTimeout(timer);
        if (ears.holds()) beginDrag(x, y);
        else mode = "pan";
      } else if (mode === "drag") drag(x, y);
      else if (mode === "pan") ears.pan(dx, dy);
    };

    const up = (event: PointerEvent) => {
      if (event.pointerType === "mouse") return;
      fingers.delete(event.pointerId);
      clearTimeout(timer);
      if (fingers.size > 0) {
        mode = "idle"; // the second finger of a pinch must not drop a piece
        return;
      }
      if (event.type === "pointerup") {
        const square = whole(event.clientX, event.clientY);
        if (mode === "press") ears.tap(square.column, square.row);
        else if (mode === "drag") ears.release();
      }
      mode = "idle";
    };

    let clickFromTouch = false;
    const pointerType = (event: PointerEvent) => (clickFromTouch = event.pointerType !== "mouse");
    const click = (event: MouseEvent) => {
      if (clickFromTouch || event.button !== 0) return;
      const square = whole(event.clientX, event.clientY);
      ears.press(square.column, square.row);
    };
    const wheel = (event: WheelEvent) => {
      if (!ears.holds()) return;
      event.preventDefault();
      // Trackpads send many small steps: one turn per notch's worth of them.
      turned += event.deltaY;
      if (Math.abs(turned) < 40) return;
      ears.turn(turned > 0 ? 1 : -1);
      turned = 0;
    };
    const menu = (event: MouseEvent) => {
      if (!ears.holds() && !clickFromTouch) return;
      event.preventDefault();
      if (!clickFromTouch) ears.flip();
    };
    const leave = (event: PointerEvent) => {
      if (event.pointerType === "mouse") ears.leave();
    };

    const events: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ["pointerdown", pointerType],
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", up],
      ["pointercancel", up],
      ["pointerleave", leave],
      ["click", click],
      ["wheel", wheel, { passive: false }],
      ["contextmenu", menu],
    ];
    for (const [name, listener, options] of events) board.addEventListener(name, listener as EventListener, options);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of events) board.removeEventListener(name, listener as EventListener);
    };
  };
}
