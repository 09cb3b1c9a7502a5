import { fillPolygon, linear } from '../../core/canvas.js';
import { css, mix, oklch, shift, type Colour } from '../../core/colour.js';
import type { Random } from '../../core/random.js';
import { seen } from '../../plan/atmosphere.js';
import type { Flora } from '../../words/facts.js';
import { type Plant, tones, trunk, crown, forked, barkOf } from './foliage.js';
import { palm, bamboo, willow, cactus, jungle, mushroom } from './southern-trees.js';

/** Tiers of drooping boughs; the side to the light is brighter. */
export const pine: Plant = (ctx, plan, x, y, h, distance, random) => {
  const { body, dark, bright } = tones(plan, oklch(0.44, 0.075, 152 + random.range(-14, 14)), distance);
  const w = h * random.range(0.17, 0.23);
  trunk(ctx, x, y, h * 0.3, h * 0.018, seen(plan.atmosphere, oklch(0.36, 0.04, 50), distance));
  const tiers = Math.max(5, Math.round(h / (plan.unit * 13)) > 11 ? 11 : Math.round(h / (plan.unit * 13)));
  const left: Array<[number, number]> = [];
  const right: Array<[number, number]> = [];
  for (let i = 0; i <= tiers; i++) {
    const t = i / tiers;
    const reach = w * (0.06 + t ** 0.85) * random.range(0.82, 1.12);
    const yy = y - h * (1 - t * 0.9);
    left.push([x - reach, yy + h * 0.035], [x - reach * 0.52, yy + h * 0.005]);
    right.push([x + reach * random.range(0.9, 1.1), yy + h * 0.035], [x + reach * 0.52, yy + h * 0.005]);
  }
  const tip: [number, number] = [x, y - h * 1.03];
  ctx.fillStyle = linear(ctx, 0, y - h, 0, y, [
    [0, body],
    [1, dark],
  ]);
  fillPolygon(ctx, [tip, ...right, ...left.reverse()]);
  if (h < plan.unit * 26) return;
  const side = plan.light.side;
  const edge = side === 1 ? right : left.reverse();
  ctx.fillStyle = linear(ctx, x, 0, x + side * w, 0, [
    [0, bright, 0],
    [1, bright, 0.75],
  ]);
  fillPolygon(ctx, [tip, ...edge, [x, y - h * 0.1]]);
};

const leafy =
  (colour: (random: Random) => Colour, wide = 0.86): Plant =>
  (ctx, plan, x, y, h, distance, random) => {
    ctx.strokeStyle = linear(ctx, x - h * 0.05, 0, x + h * 0.05, 0, [
      [0, barkOf(plan, distance)],
      [1, shift(barkOf(plan, distance), 0.7)],
    ]);
    ctx.lineCap = 'round';
    if (h > plan.unit * 40) forked(ctx, x, y, h * 0.36, h * 0.055, random.range(-0.06, 0.06), 2, random);
    else trunk(ctx, x, y, h * 0.4, h * 0.03, barkOf(plan, distance));
    crown(
      ctx,
      plan,
      x,
      y - h * 0.64,
      h * wide,
      h * 0.66,
      colour(random),
      distance,
      random,
      h > plan.unit * 60 ? 34 : 14,
    );
  };

export const broadleaf = leafy((random) => oklch(0.56, 0.12, 132 + random.range(-14, 12)));

export const cherry = leafy((random) => oklch(0.83, 0.095, 2 + random.range(-8, 10)), 1);

export const maple = leafy((random) => oklch(0.6, 0.17, 42 + random.range(-18, 26)), 0.9);

export const bare: Plant = (ctx, plan, x, y, h, distance, random) => {
  ctx.strokeStyle = linear(ctx, 0, y - h, 0, y, [
    [0, shift(barkOf(plan, distance), 0.9)],
    [1, shift(barkOf(plan, distance), 0.65)],
  ]);
  ctx.lineCap = 'round';
  forked(ctx, x, y, h * 0.34, h * 0.05, random.range(-0.12, 0.12), 5, random);
};

export const birch: Plant = (ctx, plan, x, y, h, distance, random) => {
  const bark = seen(plan.atmosphere, oklch(0.93, 0.01, 90), distance);
  const dark = seen(plan.atmosphere, oklch(0.3, 0.01, 60), distance);
  const w = h * 0.017;
  crown(
    ctx,
    plan,
    x,
    y - h * 0.72,
    h * 0.4,
    h * 0.56,
    oklch(0.72, 0.12, 108 + random.range(-10, 12)),
    distance,
    random,
    22,
  );
  ctx.fillStyle = linear(
    ctx,
    x - w,
    0,
    x + w,
    0,
    plan.light.side < 0
      ? [
          [0, bark],
          [1, mix(bark, dark, 0.4)],
        ]
      : [
          [0, mix(bark, dark, 0.4)],
          [1, bark],
        ],
  );
  ctx.fillRect(x - w, y - h * 0.92, w * 2, h * 0.92);
  ctx.fillStyle = css(dark, 0.85);
  for (let i = 0; i < 16; i++)
    ctx.fillRect(x - w + random() * w * 0.6, y - random() * h * 0.9, w * random.range(0.6, 1.4), h * 0.006);
};

/** Plants that stand as bodies; the others cover the ground. */
export const TREES: Partial<Readonly<Record<Flora, Plant>>> = {
  pine,
  broadleaf,
  cherry,
  maple,
  bare,
  birch,
  palm,
  bamboo,
  willow,
  cactus,
  jungle,
  mushrooms: mushroom,
};
