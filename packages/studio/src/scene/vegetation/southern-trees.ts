import { disc, fillPolygon, linear, saved, trace } from '../../core/canvas.js';
import { css, mix, oklch, shift } from '../../core/colour.js';
import { lit, seen } from '../../plan/atmosphere.js';
import { type Plant, tones, trunk, forked, barkOf, leaf } from './foliage.js';

export const palm: Plant = (ctx, plan, x, y, h, distance, random) => {
  const lean = h * random.range(-0.24, 0.24);
  const { body, dark, bright } = tones(plan, oklch(0.52, 0.11, 140), distance);
  ctx.strokeStyle = linear(ctx, 0, y - h, 0, y, [
    [0, barkOf(plan, distance)],
    [1, shift(barkOf(plan, distance), 0.75)],
  ]);
  ctx.lineCap = 'butt';
  for (let i = 0; i < 20; i++) {
    const t = i / 20;
    const q = (u: number): [number, number] => [x + lean * u * u, y - h * 0.86 * u];
    ctx.lineWidth = h * (0.036 - t * 0.016);
    ctx.beginPath();
    ctx.moveTo(...q(t));
    ctx.lineTo(...q(t + 0.058));
    ctx.stroke();
  }
  const top: [number, number] = [x + lean, y - h * 0.86];
  const fronds = 11;
  for (let i = 0; i < fronds; i++) {
    const a = (i / fronds) * Math.PI * 2 + random.range(-0.2, 0.2);
    const reach = h * random.range(0.3, 0.4);
    const ex = top[0] + Math.cos(a) * reach;
    const ey = top[1] + Math.sin(a) * reach * 0.5 + reach * 0.32;
    const mx = top[0] + Math.cos(a) * reach * 0.55;
    const my = top[1] + Math.sin(a) * reach * 0.4 - reach * 0.34;
    ctx.fillStyle = linear(ctx, top[0], top[1], ex, ey, [
      [0, Math.cos(a) * plan.light.side > 0 ? bright : body],
      [1, dark],
    ]);
    ctx.beginPath();
    ctx.moveTo(...top);
    ctx.quadraticCurveTo(mx, my - reach * 0.05, ex, ey);
    const teeth = 9;
    for (let k = teeth; k >= 0; k--) {
      const t = k / teeth;
      const px = (1 - t) ** 2 * top[0] + 2 * t * (1 - t) * mx + t * t * ex;
      const py = (1 - t) ** 2 * top[1] + 2 * t * (1 - t) * my + t * t * ey;
      ctx.lineTo(px, py + reach * 0.2 * Math.sin(Math.PI * t));
      ctx.lineTo(px, py + reach * 0.05);
    }
    ctx.fill();
  }
};

export const bamboo: Plant = (ctx, plan, x, y, h, distance, random) => {
  const { body, dark, bright } = tones(plan, oklch(0.6, 0.115, 132 + random.range(-10, 10)), distance);
  const w = h * random.range(0.011, 0.016);
  const lean = h * random.range(-0.08, 0.08);
  const sections = 11;
  for (let i = 0; i < sections; i++) {
    const t0 = i / sections;
    const t1 = (i + 0.96) / sections;
    const p = (t: number): [number, number] => [x + lean * t * t, y - h * t];
    const [ax, ay] = p(t0);
    const [bx, by] = p(t1);
    ctx.fillStyle = linear(
      ctx,
      ax - w,
      0,
      ax + w,
      0,
      plan.light.side > 0
        ? [
            [0, dark],
            [0.7, body],
            [1, bright],
          ]
        : [
            [0, bright],
            [0.3, body],
            [1, dark],
          ],
    );
    fillPolygon(ctx, [
      [ax - w, ay],
      [ax + w, ay],
      [bx + w * 0.9, by],
      [bx - w * 0.9, by],
    ]);
    if (i < 4) continue;
    for (let k = 0; k < 5; k++) {
      const side = random.chance(0.5) ? 1 : -1;
      leaf(
        ctx,
        bx,
        by,
        h * random.range(0.07, 0.13),
        side * random.range(0.35, 1.4) + (Math.PI / 2) * (1 - side),
        random.chance(0.4) ? bright : random.chance(0.5) ? body : dark,
      );
    }
  }
};

