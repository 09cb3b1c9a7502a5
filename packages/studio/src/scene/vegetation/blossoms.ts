import { linear, type Context } from '../../core/canvas.js';
import { lerp, oklch, shift } from '../../core/colour.js';
import { stream } from '../../core/random.js';
import { lit, sunlit } from '../../plan/atmosphere.js';
import type { Plan } from '../../plan/plan.js';
import type { Flora } from '../../words/facts.js';
import { leaf } from './foliage.js';

type Petals = {
  readonly hues: readonly [number, ...number[]];
  readonly light: number;
  readonly chroma: number;
  readonly heart: number;
  readonly count: number;
  readonly size: number;
  readonly tall: number;
};

export const BLOSSOMS: Partial<Readonly<Record<Flora, Petals>>> = {
  flowers: { hues: [95, 350, 320, 60], light: 0.88, chroma: 0.11, heart: 85, count: 9, size: 0.1, tall: 0.7 },
  poppies: { hues: [28, 24, 34], light: 0.62, chroma: 0.21, heart: 300, count: 5, size: 0.16, tall: 0.8 },
  sunflowers: { hues: [86, 80], light: 0.84, chroma: 0.17, heart: 50, count: 16, size: 0.24, tall: 1.15 },
  lotus: { hues: [350, 0], light: 0.82, chroma: 0.11, heart: 95, count: 9, size: 0.2, tall: 0.6 },
};

export function flower(ctx: Context, plan: Plan, kind: Petals, x: number, y: number, h: number, name: number): void {
  const random = stream(plan.seed, `flower/${name}`);
  const { atmosphere: air, light } = plan;
  const stem = lit(air, oklch(0.5, 0.11, 135));
  const tipX = x + random.range(-0.14, 0.14) * h + (plan.weather.has('wind') ? h * 0.2 : 0);
  const tipY = y - h;
  ctx.strokeStyle = linear(ctx, 0, tipY, 0, y, [
    [0, stem],
    [1, shift(stem, 0.6)],
  ]);
  ctx.lineWidth = Math.max(0.7, h * 0.022);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.quadraticCurveTo(x, y - h * 0.6, tipX, tipY);
  ctx.stroke();
  leaf(ctx, x, y - h * 0.3, h * 0.3, -0.7, stem);
  leaf(ctx, x, y - h * 0.42, h * 0.26, Math.PI + 0.7, shift(stem, 0.85));
  const r = h * kind.size * random.range(0.85, 1.15);
  const petal = lit(air, oklch(kind.light, kind.chroma, random.pick(kind.hues)));
  const squash = random.range(0.55, 0.9);
  const turn = random.range(0, 6);
  for (let k = 0; k < kind.count; k++) {
    const a = turn + (k / kind.count) * Math.PI * 2;
    const px = Math.cos(a) * r;
    const py = Math.sin(a) * r * squash;
    ctx.fillStyle = linear(ctx, tipX, tipY, tipX + px * 1.4, tipY + py * 1.4, [
      [0, shift(petal, 0.82)],
      [1, px * light.side > 0 ? sunlit(air, petal, 0.5) : petal],
    ]);
    ctx.beginPath();
    ctx.ellipse(
      tipX + px * 0.75,
      tipY + py * 0.75,
      r * 0.62,
      r * (2.6 / kind.count + 0.05),
      Math.atan2(py, px),
      0,
      Math.PI * 2,
    );
    ctx.fill();
  }
  ctx.fillStyle = linear(ctx, 0, tipY - r, 0, tipY + r, [
    [0, lit(air, oklch(0.72, 0.13, kind.heart))],
    [1, lit(air, oklch(0.42, 0.08, kind.heart))],
  ]);
  ctx.beginPath();
  ctx.ellipse(tipX, tipY, r * 0.4, r * 0.4 * squash, 0, 0, Math.PI * 2);
  ctx.fill();
}

