import { fillPolygon, linear, trace, type Context } from '../core/canvas.js';
import { css, lerp, mix, oklch, shift } from '../core/colour.js';
import { stream } from '../core/random.js';
import { lit, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import { blade } from './foliage.js';
import type { Soil } from './soils.js';
import { at, type Ridge } from './terrain.js';

/** Furrows of blossom that run to one point. */
export function paintRows(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number): void {
  const { width, height, unit, atmosphere: air, horizon, light } = plan;
  const random = stream(plan.seed, `rows/${index}`);
  const vanish = width * (0.5 + light.side * 0.1);
  const gap = unit * 92;
  const earth = lit(air, oklch(0.5, 0.06, 95));
  const body = lit(air, soil.colour);
  for (let k = -26; k <= 26; k++) {
    const foot = vanish + k * gap;
    ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
      [0, earth, 0],
      [0.4, earth, 0.8],
      [1, mix(earth, air.shade, 0.4), 0.9],
    ]);
    fillPolygon(ctx, [
      [vanish, horizon - unit * 4],
      [foot + gap * 0.14, height],
      [foot - gap * 0.14, height],
    ]);
    for (let t = 0.06; t < 1.05; t += 0.01 + t * 0.02) {
      const y = lerp(horizon, height, t);
      const x = lerp(vanish, foot + gap * 0.5, t);
      if (x < -gap || x > width + gap || y < at(ridge, x)) continue;
      const r = gap * 0.34 * t;
      for (let j = 0; j < 3; j++) {
        const tone = mix(body, sunlit(air, body, 0.75), random() ** 1.5);
        ctx.fillStyle = css(random.chance(0.35) ? shift(body, 0.7) : tone, 0.9);
        blade(
          ctx,
          x + random.range(-1, 1) * r,
          y + r * 0.4,
          r * random.range(0.8, 1.5),
          random.range(-0.3, 0.3) * r,
          r * 0.2,
        );
      }
    }
  }
}

/** Steps of the slope, some flooded. */
export function paintTerraces(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number): void {
  const { width, height, unit, atmosphere: air } = plan;
  const steps = 7;
  for (let k = 0; k < steps; k++) {
    const t = k / steps;
    const points: Array<[number, number]> = [];
    for (let x = 0; x <= width; x += 6) {
      const base = lerp(at(ridge, x), height + unit * 60, t ** 0.85);
      points.push([
        x,
        base +
          Math.sin(x / (unit * 150) + k * 1.4 + index * 2) * unit * (8 + 26 * t) +
          Math.sin(x / (unit * 47) + k) * unit * 5 * t,
      ]);
    }
    const green = lit(air, shift(soil.colour, k % 2 ? 1.06 : 0.94));
    ctx.fillStyle = css(mix(green, air.shade, 0.35));
    trace(ctx, [...points, [width, height], [0, height]]);
    ctx.fill();
    const lower = points.map(([x, y]) => [x, y + unit * (3 + 5 * t)] as const);
    ctx.fillStyle = linear(ctx, 0, 0, width, 0, [
      [0, k % 3 === 1 ? green : mix(air.horizon, air.upper, 0.4)],
      [1, k % 3 === 1 ? sunlit(air, green, 0.4) : air.horizon],
    ]);
    trace(ctx, [...lower, [width, height], [0, height]]);
    ctx.fill();
    ctx.strokeStyle = css(sunlit(air, green, 0.7), 0.9);
    ctx.lineWidth = unit * (1 + 2 * t);
    trace(ctx, points, false);
    ctx.stroke();
  }
}
