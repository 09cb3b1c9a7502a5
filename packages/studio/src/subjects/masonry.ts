import { box, dot, line, poly, type Pen, halo } from './pen.js';

/** A lit window when it is dark, glass when it is not. */
export function pane(pen: Pen, x: number, y: number, w: number, h: number, round = false): void {
  const colour = pen.dark ? pen.lamp(0.9, 0.12, 78) : pen.tone(0.36, 0.04, 240);
  box(pen.ctx, colour, x, y, w, h);
  if (round) dot(pen.ctx, colour, x + w / 2, y, w / 2);
  if (pen.dark) halo(pen, 0.88, 0.12, 75, 0.31, x + w / 2, y + h / 2, w * 1.6 * 1.5);
}

/** A wall with its right side in another light. */
export function block(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: readonly [number, number, number],
  split = 0.62,
): void {
  const [l, c, hue] = colour;
  box(pen.ctx, pen.coat(l, c, hue), x, y, w * split + 0.002, h);
  box(pen.ctx, pen.coat(l * 0.83, c, hue), x + w * split, y, w * (1 - split), h);
}

export function spire(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: readonly [number, number, number],
): void {
  const [l, c, hue] = colour;
  poly(pen.ctx, pen.tone(l, c, hue), [x - w / 2, y, x, y - h, x + w * 0.12, y]);
  poly(pen.ctx, pen.tone(l * 0.78, c, hue), [x + w * 0.12, y, x, y - h, x + w / 2, y]);
}

/** A roof with raised corners. */
export function eaves(pen: Pen, y: number, w: number, h: number, colour: readonly [number, number, number]): void {
  const [l, c, hue] = colour;
  const half = w / 2;
  pen.ctx.fillStyle = pen.coat(l, c, hue);
  pen.ctx.beginPath();
  pen.ctx.moveTo(-half, y - h * 0.12);
  pen.ctx.quadraticCurveTo(-half * 0.6, y - h * 0.2, -half * 0.42, y - h);
  pen.ctx.lineTo(half * 0.42, y - h);
  pen.ctx.quadraticCurveTo(half * 0.6, y - h * 0.2, half, y - h * 0.12);
  pen.ctx.quadraticCurveTo(half * 0.5, y + h * 0.08, 0, y + h * 0.06);
  pen.ctx.quadraticCurveTo(-half * 0.5, y + h * 0.08, -half, y - h * 0.12);
  pen.ctx.fill();
  for (let i = -6; i <= 6; i++)
    line(pen.ctx, pen.coat(l * 0.76, c, hue), 0.005, [i * half * 0.062, y - h * 0.96, i * half * 0.13, y]);
  line(pen.ctx, pen.coat(l * 0.66, c, hue), h * 0.12, [-half * 0.42, y - h, half * 0.42, y - h]);
}

export const STONE: readonly [number, number, number] = [0.76, 0.03, 75];