export function tulip(ctx: Context, plan: Plan, x: number, y: number, h: number, name: number): void {
  const random = stream(plan.seed, `tulip/${name}`);
  const { atmosphere: air } = plan;
  const stem = lit(air, oklch(0.55, 0.11, 140));
  ctx.strokeStyle = linear(ctx, 0, y - h, 0, y, [
    [0, stem],
    [1, shift(stem, 0.6)],
  ]);
  ctx.lineWidth = Math.max(0.7, h * 0.035);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x, y - h * 0.8);
  ctx.stroke();
  leaf(ctx, x, y, h * 0.7, -1.25, stem);
  leaf(ctx, x, y, h * 0.6, -1.9, shift(stem, 0.82));
  const cup = lit(air, oklch(0.68, 0.19, random.pick([25, 350, 80, 320, 40])));
  const r = h * 0.15;
  for (const [dx, tone] of [
    [-0.5, 0.8],
    [0.5, 0.9],
    [0, 1.04],
  ] as const) {
    ctx.fillStyle = linear(ctx, 0, y - h * 1.05, 0, y - h * 0.72, [
      [0, sunlit(air, shift(cup, tone), 0.35)],
      [1, shift(cup, tone * 0.82)],
    ]);
    ctx.beginPath();
    ctx.moveTo(x + dx * r, y - h * 1.08);
    ctx.quadraticCurveTo(x + dx * r + r, y - h * 0.86, x, y - h * 0.72);
    ctx.quadraticCurveTo(x + dx * r - r, y - h * 0.86, x + dx * r, y - h * 1.08);
    ctx.fill();
  }
}

export function reed(ctx: Context, plan: Plan, x: number, y: number, h: number, name: number): void {
  const random = stream(plan.seed, `reed/${name}`);
  const { atmosphere: air } = plan;
  const straw = lit(air, oklch(0.66, 0.08, 95 + random.range(-15, 20)));
  const lean = h * (random.range(-0.22, 0.22) + (plan.weather.has('wind') ? 0.4 : 0));
  ctx.strokeStyle = linear(ctx, 0, y - h, 0, y, [
    [0, sunlit(air, straw, 0.4)],
    [1, shift(straw, 0.5)],
  ]);
  ctx.lineWidth = Math.max(0.7, h * 0.012);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.quadraticCurveTo(x, y - h * 0.6, x + lean, y - h);
  ctx.stroke();
  if (random.chance(0.55)) {
    const plume = sunlit(air, lit(air, oklch(0.8, 0.05, 75)), 0.5);
    for (let k = 0; k < 12; k++)
      leaf(
        ctx,
        x + lean * (1 - k * 0.025),
        y - h * (1 - k * 0.018),
        h * 0.09,
        -Math.PI / 2 + random.range(-0.7, 0.7),
        k % 2 ? plume : shift(plume, 0.85),
      );
  } else leaf(ctx, x, y - h * 0.1, h * 0.6, -Math.PI / 2 + random.range(-0.5, 0.5), straw);
}

export function pads(ctx: Context, plan: Plan): void {
  const random = stream(plan.seed, 'pads');
  const { width, height, horizon, unit, atmosphere: air } = plan;
  const kind = BLOSSOMS.lotus;
  const list = Array.from({ length: Math.round((70 * width) / (unit * 1200)) }, () => ({
    x: random() * width,
    t: 0.3 + 0.7 * random() ** 0.8,
  })).sort((a, b) => a.t - b.t);
  list.forEach(({ x, t }, i) => {
    const y = lerp(horizon, height, t);
    const r = unit * 66 * t ** 1.3 * random.range(0.6, 1.1);
    const green = lit(air, oklch(0.55, 0.095, 150 + random.range(-12, 12)));
    ctx.fillStyle = linear(ctx, x - r, y, x + r, y, [
      [0, plan.light.side > 0 ? shift(green, 0.7) : sunlit(air, green, 0.4)],
      [1, plan.light.side > 0 ? sunlit(air, green, 0.4) : shift(green, 0.7)],
    ]);
    ctx.beginPath();
    ctx.ellipse(x, y, r, r * 0.3, 0, 0.25, Math.PI * 2 - 0.15);
    ctx.lineTo(x, y);
    ctx.fill();
    if (kind && i % 3 === 0) flower(ctx, plan, kind, x, y, r * 1.1, i);
  });
}
