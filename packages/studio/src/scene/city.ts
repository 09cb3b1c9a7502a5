import { type Context, fillPolygon, glow, linear } from '../core/canvas.js';
import { type Colour, css, lerp, mix, oklch, shift } from '../core/colour.js';
import { type Random, stream } from '../core/random.js';
import { lit, seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Scene } from './scene.js';

/** A road to the vanishing point. */
export function paintStreet(scene: Scene): void {
  const { plan } = scene;
  const { width, height, unit, atmosphere: air, horizon, light } = plan;
  scene.add('ground', 'street', 0.1, (ctx) => {
    const asphalt = lit(air, oklch(0.42, 0.012, 270));
    ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
      [0, mix(asphalt, air.haze, 0.65)],
      [0.4, asphalt],
      [1, shift(asphalt, 0.72)],
    ]);
    ctx.fillRect(0, horizon, width, height - horizon);
    const v = width * (0.5 + light.side * 0.06);
    const walk = lit(air, oklch(0.62, 0.02, 80));
    for (const side of [-1, 1]) {
      ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
        [0, mix(walk, air.haze, 0.6)],
        [1, shift(walk, 0.8)],
      ]);
      fillPolygon(ctx, [
        [v, horizon],
        [v + side * width * 0.62, height],
        [v + side * width * 3, height],
        [v + side * width * 2, horizon],
      ]);
      ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
        [0, sunlit(air, walk, 0.4), 0.3],
        [1, sunlit(air, walk, 0.5), 0.9],
      ]);
      fillPolygon(ctx, [
        [v, horizon],
        [v + side * width * 0.6, height],
        [v + side * width * 0.63, height],
      ]);
    }
    ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
      [0, air.light, 0.2],
      [1, mix(walk, air.light, 0.5), 0.9],
    ]);
    for (let i = 0; i < 9; i++) {
      const t0 = (i / 9) ** 1.9;
      const t1 = ((i + 0.5) / 9) ** 1.9;
      const w = unit * 11;
      fillPolygon(ctx, [
        [v - w * t0, lerp(horizon, height, t0)],
        [v + w * t0, lerp(horizon, height, t0)],
        [v + w * t1, lerp(horizon, height, t1)],
        [v - w * t1, lerp(horizon, height, t1)],
      ]);
    }
    ctx.fillStyle = linear(ctx, v - width * 0.3, 0, v + width * 0.3, 0, [
      [0, air.light, 0],
      [0.5, air.light, 0.28 * air.glare],
      [1, air.light, 0],
    ]);
    ctx.fillRect(0, horizon, width, height - horizon);
  });
}

function roof(ctx: Context, x: number, top: number, w: number, unit: number, random: Random): void {
  const kind = random.int(0, 5);
  if (kind === 0) ctx.fillRect(x + w * 0.47, top - w * random.range(0.5, 1.1), Math.max(unit, w * 0.05), w * 1.1);
  if (kind === 1)
    fillPolygon(ctx, [
      [x, top],
      [x + w / 2, top - w * 0.55],
      [x + w, top],
    ]);
  if (kind === 2) ctx.fillRect(x + w * 0.18, top - w * 0.3, w * 0.64, w * 0.32);
  if (kind === 3) {
    ctx.fillRect(x + w * 0.15, top - w * 0.35, w * 0.7, w * 0.4);
    ctx.fillRect(x + w * 0.3, top - w * 0.7, w * 0.4, w * 0.4);
    ctx.fillRect(x + w * 0.48, top - w * 1.3, Math.max(unit, w * 0.05), w * 0.7);
  }
  if (kind === 4)
    fillPolygon(ctx, [
      [x, top],
      [x + w, top - w * 0.4],
      [x + w, top],
    ]);
}

interface Tower {
  readonly x: number;
  readonly w: number;
  readonly h: number;
  readonly base: number;
  readonly body: Colour;
  readonly distance: number;
}

/** Rows of windows, and a sign on some towers of a neon city. */
function windows(ctx: Context, plan: Plan, tower: Tower, random: Random): void {
  const { unit, atmosphere: air } = plan;
  const { x, w, h, base, body, distance } = tower;
  const dark = air.key < 0.66;
  const neon = plan.palettes.includes('neon');
  const pitch = Math.max(2.4, unit * 7.4);
  const share = dark ? random.range(0.3, 0.72) : 1;
  for (let yy = base - h + pitch; yy < base - pitch * 0.5; yy += pitch * 1.3) {
    for (let xx = x + pitch * 0.6; xx < x + w - pitch; xx += pitch) {
      if (random() > share) continue;
      const lamp = neon
        ? oklch(0.84, 0.15, random.pick([340, 200, 80, 80, 310]))
        : oklch(0.88, 0.1, 70 + random.range(-12, 24));
      const colour = dark ? mix(lamp, air.haze, distance * 0.26) : mix(shift(body, 0.82), air.upper, 0.25);
      ctx.fillStyle = css(colour, dark ? random.range(0.75, 1) : 0.55);
      ctx.fillRect(xx, yy, pitch * 0.52, pitch * 0.7);
    }
  }
  if (!neon || !dark || random.chance(0.5)) return;
  const sign = oklch(0.72, 0.22, random.pick([340, 200, 300, 20]));
  const sx = x + w * random.range(0.1, 0.8);
  const sy = base - h * random.range(0.3, 0.8);
  glow(ctx, sx, sy + h * 0.08, unit * 46, sign, 0.4);
  ctx.fillStyle = css(sign);
  ctx.fillRect(sx, sy, unit * 6, h * 0.2);
}

