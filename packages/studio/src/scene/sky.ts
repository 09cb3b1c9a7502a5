import { type Canvas, type Context, disc, fillPolygon, linear, perPixel, saved } from '../core/canvas.js';
import { clamp, css, lerp, mix, oklch, ramp, rgb, smoothstep } from '../core/colour.js';
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

const BAYER = [
  0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26, 12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30, 54,
  22, 3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25, 15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29,
  53, 21,
];

/** Ordered threshold in 0..1: eight-bit gradients band without it. */
export const dither = (x: number, y: number): number => (BAYER[(y & 7) * 8 + (x & 7)] ?? 0) / 64;

/** The sky from top to bottom, brighter around the light. Opaque. */
export function paintSky(plan: Plan): Canvas {
  const { width, height, horizon, light, atmosphere: air } = plan;
  const span = Math.max(horizon, height * 0.3);
  const stops = [
    [0, air.zenith],
    [0.42, air.upper],
    [0.78, mix(air.upper, air.horizon, 0.72)],
    [1, air.horizon],
  ] as const;
  const column = ramp(stops, height + 1);
  const glow = rgb(air.glow);
  const reach = Math.max(width, height) * (light.kind === 'moon' ? 0.42 : 0.62);
  const strength = air.glare * (light.kind === 'moon' ? 0.55 : light.visible ? 0.92 : 0.6);
  const falloff = new Float32Array(513);
  for (let i = 0; i <= 512; i++) {
    const d = i / 512;
    falloff[i] = strength * (0.55 * Math.exp(-((d * 2.6) ** 2)) + 0.45 * Math.exp(-d * 6.5)) * (1 - d) ** 0.6;
  }
  return perPixel(width, height, (x, y, out, at) => {
    const row = Math.min(height, Math.round((y / span) * height)) * 3;
    const dx = (x - light.x) * 0.82;
    const dy = (y - light.y) * 1.25;
    const d = Math.min(1, Math.sqrt(dx * dx + dy * dy) / reach);
    const g = falloff[(d * 512) | 0] ?? 0;
    const bias = dither(x, y);
    out[at] = Math.floor((column[row] ?? 0) * (1 - g) + glow[0] * g + bias);
    out[at + 1] = Math.floor((column[row + 1] ?? 0) * (1 - g) + glow[1] * g + bias);
    out[at + 2] = Math.floor((column[row + 2] ?? 0) * (1 - g) + glow[2] * g + bias);
    out[at + 3] = 255;
  });
}
