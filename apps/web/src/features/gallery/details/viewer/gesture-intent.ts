import type { Point } from './geometry';

/** What a finger on an image is about: turning to another one, closing, or something that is the browser's. */
export type Intent = 'turn' | 'close' | 'browser';

/** A finger that moved less has not moved. */
const STILL_PX = 3;
/** Where a phone's own gestures begin: back, forward. */
const EDGE_PX = 20;

const TURN_SHARE = 0.25;
const CLOSE_PX = 110;
/** Pixels a millisecond: a flick counts however short it was. */
const FLICK = 0.45;
const FLICK_PX = 24;

/** Null while it has not moved far enough to tell. A finger that moves up or down a scrolled page scrolls it. */
export function intentOf(moved: Point, { isAtTop }: { isAtTop: boolean }): Intent | null {
  if (Math.hypot(moved.x, moved.y) < STILL_PX) return null;
  if (Math.abs(moved.x) > Math.abs(moved.y)) return 'turn';
  return moved.y > 0 && isAtTop ? 'close' : 'browser';
}

export const isAtEdge = ({ x }: Point, windowWidth: number): boolean => x < EDGE_PX || x > windowWidth - EDGE_PX;

const isFlick = (moved: number, speed: number): boolean =>
  Math.abs(moved) > FLICK_PX && Math.abs(speed) > FLICK && Math.sign(speed) === Math.sign(moved);

/** To the next image, to the one before, or nowhere. */
export function turnOf(moved: number, speed: number, width: number): 1 | -1 | null {
  const meant = Math.abs(moved) > width * TURN_SHARE ? Math.sign(speed) !== -Math.sign(moved) : isFlick(moved, speed);
  if (!meant) return null;
  return moved < 0 ? 1 : -1;
}

export const isClosing = (moved: number, speed: number): boolean =>
  moved > 0 && (moved > CLOSE_PX ? speed >= 0 : isFlick(moved, speed));
