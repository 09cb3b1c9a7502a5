import type { Plan } from '../../plan/plan.js';
import { disc, linear, type Context } from '../../core/canvas.js';
import { css, lerp, mix, oklch, shift } from '../../core/colour.js';
import { stream } from '../../core/random.js';
import { lit, seen, sunlit } from '../../plan/atmosphere.js';
import type { Flora } from '../../words/facts.js';
import type { Scene } from '../scene.js';
import { TREES } from './trees.js';
import { leaf, type Plant } from './foliage.js';
import { BLOSSOMS, flower, tulip, reed, pads } from './blossoms.js';

/** Trees at the sides, flowers and reeds in front: the plan's plants, far to near. */
export function paintFlora(scene: Scene): void {
  const { plan } = scene;
  plan.flora.forEach((kind, index) => {
    const plant = TREES[kind];
    if (plant && kind !== 'mushrooms') paintTrees(scene, kind, plant, index);
  });
  for (const kind of plan.flora) if (!TREES[kind] || kind === 'mushrooms') paintLow(scene, kind);
}

/** Heights of groves in parts of the frame, and trees of a full grove. */
const GROVES: Partial<Readonly<Record<Flora, { readonly tall: number; readonly dense: number }>>> = {
  pine: { tall: 0.4, dense: 7 },
  broadleaf: { tall: 0.36, dense: 3 },
  cherry: { tall: 0.4, dense: 3 },
  maple: { tall: 0.4, dense: 3 },
  bare: { tall: 0.4, dense: 3 },
  birch: { tall: 0.52, dense: 7 },
  palm: { tall: 0.5, dense: 3 },
  bamboo: { tall: 0.66, dense: 11 },
  willow: { tall: 0.44, dense: 3 },
  cactus: { tall: 0.24, dense: 3 },
  jungle: { tall: 0.4, dense: 8 },
};

/** A grove on each side: higher and nearer towards the frame, leaving the middle free. */
function paintTrees(scene: Scene, kind: Flora, plant: Plant, index: number): void {
  const { plan } = scene;
  const { width, height, horizon, bank, unit, light } = plan;
  const { tall, dense } = GROVES[kind] ?? { tall: 0.36, dense: 3 };
  const high = Math.min(height, width * 1.1) * tall;
  if (!plan.water && plan.ground !== 'cloudsea')
    scene.add('flora', `${kind}/far`, 0.42, (ctx) => paintFarTrees(ctx, plan, kind, plant, high));
  for (const [rank, depth] of [
    [0, 0.26],
    [1, 0.08],
  ] as const) {
    scene.add('flora', `${kind}/${rank}`, depth, (ctx) => {
      const random = stream(plan.seed, `${kind}/${rank}`);
      const y =
        (plan.water ? lerp(bank, height, rank ? 0.55 : 0.08) : lerp(horizon, height, rank ? 0.72 : 0.3)) + unit * 10;
      for (const side of rank ? [-light.side] : [light.side, -light.side]) {
        const n = Math.max(
          1,
          Math.round(dense * (rank ? 0.5 : 1) * (side === light.side ? 0.6 : 1) * (index ? 0.6 : 1)),
        );
        for (let i = 0; i < n; i++) {
          const out = 0.5 - (i / n) * (rank ? 0.1 : 0.2) + random.range(-0.03, 0.04);
          const h = high * (rank ? 1.1 : 0.62) * random.range(0.72, 1.16) * (plan.subjects.length ? 0.85 : 1);
          plant(ctx, plan, width * (0.5 + side * out), y, h, depth, random);
        }
      }
    });
  }
}

function paintFarTrees(ctx: Context, plan: Plan, kind: Flora, plant: Plant, high: number): void {
  const random = stream(plan.seed, `${kind}/far`);
  const span = plan.height - plan.horizon;
  const n = Math.round(plan.width / (plan.unit * 60));
  for (let i = 0; i < n; i++) {
    const x = random() * plan.width;
    const t = random.range(0.04, 0.16);
    plant(
      ctx,
      plan,
      x,
      plan.horizon + span * (t + 0.05),
      high * (0.16 + t * 0.8) * random.range(0.7, 1.2),
      0.44 - t,
      random,
    );
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
      ctx.strokeStyle = css(bark);
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
