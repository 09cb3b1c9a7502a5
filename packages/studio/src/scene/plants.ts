import { disc, linear, type Context } from '../core/canvas.js';
import { lerp, mix, oklch, shift } from '../core/colour.js';
import { stream } from '../core/random.js';
import { lit, seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Flora } from '../words/facts.js';
import type { Scene } from './scene.js';
import { leaf, TREES, type Plant } from './trees.js';

type Petals = {
  readonly hues: readonly number[];
  readonly light: number;
  readonly chroma: number;
  readonly heart: number;
  readonly count: number;
  readonly size: number;
  readonly tall: number;
};

const BLOSSOMS: Partial<Readonly<Record<Flora, Petals>>> = {
  flowers: { hues: [95, 350, 320, 60], light: 0.88, chroma: 0.11, heart: 85, count: 9, size: 0.1, tall: 0.7 },
  poppies: { hues: [28, 24, 34], light: 0.62, chroma: 0.21, heart: 300, count: 5, size: 0.16, tall: 0.8 },
  sunflowers: { hues: [86, 80], light: 0.84, chroma: 0.17, heart: 50, count: 16, size: 0.24, tall: 1.15 },
  lotus: { hues: [350, 0], light: 0.82, chroma: 0.11, heart: 95, count: 9, size: 0.2, tall: 0.6 },
};