/** A row of towers; windows burn when it is dark. rank 0 is the farthest row. */
export function paintTowers(
  ctx: Context,
  plan: Plan,
  rank: number,
  base: number,
  high: number,
  distance: number,
): void {
  const { width, unit, atmosphere: air, light } = plan;
  const random = stream(plan.seed, `city/${rank}`);
  const dark = air.key < 0.66;
  const neon = plan.palettes.includes('neon');
  if (dark && rank === 0) {
    const dome = neon ? oklch(0.62, 0.2, 335) : oklch(0.8, 0.11, 68);
    glow(ctx, width * (0.5 - light.side * 0.12), base, Math.max(width * 0.55, high * 1.9), dome, 0.8);
  }
  for (let x = -unit * 20; x < width;) {
    const w = unit * random.range(26, 62) * (1.5 - distance * 0.7);
    const middle = 1 - Math.abs((x + w / 2) / width - (0.5 - light.side * 0.12)) * 1.25;
    const h = high * (0.28 + 0.72 * Math.max(0, middle)) * random.range(0.45, 1.08);
    const wall = seen(air, oklch(0.55 + random.range(-0.1, 0.08), 0.03, random.range(220, 300)), distance);
    // At night towers stand dark against the glow of the streets.
    const body = dark ? mix(wall, shift(air.shade, 0.9), 0.5 - distance * 0.3) : wall;
    const face = linear(
      ctx,
      x,
      0,
      x + w,
      0,
      light.side > 0
        ? [
            [0, shift(body, 0.86)],
            [0.72, body],
            [0.74, sunlit(air, body, dark ? 0.16 : 0.4)],
            [1, sunlit(air, body, dark ? 0.2 : 0.5)],
          ]
        : [
            [0, sunlit(air, body, dark ? 0.2 : 0.5)],
            [0.26, sunlit(air, body, dark ? 0.16 : 0.4)],
            [0.28, body],
            [1, shift(body, 0.86)],
          ],
    );
    ctx.fillStyle = face;
    ctx.fillRect(x, base - h, w + 1, h);
    roof(ctx, x, base - h + 0.5, w, unit, random);
    windows(ctx, plan, { x, w, h, base, body, distance }, random);
    x += w * random.range(0.86, 1.12);
  }
  ctx.globalCompositeOperation = 'source-atop';
  ctx.fillStyle = linear(ctx, 0, base - high, 0, base, [
    [0, air.haze, 0],
    [1, dark ? mix(air.haze, air.light, 0.2) : air.haze, dark ? 0.16 : 0.5],
  ]);
  ctx.fillRect(0, base - high * 1.5, width, high * 1.6);
  ctx.globalCompositeOperation = 'source-over';
}

/** Small gabled houses along a line. */
export function paintVillage(ctx: Context, plan: Plan, foot: (x: number) => number, distance: number): void {
  const { width, unit, atmosphere: air, light } = plan;
  const random = stream(plan.seed, 'village');
  const dark = air.key < 0.66;
  const houses = Array.from({ length: Math.max(7, Math.round(width / (unit * 64))) }, () => ({
    x: random.range(0.04, 0.96) * width,
    s: unit * random.range(20, 34),
  }));
  for (const { x, s } of houses.sort((a, b) => foot(a.x) - foot(b.x))) {
    const y = foot(x) + s * 0.16;
    const wall = seen(air, oklch(0.88, 0.03, 75 + random.range(-25, 15)), distance);
    const tile = seen(air, oklch(0.5, random.range(0.04, 0.12), random.range(18, 50)), distance);
    ctx.fillStyle = linear(
      ctx,
      x - s,
      0,
      x + s,
      0,
      light.side > 0
        ? [
            [0, shift(wall, 0.76)],
            [0.45, shift(wall, 0.82)],
            [0.46, wall],
            [1, sunlit(air, wall, 0.3)],
          ]
        : [
            [0, sunlit(air, wall, 0.3)],
            [0.54, wall],
            [0.55, shift(wall, 0.82)],
            [1, shift(wall, 0.76)],
          ],
    );
    ctx.fillRect(x - s, y - s * 0.78, s * 2, s * 0.8);
    ctx.fillStyle = linear(ctx, x - s, 0, x + s, 0, [
      [0, light.side > 0 ? shift(tile, 0.8) : sunlit(air, tile, 0.3)],
      [1, light.side > 0 ? sunlit(air, tile, 0.3) : shift(tile, 0.8)],
    ]);
    fillPolygon(ctx, [
      [x - s * 1.15, y - s * 0.74],
      [x - s * 0.8, y - s * 1.5],
      [x + s * 0.8, y - s * 1.5],
      [x + s * 1.15, y - s * 0.74],
    ]);
    ctx.fillRect(x + s * 0.35, y - s * 1.75, s * 0.22, s * 0.5);
    const pane = dark ? oklch(0.88, 0.12, 75) : seen(air, oklch(0.4, 0.04, 240), distance);
    ctx.fillStyle = css(pane);
    for (const dx of [-0.6, 0.1, 0.55]) ctx.fillRect(x + s * dx, y - s * 0.56, s * 0.24, s * 0.26);
    if (dark) glow(ctx, x, y - s * 0.4, s * 2.4, pane, 0.16);
  }
}
