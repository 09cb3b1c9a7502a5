import { fillPolygon, linear } from '../core/canvas.js';
import { lerp, mix, oklch, shift } from '../core/colour.js';
import { lit, sunlit } from '../plan/atmosphere.js';
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
