import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { css, type Colour } from './colour.js';

export type { Canvas } from '@napi-rs/canvas';
export type Context = SKRSContext2D;
export type Stop = readonly [at: number, colour: Colour, alpha?: number];

/** A transparent canvas, whole pixels, at least 1 × 1. */
export function blank(width: number, height: number): Canvas {
  return createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
}

/** A new canvas, drawn on. */
export function drawn(width: number, height: number, draw: (ctx: Context) => void): Canvas {
  const canvas = blank(width, height);
  draw(canvas.getContext('2d'));
  return canvas;
}

export function linear(ctx: Context, x0: number, y0: number, x1: number, y1: number, stops: readonly Stop[]) {
  const gradient = ctx.createLinearGradient(x0, y0, x1, y1);
  for (const [at, colour, alpha] of stops) gradient.addColorStop(Math.min(1, Math.max(0, at)), css(colour, alpha ?? 1));
  return gradient;
}

export function radial(ctx: Context, x: number, y: number, r: number, stops: readonly Stop[]) {
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, Math.max(0.01, r));
  for (const [at, colour, alpha] of stops) gradient.addColorStop(Math.min(1, Math.max(0, at)), css(colour, alpha ?? 1));
  return gradient;
}

/** A soft round light: full in the middle, nothing at the radius, without a visible rim. */
export function glow(ctx: Context, x: number, y: number, r: number, colour: Colour, alpha: number): void {
  const stops: Stop[] = [0, 0.12, 0.25, 0.4, 0.6, 0.8, 1].map((t) => [t, colour, alpha * (1 - t) ** 2.4]);
  ctx.fillStyle = radial(ctx, x, y, r, stops);
  ctx.fillRect(x - r, y - r, r * 2, r * 2);
}

export function disc(ctx: Context, x: number, y: number, r: number): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0.01, r), 0, Math.PI * 2);
  ctx.fill();
}

/** A closed or open path through points. */
export function trace(ctx: Context, points: ReadonlyArray<readonly [number, number]>, close = true): void {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  if (close) ctx.closePath();
}

export function fillPolygon(ctx: Context, points: ReadonlyArray<readonly [number, number]>): void {
  trace(ctx, points);
  ctx.fill();
}

/** Runs draw with the context's state put back afterwards. */
export function saved(ctx: Context, draw: () => void): void {
  ctx.save();
  draw();
  ctx.restore();
}

/** A blurred copy. Skia's blur is whole-frame cheap (about 10 ms per megapixel). */
export function blurred(source: Canvas, radius: number): Canvas {
  return drawn(source.width, source.height, (ctx) => {
    if (radius > 0.2) ctx.filter = `blur(${radius.toFixed(2)}px)`;
    ctx.drawImage(source, 0, 0);
  });
}

/** RGBA pixels of a canvas, alpha not premultiplied. */
export function pixels(canvas: Canvas) {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
}

/** A canvas made pixel by pixel: set(x, y, out) writes r, g, b, a (0..255) into out. */
export function perPixel(
  width: number,
  height: number,
  set: (x: number, y: number, out: Uint8ClampedArray, at: number) => void,
): Canvas {
  const canvas = blank(width, height);
  const ctx = canvas.getContext('2d');
  const image = ctx.createImageData(canvas.width, canvas.height);
  // Read once: both are getters into the native side.
  const { data } = image;
  const [w, h] = [canvas.width, canvas.height];
  for (let y = 0, at = 0; y < h; y++) for (let x = 0; x < w; x++, at += 4) set(x, y, data, at);
  ctx.putImageData(image, 0, 0);
  return canvas;
}
