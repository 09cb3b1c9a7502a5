/** CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** CSS pixels. */
export interface Extent {
  width: number;
  height: number;
}

/** How large an image is shown, and how far its middle is from the middle of its viewer. */
export interface View extends Point {
  scale: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** Below this an image that was enlarged by hand falls back to its whole. */
const NEARLY_WHOLE = 1.05;
/** What is hardly larger than the whole is no closer look. */
const WORTH_IT = 1.1;
const CLOSER = 2;

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The scale at which an image pixel is a CSS pixel; twice the whole where it is shown that large already. */
export function fullScale(pixels: Extent, shown: Extent): number {
  const full = shown.width > 0 ? pixels.width / shown.width : 1;
  return full >= WORTH_IT ? full : CLOSER;
}

/** As far as fingers may go. */
export const largestScale = (full: number): number => Math.max(full * 2, 3);

/** The view at another scale in which what lay at `from` lies at `to`; both from the middle of the viewer. */
export function zoomedAt(view: View, scale: number, from: Point, to: Point = from): View {
  const ratio = scale / view.scale;
  return { scale, x: to.x - (from.x - view.x) * ratio, y: to.y - (from.y - view.y) * ratio };
}

/** The nearest view in which the image covers the viewer as far as it can, and is not too large. */
export function settled(view: View, shown: Extent, viewer: Extent, largest: number): View {
  if (view.scale < NEARLY_WHOLE) return WHOLE;
  const { scale, x, y } = view.scale > largest ? zoomedAt(view, largest, { x: 0, y: 0 }) : view;
  const overhang = (side: 'width' | 'height') => Math.max((shown[side] * scale - viewer[side]) / 2, 0);
  const [across, down] = [overhang('width'), overhang('height')];
  return { scale, x: between(x, -across, across), y: between(y, -down, down) };
}

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

export const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

export const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });
