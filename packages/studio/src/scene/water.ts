import { linear, perPixel, pixels, type Canvas, type Context } from '../core/canvas.js';
import { css, clamp, mix, oklch, rgb, sample } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import { lit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Water } from '../words/facts.js';

interface Surface {
  /** Height of the waves: how far reflections are torn. */
  readonly chop: number;
  /** Part of the sky that is mirrored, 0..1. */
  readonly mirror: number;
  readonly hue: number;
  readonly foam: number;
}

const SURFACES: Readonly<Record<Water | 'wet', Surface>> = {
  lake: { chop: 0.5, mirror: 0.84, hue: 225, foam: 0 },
  river: { chop: 0.8, mirror: 0.72, hue: 195, foam: 0.1 },
  sea: { chop: 2.1, mirror: 0.46, hue: 222, foam: 0.7 },
  ice: { chop: 0.1, mirror: 0.5, hue: 225, foam: 0 },
  wet: { chop: 0.35, mirror: 0.9, hue: 270, foam: 0 },
};

/** Water from the horizon down: what is above mirrored in it, torn by waves in true perspective. Opaque below the horizon. */
export function paintWater(plan: Plan, above: Canvas, kind: Water | 'wet', horizon = plan.horizon): Canvas {
  const { width, height, unit, atmosphere: air, light, moods, weather } = plan;
  const surface = SURFACES[kind];
  const rough = weather.has('storm') ? 1.9 : weather.has('wind') ? 1.5 : moods.has('calm') ? 0.25 : 1;
  const chop = surface.chop * rough;
  const source = pixels(above).data;
  const noise = noiseFor(plan.seed, 'water');
  const top = Math.round(horizon);
  const depth = Math.max(1, height - top);
  const deep = lit(air, oklch(0.36, 0.07, surface.hue));
  const shallow = mix(air.haze, lit(air, oklch(0.62, 0.075, surface.hue - 15)), 0.4);
  const column = new Float32Array((depth + 1) * 3);
  for (let y = 0; y <= depth; y++)
    column.set(
      rgb(
        sample(
          [
            [0, shallow],
            [0.25, mix(shallow, deep, 0.6)],
            [1, deep],
          ],
          y / depth,
        ),
      ),
      y * 3,
    );
  const glint = rgb(mix(air.light, oklch(0.98, 0.03, 90), 0.5));
  const foam = rgb(mix(lit(air, oklch(0.96, 0.01, 220)), air.light, 0.15));
  const shines = light.visible || (air.glare > 0.9 && !plan.struck.has(`sky:${light.kind}`));
  const path = shines ? (light.y < horizon ? air.glare : 0.3) : 0.12;
  return perPixel(width, height, (x, y, out, at) => {
    const below = y - top;
    if (below < 0) return;
    const t = below / depth;
    const z = 1 / (t + 0.035);
    const u = ((x - width / 2) / (unit * 210)) * z * 0.5;
    const w1 = noise(u * 1.6, z * 3.1);
    const w2 = noise(u * 4.2 + 40, z * 8.3 + (u * chop) / 3);
    const wave = w1 * 0.62 + w2 * 0.38;
    const amp = chop * unit * (2.5 + 46 * t);
    const sx = clamp(Math.round(x + wave * amp * 0.3), 0, width - 1);
    const sy = clamp(Math.round(top - below * 0.92 - wave * amp - unit), 0, top - 1);
    const s = (sy * width + sx) * 4;
    const grazing = surface.mirror * (1 - t * 0.5) * (kind === 'sea' ? 0.8 + wave * 0.42 : 1);
    const m = clamp(grazing, 0, 0.96);
    const c = below * 3;
    const spread = unit * (16 + 150 * t) * (0.6 + chop * 0.3);
    const off = (x - light.x) / spread;
    const spark = path * Math.exp(-off * off) * clamp((wave - 0.05 - t * 0.12) * 3.4) * (0.35 + 0.65 * (1 - t));
    const crest =
      surface.foam > 0.3 ? surface.foam * rough * clamp((w1 * 0.7 + w2 * 0.6 - 0.62) * 4) * clamp(t * 5) * 0.8 : 0;
    for (let k = 0; k < 3; k++) {
      const base = (column[c + k] ?? 0) * (1 - m) + (source[s + k] ?? 0) * m;
      const lively = base * (1 + wave * 0.05 * chop);
      const shine = lively + ((glint[k] ?? 0) - lively) * clamp(spark);
      out[at + k] = shine + ((foam[k] ?? 0) - shine) * clamp(crest);
    }
    out[at + 3] = 255;
  });
}

/** Cracks and snow dust of a frozen lake. */
export function paintIce(ctx: Context, plan: Plan): void {
  const { width, height, horizon, unit, atmosphere: air } = plan;
  const random = stream(plan.seed, 'ice');
  const white = lit(air, oklch(0.96, 0.015, 225));
  ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
    [0, white, 0.3],
    [1, white, 0.42],
  ]);
  ctx.fillRect(0, horizon, width, height - horizon);
  ctx.lineCap = 'round';
  for (let i = 0; i < 38; i++) {
    let x = random() * width;
    const t = random() ** 1.6;
    let y = horizon + (height - horizon) * t;
    let angle = random.range(-0.4, 0.4) + (random.chance(0.5) ? Math.PI : 0);
    for (let k = 0; k < 9; k++) {
      const step = unit * (8 + 50 * t);
      const nx = x + Math.cos(angle) * step;
      const ny = y + Math.sin(angle) * step * 0.35;
      ctx.strokeStyle = css(white, 0.75 * (1 - k / 10));
      ctx.lineWidth = unit * (0.5 + 2.4 * t) * (1 - k / 11);
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(nx, ny);
      ctx.stroke();
      x = nx;
      y = ny;
      angle += random.range(-0.6, 0.6);
    }
  }
}

/** Long soft ripple lines on still water. */
export function paintRipples(ctx: Context, plan: Plan): void {
  const { width, height, horizon, unit, atmosphere: air } = plan;
  const random = stream(plan.seed, 'ripples');
  for (let i = 0; i < 70; i++) {
    const t = random() ** 2;
    const y = horizon + (height - horizon) * t;
    const x = random() * width;
    const length = unit * random.range(30, 130) * (0.3 + t * 1.8);
    ctx.fillStyle = linear(ctx, x - length, 0, x + length, 0, [
      [0, air.horizon, 0],
      [0.5, air.horizon, random.range(0.08, 0.3)],
      [1, air.horizon, 0],
    ]);
    ctx.fillRect(x - length, y, length * 2, unit * (0.5 + 1.8 * t));
  }
}
