import { disc, fillPolygon, linear, perPixel, saved, type Canvas, type Context } from '../core/canvas.js';
import { css, clamp, lerp, oklch, rgb, smoothstep } from '../core/colour.js';
import { fbm, noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';

/** Curtains of light that hang over the horizon. */
export function paintAurora(plan: Plan): Canvas {
  const { width, horizon, seed, palettes } = plan;
  const noise = noiseFor(seed, 'aurora');
  const turn = stream(seed, 'aurora').range(-16, 16);
  const low = rgb(oklch(0.83, 0.2, 158 + turn));
  const high = rgb(oklch(0.6, 0.2, (palettes.length ? 330 : 308) + turn));
  const w = Math.ceil(width / 2);
  const h = Math.ceil(horizon / 2);
  const scale = Math.max(w, h);
  return perPixel(w, h, (x, y, out, at) => {
    let power = 0;
    let tone = 0;
    for (let band = 0; band < 3; band++) {
      const u = x / scale;
      const foot = h * (0.84 - band * 0.17) - h * 0.3 * fbm(noise, u * 1.5 + band * 9, band * 3, 3);
      const up = (foot - y) / (h * (0.62 + 0.25 * noise(u * 3, band + 20)));
      if (up < -0.04) continue;
      const folds = 0.5 + 0.5 * noise(u * 13 + 2 * noise(u * 3, band), band * 5 + y / (h * 5));
      const fine = 0.72 + 0.28 * noise(u * 55, band);
      const p = smoothstep(-0.04, 0.06, up) * Math.exp(-up * 3.1) * (0.25 + 0.75 * folds) * fine * (1 - band * 0.22);
      power += p;
      tone += p * clamp(up * 1.7);
    }
    const t = power > 0 ? tone / power : 0;
    for (let k = 0; k < 3; k++) out[at + k] = lerp(low[k] ?? 0, high[k] ?? 0, t);
    out[at + 3] = 255 * clamp(power * 0.85);
  });
}

export function paintRainbow(ctx: Context, plan: Plan): void {
  const { width, height, horizon, light } = plan;
  const r = Math.min(width * 0.46, horizon * 0.98);
  const x = width * (0.5 - light.side * 0.12);
  const band = r * 0.11;
  const gradient = ctx.createRadialGradient(x, horizon, r - band, x, horizon, r);
  const hues = [310, 275, 240, 190, 145, 100, 60, 25];
  gradient.addColorStop(0, 'rgba(255,255,255,0)');
  hues.forEach((h, i) => {
    const [a, b, c] = rgb(oklch(0.8, 0.17, h)).map(Math.round);
    gradient.addColorStop(0.08 + (i / hues.length) * 0.86, `rgba(${a},${b},${c},0.62)`);
  });
  gradient.addColorStop(1, 'rgba(255,255,255,0)');
  ctx.fillStyle = css(oklch(0.98, 0.01, 90), 0.1);
  disc(ctx, x, horizon, r - band);
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
}

/** Shafts of light from the sun. */
export function paintRays(ctx: Context, plan: Plan, strength: number): void {
  const { light, width, height, atmosphere: air } = plan;
  const random = stream(plan.seed, 'rays');
  const long = Math.hypot(width, height);
  saved(ctx, () => {
    ctx.globalCompositeOperation = 'screen';
    ctx.filter = `blur(${(plan.unit * 7).toFixed(1)}px)`;
    for (let i = 0; i < 17; i++) {
      const middle = Math.atan2(height * 0.9 - light.y, width * 0.5 - light.x);
      const a = middle + random.range(-1.05, 1.05);
      const spread = random.range(0.014, 0.05);
      const end = (angle: number): [number, number] => [
        light.x + Math.cos(angle) * long,
        light.y + Math.sin(angle) * long,
      ];
      ctx.fillStyle = linear(ctx, light.x, light.y, ...end(a), [
        [0, air.light, strength * random.range(0.4, 0.9)],
        [0.35, air.light, strength * 0.3],
        [0.8, air.light, 0],
      ]);
      fillPolygon(ctx, [[light.x, light.y], end(a - spread), end(a + spread)]);
    }
  });
}
