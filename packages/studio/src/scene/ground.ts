import { linear, radial, saved, type Context } from '../core/canvas.js';
import { lerp } from '../core/colour.js';
import { stream } from '../core/random.js';
import { sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Scene } from './scene.js';
import { paintLand, ridgeOf, type Ridge } from './terrain.js';
import { SOILS } from './soils.js';
import { fringe, cover } from './vegetation/covers.js';
import { paintStreet } from './city.js';
import { paintCloudSea } from './clouds.js';

/** The near land: three rolling sheets, or one bank in front of water. */
export function paintGround(scene: Scene): void {
  const { plan } = scene;
  if (!plan.ground) return;
  if (plan.ground === 'street') return paintStreet(scene);
  if (plan.ground === 'cloudsea') return paintCloudSea(scene);
  const soil = SOILS[plan.ground];
  const span = plan.height - plan.horizon;
  const tops = plan.water
    ? [lerp(plan.bank, plan.height, 0.12)]
    : [plan.horizon + span * 0.02, plan.horizon + span * 0.22, plan.horizon + span * 0.56];
  const distances = plan.water ? [0.1] : [0.46, 0.26, 0.08];
  tops.forEach((top, i) => {
    const distance = distances[i] ?? 0.1;
    const t = (top - plan.horizon) / span;
    const height = span * (0.1 + t * 0.12) * soil.waves;
    const ridge = ridgeOf(plan, `ground/${i}`, {
      height,
      base: !plan.water && i === 0 ? plan.horizon + plan.unit * 2 : top + height * 0.5,
      frequency: 1.5,
      kind: plan.ground === 'sand' && !plan.water ? 'dune' : 'rolling',
    });
    if (plan.water) bend(plan, ridge);
    const relief = soil.relief && {
      ...soil.relief,
      fold: soil.relief.fold * plan.unit * (soil.relief.soft ? 1 : 0.4 + t),
    };
    scene.add('ground', `ground/${i}`, distance, (ctx) => {
      paintLand(ctx, plan, ridge, {
        colour: soil.colour,
        distance,
        bottom: plan.height,
        mist: 0,
        ...(relief ? { relief } : {}),
      });
      shadeBelow(ctx, plan, ridge);
      ctx.globalCompositeOperation = 'source-atop';
      cover(ctx, plan, ridge, soil, i, distance);
      dapple(ctx, plan, i);
      ctx.globalCompositeOperation = 'source-over';
      if (soil.cover === 'blades' || soil.cover === 'wheat' || soil.cover === 'moss')
        fringe(ctx, plan, ridge, soil, i, distance);
    });
  });
}

/** A bank comes in from the sides, lowest under the light. */
function bend(plan: Plan, ridge: Ridge): void {
  const depth = plan.height - plan.bank;
  for (let x = 0; x < ridge.length; x++) {
    const t = x / plan.width - (0.5 + plan.light.side * 0.24);
    ridge[x] = (ridge[x] ?? 0) + depth * (0.62 - Math.min(0.86, Math.abs(t) * 1.5));
  }
}

/** Drifting light and cloud shadow over the land. */
function dapple(ctx: Context, plan: Plan, index: number): void {
  const { width, height, horizon, atmosphere: air } = plan;
  const random = stream(plan.seed, `dapple/${index}`);
  for (let i = 0; i < 9; i++) {
    const t = random();
    const w = width * random.range(0.16, 0.42);
    saved(ctx, () => {
      ctx.translate(random() * width, lerp(horizon, height, t));
      ctx.scale(w, (height - horizon) * (0.03 + 0.09 * t));
      ctx.fillStyle = radial(
        ctx,
        0,
        0,
        1,
        i % 2
          ? [
              [0, sunlit(air, air.light, 0.5), 0.2 * air.glare],
              [1, air.light, 0],
            ]
          : [
              [0, air.shade, 0.26],
              [1, air.shade, 0],
            ],
      );
      ctx.fillRect(-1, -1, 2, 2);
    });
  }
}

function shadeBelow(ctx: Context, plan: Plan, ridge: Ridge): void {
  const { atmosphere: air, width, height } = plan;
  const top = Math.min(...ridge);
  ctx.globalCompositeOperation = 'source-atop';
  ctx.fillStyle = linear(ctx, 0, top, 0, height, [
    [0, sunlit(air, air.haze, 0.5), 0.14],
    [0.3, air.shade, 0.02],
    [1, air.shade, 0.5],
  ]);
  ctx.fillRect(0, top, width, height - top);
}
