import { disc, linear, type Context } from '../core/canvas.js';
import { css, mix, oklch, shift, type Colour } from '../core/colour.js';
import { type Random } from '../core/random.js';
import { lit, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import { TREES } from '../scene/vegetation/trees.js';
import { leaf } from '../scene/vegetation/foliage.js';
import { spriteOf } from '../subjects/sprite.js';

/** A small image drawn around the origin, about one unit r in size. */
type Motif = (plan: Plan, ctx: Context, r: number, random: Random) => void;

export const flat = (ctx: Context, colour: Colour, alpha = 1) => (ctx.fillStyle = css(colour, alpha));

const ink = (plan: Plan, l: number, c: number, h: number) => lit(plan.atmosphere, oklch(l, c, h), 1.05);

const blossom: Motif = (plan, ctx, r, random) => {
  const { atmosphere: air } = plan;
  const petal = ink(plan, 0.8, 0.13, random.pick([20, 350, 60, 90]));
  for (let k = 0; k < 6; k++) {
    const a = (k / 6) * Math.PI * 2;
    ctx.fillStyle = linear(ctx, 0, 0, Math.cos(a) * r, Math.sin(a) * r, [
      [0, shift(petal, 0.78)],
      [0.8, sunlit(air, petal, 0.4)],
    ]);
    ctx.beginPath();
    ctx.ellipse(Math.cos(a) * r * 0.48, Math.sin(a) * r * 0.48, r * 0.44, r * 0.27, a, 0, Math.PI * 2);
    ctx.fill();
  }
  flat(ctx, ink(plan, 0.82, 0.15, 85));
  disc(ctx, 0, 0, r * 0.2);
};

const sprig: Motif = (plan, ctx, r, random) => {
  const green = ink(plan, 0.56, 0.11, 140 + random.range(-12, 12));
  const turn = random.range(0, 6.28);
  for (let k = 0; k < 9; k++) {
    const t = k / 8 - 0.5;
    for (const s of [-1, 1])
      leaf(
        ctx,
        Math.cos(turn) * t * r * 1.6,
        Math.sin(turn) * t * r * 1.6,
        r * 0.52 * (1 - Math.abs(t) * 0.7),
        turn + s * 0.85,
        s > 0 ? green : shift(green, 0.82),
      );
  }
};

const cloud: Motif = (plan, ctx, r) => {
  const { atmosphere: air } = plan;
  for (const [x, y, q] of [
    [-0.45, 0.1, 0.3],
    [0, -0.1, 0.42],
    [0.42, 0.08, 0.32],
    [0.05, 0.16, 0.36],
  ] as const) {
    ctx.fillStyle = linear(ctx, 0, -r * 0.5, 0, r * 0.5, [
      [0, mix(air.cloudLit, oklch(0.98, 0.01, 90), 0.4)],
      [1, air.cloudShade],
    ]);
    disc(ctx, x * r, y * r, q * r);
  }
};

const crescent: Motif = (plan, ctx, r) => {
  const { atmosphere: air } = plan;
  flat(ctx, mix(air.light, oklch(0.95, 0.06, 95), 0.5));
  ctx.beginPath();
  ctx.arc(0, 0, r * 0.62, Math.PI * 0.3, Math.PI * 1.7);
  ctx.arc(r * 0.3, 0, r * 0.52, Math.PI * 1.66, Math.PI * 0.34, true);
  ctx.fill();
};

const orb: Motif = (plan, ctx, r) => {
  const { atmosphere: air } = plan;
  for (let k = 0; k < 12; k++)
    leaf(ctx, Math.cos(k * 0.5236) * r * 0.52, Math.sin(k * 0.5236) * r * 0.52, r * 0.42, k * 0.5236, air.light);
  flat(ctx, mix(air.light, ink(plan, 0.9, 0.13, 85), 0.5));
  disc(ctx, 0, 0, r * 0.44);
};

const hill: Motif = (plan, ctx, r) => {
  for (const [x, h, w] of [
    [-0.35, 0.75, 0.5],
    [0.3, 1, 0.6],
  ] as const) {
    ctx.fillStyle = linear(ctx, (x - w) * r, 0, (x + w) * r, 0, [
      [0, ink(plan, 0.66, 0.06, 240)],
      [0.5, ink(plan, 0.6, 0.06, 245)],
      [0.51, ink(plan, 0.44, 0.06, 260)],
      [1, ink(plan, 0.4, 0.06, 260)],
    ]);
    ctx.beginPath();
    ctx.moveTo((x - w) * r, r * 0.5);
    ctx.lineTo(x * r, r * (0.5 - h));
    ctx.lineTo((x + w) * r, r * 0.5);
    ctx.fill();
    flat(ctx, ink(plan, 0.97, 0.01, 230));
    ctx.beginPath();
    ctx.moveTo((x - w * 0.3) * r, r * (0.5 - h * 0.7));
    ctx.lineTo(x * r, r * (0.5 - h));
    ctx.lineTo((x + w * 0.3) * r, r * (0.5 - h * 0.7));
    ctx.lineTo((x + w * 0.08) * r, r * (0.5 - h * 0.62));
    ctx.lineTo((x - w * 0.1) * r, r * (0.5 - h * 0.72));
    ctx.fill();
  }
};

const wave: Motif = (plan, ctx, r) => {
  ctx.lineCap = 'round';
  for (let k = 0; k < 4; k++) {
    ctx.strokeStyle = linear(ctx, -r, 0, r, 0, [
      [0, ink(plan, 0.6 + k * 0.08, 0.1, 225)],
      [1, ink(plan, 0.75 + k * 0.05, 0.08, 215)],
    ]);
    ctx.lineWidth = r * 0.13;
    ctx.beginPath();
    ctx.arc(0, r * 0.4, r * (0.22 + k * 0.22), Math.PI, 0);
    ctx.stroke();
  }
};

/** The motifs of a plan: its subjects first, then what surrounds them. */
export function motifs(plan: Plan): Motif[] {
  const list: Motif[] = plan.subjects.map((placement) => (_plan, ctx, r) => {
    const sprite = spriteOf(plan, { ...placement, size: r * 1.75, depth: 0.02, place: 'ground' });
    ctx.drawImage(sprite.canvas, Math.round(-sprite.x), Math.round(-sprite.y + r * 0.78));
  });
  for (const kind of plan.flora) {
    const plant = TREES[kind];
    if (plant) list.push((_plan, ctx, r, random) => plant(ctx, plan, 0, r * 0.85, r * 1.75, 0, random));
  }
  if (plan.flora.some((kind) => !TREES[kind]) || plan.ground === 'blooms' || list.length < 2) list.push(blossom);
  if (plan.water) list.push(wave);
  if (plan.backdrops.some((backdrop) => backdrop !== 'city')) list.push(hill);
  if (plan.weather.has('clouds') || plan.weather.has('rain')) list.push(cloud);
  if (plan.light.visible) list.push(plan.light.kind === 'moon' ? crescent : orb);
  return [...list, sprig];
}
