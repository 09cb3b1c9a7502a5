import { disc, fillPolygon, linear, saved, trace, type Context } from '../core/canvas.js';
import { mix, oklch, shift, type Colour } from '../core/colour.js';
import type { Random } from '../core/random.js';
import { lit, seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Flora } from '../words/facts.js';

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

const tones = (plan: Plan, colour: Colour, distance: number) => {
  const body = seen(plan.atmosphere, colour, distance);
  return {
    body,
    dark: mix(seen(plan.atmosphere, colour, distance, 0.62), plan.atmosphere.shade, 0.2 * (1 - distance)),
    bright: sunlit(plan.atmosphere, body, 0.5),
  };
};

function trunk(ctx: Context, x: number, y: number, h: number, w: number, colour: Colour, lean = 0): void {
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

/** A crown of leaf clumps: dark below, bright towards the light. */
function crown(
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

function forked(
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

const barkOf = (plan: Plan, distance: number) => seen(plan.atmosphere, oklch(0.36, 0.045, 48), distance);

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
  ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, dark, 0.85]]);
  for (let i = 0; i < 16; i++)
    ctx.fillRect(x - w + random() * w * 0.6, y - random() * h * 0.9, w * random.range(0.6, 1.4), h * 0.006);
};

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

/** A pointed leaf from x, y in a direction. */
export function leaf(ctx: Context, x: number, y: number, length: number, angle: number, colour: Colour): void {
  ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, colour]]);
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
      ctx.strokeStyle = linear(ctx, 0, 0, 1, 0, [[0, colour]]);
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
  ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, lit(plan.atmosphere, oklch(0.95, 0.02, 85)), 0.85]]);
  for (let i = 0; i < 6; i++)
    disc(ctx, x + h * random.range(-0.3, 0.3), y - h * random.range(0.6, 0.85), h * random.range(0.02, 0.05));
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
