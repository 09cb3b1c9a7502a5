import { linear, saved, type Context } from '../../core/canvas.js';
import { css, mix, oklch, shift, type Colour } from '../../core/colour.js';
import type { Random } from '../../core/random.js';
import { seen, sunlit } from '../../plan/atmosphere.js';
import type { Plan } from '../../plan/plan.js';

/** Draws a plant with its foot at x, y; h is its height in px. */
export type Plant = (
  ctx: Context,
  plan: Plan,
  x: number,
  y: number,
  h: number,
  distance: number,
  random: Random,
) => void;

export const tones = (plan: Plan, colour: Colour, distance: number) => {
  const body = seen(plan.atmosphere, colour, distance);
  return {
    body,
    dark: mix(seen(plan.atmosphere, colour, distance, 0.62), plan.atmosphere.shade, 0.2 * (1 - distance)),
    bright: sunlit(plan.atmosphere, body, 0.5),
  };
};

export function trunk(ctx: Context, x: number, y: number, h: number, w: number, colour: Colour, lean = 0): void {
  ctx.fillStyle = linear(ctx, x - w, 0, x + w, 0, [
    [0, shift(colour, 1.12)],
    [1, shift(colour, 0.72)],
  ]);
  ctx.beginPath();
  ctx.moveTo(x - w, y + w * 0.4);
  ctx.quadraticCurveTo(x - w * 0.4, y - h * 0.3, x + lean - w * 0.32, y - h);
  ctx.lineTo(x + lean + w * 0.32, y - h);
  ctx.quadraticCurveTo(x + w * 0.4, y - h * 0.3, x + w, y + w * 0.4);
  ctx.fill();
}

/** A crown of leaf clumps: dark below, bright towards the light. */
export function crown(
  ctx: Context,
  plan: Plan,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: Colour,
  distance: number,
  random: Random,
  clumps = 26,
): void {
  const { body, dark, bright } = tones(plan, colour, distance);
  const list: Array<[number, number, number]> = [];
  for (let i = 0; i < clumps; i++) {
    const angle = random.range(0, Math.PI * 2);
    const far = Math.sqrt(random());
    const px = Math.cos(angle) * far * w * 0.5;
    const py = Math.sin(angle) * far * h * 0.5;
    list.push([px, py, w * random.range(0.1, 0.19) * (1.1 - far * 0.4)]);
  }
  const lobes = (dx: number, dy: number, scale: number, tone: Colour, keep: (px: number, py: number) => boolean) => {
    ctx.fillStyle = linear(ctx, x, y - h / 2, x, y + h / 2, [
      [0, tone],
      [1, mix(tone, dark, 0.55)],
    ]);
    ctx.beginPath();
    for (const [px, py, r] of list) {
      if (!keep(px, py)) continue;
      for (let k = 0; k < 5; k++) {
        const a = k * 1.256 + px;
        const cx = x + px + dx * r + Math.cos(a) * r * 0.5;
        const cy = y + py + dy * r + Math.sin(a) * r * 0.5;
        ctx.moveTo(cx + r * scale * 0.66, cy);
        ctx.arc(cx, cy, r * scale * 0.66, 0, Math.PI * 2);
      }
    }
    ctx.fill();
  };
  const s = plan.light.side;
  lobes(0, 0.18, 1.15, dark, () => true);
  lobes(s * 0.16, -0.1, 0.92, body, () => true);
  lobes(s * 0.34, -0.34, 0.62, mix(body, bright, 0.55), (px, py) => px * s - py * 1.2 > -w * 0.2);
  lobes(s * 0.46, -0.5, 0.36, bright, (px, py) => px * s - py * 1.3 > w * 0.04);
}

export function forked(
  ctx: Context,
  x: number,
  y: number,
  h: number,
  w: number,
  angle: number,
  depth: number,
  random: Random,
): void {
  const ex = x + Math.sin(angle) * h;
  const ey = y - Math.cos(angle) * h;
  ctx.lineWidth = Math.max(0.5, w);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.quadraticCurveTo(x + Math.sin(angle * 0.4) * h * 0.5, y - h * 0.5, ex, ey);
  ctx.stroke();
  if (depth <= 0) return;
  const n = depth > 2 ? 3 : 2;
  for (let i = 0; i < n; i++)
    forked(
      ctx,
      ex,
      ey,
      h * random.range(0.58, 0.78),
      w * 0.62,
      angle + (i - (n - 1) / 2) * random.range(0.45, 0.8) + random.range(-0.12, 0.12),
      depth - 1,
      random,
    );
}

export const barkOf = (plan: Plan, distance: number) => seen(plan.atmosphere, oklch(0.36, 0.045, 48), distance);

/** A pointed leaf from x, y in a direction. */
export function leaf(ctx: Context, x: number, y: number, length: number, angle: number, colour: Colour): void {
  ctx.fillStyle = css(colour);
  saved(ctx, () => {
    ctx.translate(x, y);
    ctx.rotate(angle);
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.quadraticCurveTo(length * 0.45, -length * 0.15, length, 0);
    ctx.quadraticCurveTo(length * 0.45, length * 0.1, 0, 0);
    ctx.fill();
  });
}

/** A blade of grass from its foot. */
export function blade(ctx: Context, x: number, y: number, h: number, lean: number, w: number): void {
  ctx.beginPath();
  ctx.moveTo(x - w, y);
  ctx.quadraticCurveTo(x + lean * 0.2, y - h * 0.6, x + lean, y - h);
  ctx.quadraticCurveTo(x + lean * 0.35, y - h * 0.5, x + w, y);
  ctx.fill();
}
