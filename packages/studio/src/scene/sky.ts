import { perPixel, type Canvas } from '../core/canvas.js';
import { mix, ramp, rgb } from '../core/colour.js';
import type { Plan } from '../plan/plan.js';

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
