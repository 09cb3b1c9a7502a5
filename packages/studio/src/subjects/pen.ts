import type { Context } from '../core/canvas.js';

/** A run of circles x, y, r in units of the subject's height; foot at 0, up is negative, looking to the right. */
export type Chain = readonly number[];

/** What a subject's drawing draws with. One unit is the subject's height. */
export interface Pen {
  readonly ctx: Context;
  /** True when lamps burn and windows glow. */
  readonly dark: boolean;
  /** A local colour in the image's light, as a CSS colour; l 0..1, chroma, hue. */
  readonly tone: (l: number, c: number, h: number) => string;
  /** The colour of the body, which the prompt may change. */
  readonly coat: (l: number, c: number, h: number) => string;
  /** A colour that shines by itself. */
  readonly lamp: (l: number, c: number, h: number, alpha?: number) => string;
  /** Draws after the image's light has been laid on: light does not fall into shade. */
  readonly later: (draw: () => void) => void;
  /** Chance in 0..1 from the subject's own stream. */
  readonly random: () => number;
}

const SAMPLES = 7;

/** Fills a smooth limb through circles. */
export function limb(ctx: Context, colour: string, chain: Chain): void {
  ctx.fillStyle = colour;
  const n = chain.length / 3;
  const at = (i: number, k: number) => chain[Math.min(n - 1, Math.max(0, i)) * 3 + k] ?? 0;
  const spline = (i: number, t: number, k: number) => {
    const [a, b, c, d] = [at(i - 1, k), at(i, k), at(i + 1, k), at(i + 2, k)];
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
  };
  let before: [number, number, number] | undefined;
  for (let i = 0; i < Math.max(1, n - 1); i++) {
    for (let s = 0; s <= SAMPLES; s++) {
      const t = n > 1 ? s / SAMPLES : 0;
      const x = spline(i, t, 0);
      const y = spline(i, t, 1);
      const r = Math.max(0.001, spline(i, t, 2));
      ctx.beginPath();
      ctx.arc(x, y, r, 0, Math.PI * 2);
      ctx.fill();
      if (before) {
        const [px, py, pr] = before;
        const d = Math.hypot(x - px, y - py) || 1;
        const ux = -(y - py) / d;
        const uy = (x - px) / d;
        ctx.beginPath();
        ctx.moveTo(px + ux * pr, py + uy * pr);
        ctx.lineTo(x + ux * r, y + uy * r);
        ctx.lineTo(x - ux * r, y - uy * r);
        ctx.lineTo(px - ux * pr, py - uy * pr);
        ctx.fill();
      }
      before = [x, y, r];
    }
  }
}

/** Fills a polygon of x, y pairs. */
export function poly(ctx: Context, colour: string, xy: readonly number[]): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  for (let i = 0; i < xy.length; i += 2) {
    if (i) ctx.lineTo(xy[i] ?? 0, xy[i + 1] ?? 0);
    else ctx.moveTo(xy[0] ?? 0, xy[1] ?? 0);
  }
  ctx.closePath();
  ctx.fill();
}

/** Fills a closed smooth curve through x, y pairs. */
export function curve(ctx: Context, colour: string, xy: readonly number[]): void {
  const n = xy.length / 2;
  const p = (i: number): [number, number] => [xy[((i + n) % n) * 2] ?? 0, xy[((i + n) % n) * 2 + 1] ?? 0];
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(...p(0));
  for (let i = 0; i < n; i++) {
    const [a, b, c, d] = [p(i - 1), p(i), p(i + 1), p(i + 2)];
    ctx.bezierCurveTo(
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6,
      c[1] - (d[1] - b[1]) / 6,
      c[0],
      c[1],
    );
  }
  ctx.fill();
}

export function box(ctx: Context, colour: string, x: number, y: number, w: number, h: number): void {
  ctx.fillStyle = colour;
  ctx.fillRect(x, y, w, h);
}

export function dot(ctx: Context, colour: string, x: number, y: number, rx: number, ry = rx, turn = 0): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2);
  ctx.fill();
}

export function line(ctx: Context, colour: string, w: number, xy: readonly number[]): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = w;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  for (let i = 0; i < xy.length; i += 2) {
    if (i) ctx.lineTo(xy[i] ?? 0, xy[i + 1] ?? 0);
    else ctx.moveTo(xy[0] ?? 0, xy[1] ?? 0);
  }
  ctx.stroke();
}

/** A soft light around a lamp; alpha in the middle. */
export function halo(pen: Pen, l: number, c: number, h: number, alpha: number, x: number, y: number, r: number): void {
  pen.later(() => {
    const gradient = pen.ctx.createRadialGradient(x, y, 0, x, y, r);
    for (const t of [0, 0.15, 0.3, 0.5, 0.75, 1]) gradient.addColorStop(t, pen.lamp(l, c, h, alpha * (1 - t) ** 2));
    pen.ctx.fillStyle = gradient;
    pen.ctx.fillRect(x - r, y - r, r * 2, r * 2);
  });
}

/** A cone of light from its first point, fading out. */
export function beam(pen: Pen, l: number, c: number, h: number, alpha: number, xy: readonly number[]): void {
  pen.later(() => {
    const [x = 0, y = 0, ex = 0, ey = 0] = xy;
    const reach = Math.hypot(ex - x, ey - y);
    const gradient = pen.ctx.createRadialGradient(x, y, 0, x, y, reach);
    for (const t of [0, 0.3, 0.6, 1]) gradient.addColorStop(t, pen.lamp(l, c, h, alpha * (1 - t)));
    pen.ctx.fillStyle = gradient;
    pen.ctx.beginPath();
    for (let i = 0; i < xy.length; i += 2) pen.ctx.lineTo(xy[i] ?? 0, xy[i + 1] ?? 0);
    pen.ctx.fill();
  });
}

/** A drawing of a subject in its own units. */
export type Drawing = (pen: Pen) => void;