export const willow: Plant = (ctx, plan, x, y, h, distance, random) => {
  const { body, dark, bright } = tones(plan, oklch(0.64, 0.11, 124), distance);
  ctx.strokeStyle = linear(ctx, 0, y - h, 0, y, [
    [0, barkOf(plan, distance)],
    [1, shift(barkOf(plan, distance), 0.7)],
  ]);
  ctx.lineCap = 'round';
  forked(ctx, x, y, h * 0.42, h * 0.055, random.range(-0.1, 0.1), 2, random);
  for (let i = 0; i < 130; i++) {
    const a = random.range(-Math.PI, 0);
    const r = Math.sqrt(random());
    const sx = x + Math.cos(a) * r * h * 0.42;
    const sy = y - h * 0.6 + Math.sin(a) * r * h * 0.36;
    const drop = h * random.range(0.22, 0.6) * (0.5 + r * 0.5);
    ctx.strokeStyle = linear(ctx, 0, sy, 0, sy + drop, [
      [0, random.chance(0.3) ? bright : body],
      [1, i % 3 ? body : dark, 0.8],
    ]);
    ctx.lineWidth = h * random.range(0.004, 0.01);
    ctx.beginPath();
    ctx.moveTo(sx, sy);
    ctx.quadraticCurveTo(
      sx + Math.cos(a) * h * 0.07,
      sy + drop * 0.3,
      sx + Math.cos(a) * h * 0.06 + random.range(-3, 3),
      Math.min(y, sy + drop),
    );
    ctx.stroke();
  }
};

export const cactus: Plant = (ctx, plan, x, y, h, distance, random) => {
  const { body, dark, bright } = tones(plan, oklch(0.5, 0.09, 145), distance);
  const w = h * 0.16;
  const paint = (draw: () => void) => {
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    for (const [scale, colour, dx] of [
      [1, dark, 0],
      [0.74, body, 0.1],
      [0.22, bright, 0.26],
    ] as const) {
      ctx.strokeStyle = css(colour);
      ctx.lineWidth = w * scale;
      saved(ctx, () => {
        ctx.translate(plan.light.side * w * dx, 0);
        draw();
      });
    }
  };
  const arm = (side: number, from: number, up: number) =>
    paint(() => {
      trace(
        ctx,
        [
          [x, y - h * from],
          [x + side * h * 0.24, y - h * from],
          [x + side * h * 0.24, y - h * (from + up)],
        ],
        false,
      );
      ctx.stroke();
    });
  arm(1, random.range(0.34, 0.44), random.range(0.22, 0.36));
  arm(-1, random.range(0.42, 0.56), random.range(0.16, 0.3));
  paint(() => {
    trace(
      ctx,
      [
        [x, y],
        [x, y - h * 0.92],
      ],
      false,
    );
    ctx.stroke();
  });
};

export const jungle: Plant = (ctx, plan, x, y, h, distance, random) => {
  if (random.chance(0.35)) return palm(ctx, plan, x, y, h, distance, random);
  const { body, dark, bright } = tones(plan, oklch(0.52, 0.12, 142 + random.range(-16, 14)), distance);
  for (let i = 0; i < 13; i++) {
    const a = -Math.PI / 2 + random.range(-1.35, 1.35);
    const colour = random.chance(0.3) ? bright : random.chance(0.5) ? body : dark;
    leaf(ctx, x, y, h * random.range(0.5, 0.95), a, colour);
    leaf(ctx, x, y + h * 0.02, h * random.range(0.4, 0.7), a + 0.05, mix(colour, dark, 0.4));
  }
};

export const mushroom: Plant = (ctx, plan, x, y, h, distance, random) => {
  const { body, dark, bright } = tones(plan, oklch(0.56, 0.17, 28 + random.range(-10, 20)), distance);
  trunk(ctx, x, y, h * 0.6, h * 0.1, seen(plan.atmosphere, oklch(0.9, 0.03, 85), distance));
  ctx.fillStyle = linear(ctx, x - h * 0.4 * plan.light.side, y - h * 0.5, x + h * 0.4 * plan.light.side, y - h, [
    [0, dark],
    [0.5, body],
    [1, bright],
  ]);
  ctx.beginPath();
  ctx.ellipse(x, y - h * 0.52, h * 0.46, h * 0.46, 0, Math.PI, 0);
  ctx.quadraticCurveTo(x, y - h * 0.36, x - h * 0.46, y - h * 0.52);
  ctx.fill();
  ctx.fillStyle = css(lit(plan.atmosphere, oklch(0.95, 0.02, 85)), 0.85);
  for (let i = 0; i < 6; i++)
    disc(ctx, x + h * random.range(-0.3, 0.3), y - h * random.range(0.6, 0.85), h * random.range(0.02, 0.05));
};