function flower(ctx: Context, plan: Plan, kind: Petals, x: number, y: number, h: number, name: number): void {
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
  const petal = lit(air, oklch(kind.light, kind.chroma, random.pick(kind.hues) ?? 0));
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

function tulip(ctx: Context, plan: Plan, x: number, y: number, h: number, name: number): void {
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
  const cup = lit(air, oklch(0.68, 0.19, random.pick([25, 350, 80, 320, 40]) ?? 25));
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

function reed(ctx: Context, plan: Plan, x: number, y: number, h: number, name: number): void {
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

function pads(ctx: Context, plan: Plan): void {
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

/** Trees at the sides, flowers and reeds in front: the plan's plants, far to near. */
export function paintFlora(scene: Scene): void {
  const { plan } = scene;
  plan.flora.forEach((kind, index) => {
    const plant = TREES[kind];
    if (plant && kind !== 'mushrooms') paintTrees(scene, kind, plant, index);
  });
  for (const kind of plan.flora) if (!TREES[kind] || kind === 'mushrooms') paintLow(scene, kind);
}

/** A grove on each side: higher and nearer towards the frame, leaving the middle free. */
function paintTrees(scene: Scene, kind: Flora, plant: Plant, index: number): void {
  const { plan } = scene;
  const { width, height, horizon, bank, unit, light } = plan;
  const tall =
    {
      pine: 0.4,
      broadleaf: 0.36,
      cherry: 0.4,
      maple: 0.4,
      bare: 0.4,
      birch: 0.52,
      palm: 0.5,
      bamboo: 0.66,
      willow: 0.44,
      cactus: 0.24,
      jungle: 0.4,
    }[kind as 'pine'] ?? 0.36;
  const scale = Math.min(height, width * 1.1);
  if (!plan.water && plan.ground !== 'cloudsea') {
    scene.add('flora', `${kind}/far`, 0.42, (ctx) => {
      const random = stream(plan.seed, `${kind}/far`);
      const span = height - horizon;
      const n = Math.round(width / (unit * 60));
      for (let i = 0; i < n; i++) {
        const x = random() * width;
        const t = random.range(0.04, 0.16);
        plant(
          ctx,
          plan,
          x,
          horizon + span * (t + 0.05),
          scale * tall * (0.16 + t * 0.8) * random.range(0.7, 1.2),
          0.44 - t,
          random,
        );
      }
    });
  }
  const dense = { pine: 7, bamboo: 11, birch: 7, jungle: 8 }[kind as 'pine'] ?? 3;
  for (const [rank, depth] of [
    [0, 0.26],
    [1, 0.08],
  ] as const) {
    scene.add('flora', `${kind}/${rank}`, depth, (ctx) => {
      const random = stream(plan.seed, `${kind}/${rank}`);
      const sides = rank === 0 ? [light.side, -light.side] : [-light.side];
      for (const side of sides) {
        const n = Math.max(
          1,
          Math.round(dense * (rank === 0 ? 1 : 0.5) * (side === light.side ? 0.6 : 1) * (index ? 0.6 : 1)),
        );
        for (let i = 0; i < n; i++) {
          const out = 0.5 - (i / n) * (rank ? 0.1 : 0.2) + random.range(-0.03, 0.04);
          const x = width * (0.5 + side * out);
          const t = rank === 0 ? 0.3 : 0.72;
          const y = plan.water ? lerp(bank, height, rank === 0 ? 0.08 : 0.55) : lerp(horizon, height, t);
          const h =
            scale * tall * (rank === 0 ? 0.62 : 1.1) * random.range(0.72, 1.16) * (plan.subjects.length ? 0.85 : 1);
          plant(ctx, plan, x, y + unit * 10, h, depth, random);
        }
      }
    });
  }
}

function paintLow(scene: Scene, kind: Flora): void {
  const { plan } = scene;
  const { width, height, bank, unit } = plan;
  if (kind === 'lotus') return scene.add('flora', 'lotus', 0.16, (ctx) => pads(ctx, plan));
  if (kind === 'grass' || kind === 'coral' || kind === 'kelp' || kind === 'branch') return;
  const top = Math.max(bank, plan.horizon);
  scene.add('flora', kind, 0.05, (ctx) => {
    const random = stream(plan.seed, kind);
    const n = Math.round(((kind === 'reeds' ? 110 : kind === 'mushrooms' ? 30 : 90) * width) / (unit * 1300));
    const list = Array.from({ length: n }, () => ({ x: random() * width, t: random.range(0.5, 1.06) })).sort(
      (a, b) => a.t - b.t,
    );
    list.forEach(({ x, t }, i) => {
      const y = lerp(top, height, t) + unit * 6;
      const h = unit * 150 * (0.25 + 0.75 * (t - 0.4)) * random.range(0.6, 1.2);
      const blossom = BLOSSOMS[kind];
      if (kind === 'tulips') tulip(ctx, plan, x, y, h * 0.9, i);
      else if (kind === 'reeds') reed(ctx, plan, Math.abs(x / width - 0.5) < 0.16 ? x * 0.4 : x, y, h * 1.7, i);
      else if (kind === 'mushrooms') TREES.mushrooms?.(ctx, plan, x, y, h * 0.6, 0.05, random);
      else if (blossom) flower(ctx, plan, blossom, x, y, h * blossom.tall, i);
    });
  });
}

/** Dark grass at the lower edge: a frame for the eye. */
export function paintForeground(scene: Scene): void {
  const { plan } = scene;
  if (!plan.flora.some((kind) => kind === 'grass' || kind === 'reeds') || plan.moods.has('minimal')) return;
  const { width, height, unit, atmosphere: air } = plan;
  scene.add('flora', 'foreground', 0, (ctx) => {
    const random = stream(plan.seed, 'foreground');
    const body = mix(lit(air, oklch(0.4, 0.08, 135), 0.7), air.shade, 0.45);
    for (let x = -unit * 20; x < width + unit * 20; x += unit * random.range(2, 5)) {
      const side = Math.abs(x / width - 0.5) * 2;
      const h = unit * (20 + 95 * side ** 2.2) * random.range(0.5, 1.25);
      const lean = h * (random.range(-0.35, 0.35) + (plan.weather.has('wind') ? 0.6 : 0));
      ctx.fillStyle = linear(ctx, 0, height - h, 0, height, [
        [0, mix(body, sunlit(air, body, 0.8), random())],
        [1, shift(body, 0.6)],
      ]);
      ctx.beginPath();
      ctx.moveTo(x - h * 0.03, height + 2);
      ctx.quadraticCurveTo(x, height - h * 0.6, x + lean, height - h);
      ctx.quadraticCurveTo(x + h * 0.05, height - h * 0.5, x + h * 0.04, height + 2);
      ctx.fill();
      if (side > 0.5 && random.chance(0.06)) disc(ctx, x + lean, height - h, unit * 3);
    }
  });
}

/** A branch with leaves or blossom from an upper corner. */
export function paintBranch(scene: Scene): void {
  const { plan } = scene;
  const blossom = plan.flora.includes('cherry');
  if (!plan.flora.includes('branch') && !(blossom && plan.flora.length > 0)) return;
  const { width, height, unit, light, atmosphere: air } = plan;
  scene.add('flora', 'branch', 0.02, (ctx) => {
    const random = stream(plan.seed, 'branch');
    const side = light.side;
    const x0 = width * (0.5 + side * 0.52);
    const bark = mix(seen(air, oklch(0.34, 0.04, 45), 0), air.shade, 0.3);
    const scale = Math.min(width, height);
    const grow = (x: number, y: number, angle: number, length: number, w: number, depth: number) => {
      const ex = x - side * Math.cos(angle) * length;
      const ey = y + Math.sin(angle) * length;
      ctx.strokeStyle = linear(ctx, 0, 0, 1, 0, [[0, bark]]);
      ctx.lineWidth = w;
      ctx.lineCap = 'round';
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.quadraticCurveTo((x + ex) / 2, (y + ey) / 2 - length * 0.12, ex, ey);
      ctx.stroke();
      if (depth > 0) {
        grow(ex, ey, angle + random.range(-0.5, 0.1), length * 0.74, w * 0.66, depth - 1);
        grow((x + ex) / 2, (y + ey) / 2, angle + random.range(0.2, 0.8), length * 0.6, w * 0.5, depth - 1);
      }
      const n = depth > 2 ? 2 : 7;
      for (let i = 0; i < n; i++) {
        const t = random();
        const px = x + (ex - x) * t + random.range(-1, 1) * unit * 12;
        const py = y + (ey - y) * t + random.range(-1, 1) * unit * 12;
        if (!blossom)
          leaf(
            ctx,
            px,
            py,
            unit * random.range(16, 30),
            random.range(0, 6.3),
            lit(air, oklch(0.52, 0.11, 135 + random.range(-15, 15))),
          );
        else {
          const petal = lit(air, oklch(0.86, 0.08, 0 + random.range(-8, 10)));
          const r = unit * random.range(5, 10);
          for (let k = 0; k < 5; k++) {
            ctx.fillStyle = linear(ctx, 0, py - r, 0, py + r, [
              [0, sunlit(air, petal, 0.4)],
              [1, shift(petal, 0.86)],
            ]);
            disc(ctx, px + Math.cos(k * 1.257) * r * 0.7, py + Math.sin(k * 1.257) * r * 0.7, r * 0.58);
          }
        }
      }
    };
    grow(x0, height * 0.04, random.range(0.1, 0.3), scale * 0.17, scale * 0.02, 4);
  });
}
