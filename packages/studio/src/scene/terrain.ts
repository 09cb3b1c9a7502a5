import { blank, linear, perPixel, trace, type Canvas, type Context } from '../core/canvas.js';
import { clamp, mix, oklch, ramp, smoothstep, type Colour } from '../core/colour.js';
import { fbm, noiseFor, ridged, type Noise } from '../core/noise.js';
import { seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';

/** y of the ground for every column. */
export type Ridge = Float32Array;

export interface Shape {
  /** Mean height over the base, px, and how much it varies. */
  readonly height: number;
  readonly base: number;
  /** Waves per frame width. */
  readonly frequency: number;
  readonly kind: 'jagged' | 'rolling' | 'dune' | 'mesa' | 'karst';
}

/** Height 0..1 of a land form along a line. */
function profile(noise: Noise, x: number, kind: Shape['kind']): number {
  switch (kind) {
    case 'jagged':
      return ridged(noise, x, 0.5, 6) * 0.92 + fbm(noise, x * 0.6, 9, 2) * 0.28;
    case 'rolling':
      return 0.5 + 0.5 * fbm(noise, x, 0.5, 3, 0.36);
    case 'dune': {
      const wave = (x * 0.9 + 0.35 * noise(x * 0.7, 4)) % 1;
      const t = wave < 0 ? wave + 1 : wave;
      return (
        (t < 0.68 ? smoothstep(0, 0.68, t) ** 1.3 : 1 - smoothstep(0.66, 1, t) ** 0.8) * 0.62 +
        0.38 * (0.5 + 0.5 * noise(x * 0.5, 2))
      );
    }
    case 'mesa': {
      const n = fbm(noise, x * 0.9, 0.5, 2) + 0.12;
      const step = smoothstep(0.02, 0.09, n) * 0.55 + smoothstep(0.24, 0.29, n) * 0.38;
      return 0.08 + step + 0.03 * fbm(noise, x * 9, 3, 2);
    }
    case 'karst': {
      let best = 0;
      for (let i = -1; i <= 1; i++) {
        const cell = Math.floor(x) + i;
        const middle = cell + 0.5 + 0.34 * noise(cell * 7.7, 1);
        const h = 0.62 + 0.38 * noise(cell * 3.3, 5);
        const w = 0.42 + 0.16 * noise(cell * 5.1, 8);
        const d = Math.abs(x - middle) / w;
        if (d < 1.4) best = Math.max(best, h * Math.max(0, 1 - d ** 2.6) ** 0.72);
      }
      return Math.max(0, best + 0.035 * fbm(noise, x * 7, 2, 3) * (best > 0.02 ? 1 : 0));
    }
  }
}

export function ridgeOf(plan: Plan, name: string, shape: Shape): Ridge {
  const noise = noiseFor(plan.seed, `ridge/${name}`);
  const ridge = new Float32Array(plan.width + 1);
  // One wave is as long in every format, so that a 9:21 frame does not squeeze mountains to needles.
  const length = Math.max(plan.height * 0.9, plan.width) / shape.frequency || 1;
  for (let x = 0; x <= plan.width; x++)
    ridge[x] = shape.base - shape.height * profile(noise, x / length + 3, shape.kind);
  return ridge;
}

export const at = (ridge: Ridge, x: number): number => ridge[clamp(Math.round(x), 0, ridge.length - 1)] ?? 0;

export function traceRidge(ctx: Context, plan: Plan, ridge: Ridge, bottom: number): void {
  const points: Array<[number, number]> = [];
  for (let x = 0; x <= plan.width; x++) points.push([x, ridge[x] ?? 0]);
  trace(ctx, [...points, [plan.width, bottom], [0, bottom]]);
}

export interface Relief {
  /** Strength of light and shade on the slopes, 0..1. */
  readonly strength: number;
  /** Size of the folds, px. */
  readonly fold: number;
  /** Height above which snow lies, px from the top of the frame; 0 for none. */
  readonly snow?: number;
  readonly stripes?: number;
}

export interface Skin {
  readonly colour: Colour;
  readonly distance: number;
  readonly bottom: number;
  readonly relief?: Relief;
  /** 0..1: how far the foot sinks into mist. */
  readonly mist?: number;
}

/** Fills under a ridge: body, lit and shaded folds, snow, mist at the foot. */
export function paintLand(ctx: Context, plan: Plan, ridge: Ridge, skin: Skin): void {
  const { atmosphere: air } = plan;
  const top = Math.min(...ridge);
  const body = seen(air, skin.colour, skin.distance);
  const foot = mix(body, air.haze, clamp(0.25 + skin.distance * 0.5) * air.density);
  traceRidge(ctx, plan, ridge, skin.bottom);
  ctx.fillStyle = linear(ctx, 0, top, 0, skin.bottom, [
    [0, body],
    [1, foot],
  ]);
  ctx.fill();
  ctx.globalCompositeOperation = 'source-atop';
  if (skin.relief)
    ctx.drawImage(
      paintRelief(plan, ridge, skin, skin.relief, top),
      0,
      Math.floor(top / 2) * 2,
      plan.width,
      Math.ceil((skin.bottom - top) / 2) * 2 + 2,
    );
  const mist = (skin.mist ?? 0.5) * (0.35 + air.density * 0.85);
  ctx.fillStyle = linear(ctx, 0, top + (skin.bottom - top) * 0.2, 0, skin.bottom, [
    [0, air.haze, 0],
    [0.55, air.haze, mist * 0.45],
    [1, air.haze, Math.min(0.96, mist)],
  ]);
  ctx.fillRect(0, top, plan.width, skin.bottom - top);
  ctx.globalCompositeOperation = 'source-over';
}

/** Folds that run down from the crest, at half size: lit on the light's side, in shade on the other. */
function paintRelief(plan: Plan, ridge: Ridge, skin: Skin, relief: Relief, top: number): Canvas {
  const { atmosphere: air, light, width } = plan;
  const noise = noiseFor(plan.seed, `relief/${Math.round(skin.distance * 100)}`);
  const height = Math.ceil((skin.bottom - top) / 2) + 1;
  if (height < 2) return blank(1, 1);
  const body = seen(air, skin.colour, skin.distance);
  const shade = mix(seen(air, skin.colour, skin.distance, 0.6), air.shade, 0.25 * (1 - skin.distance));
  const tones = ramp(
    [
      [0, shade],
      [0.5, body],
      [1, sunlit(air, body, 0.5)],
    ],
    256,
  );
  const white = seen(air, oklch(0.95, 0.015, 240), skin.distance);
  const snows = ramp(
    [
      [0, mix(white, mix(air.shade, air.upper, 0.5), 0.5)],
      [0.55, white],
      [1, sunlit(air, white, 0.65)],
    ],
    256,
  );
  const fold = relief.fold / 2;
  const dir = light.side;
  const w = Math.ceil(width / 2);
  const start = Math.floor(top / 2);
  return perPixel(w, height, (x, y, out, i) => {
    const crest = (ridge[Math.min(width, x * 2)] ?? 0) / 2 - start;
    const below = y - crest;
    if (below < -2) return;
    const bend = noise(x / (fold * 3), (y + start) / (fold * 3)) * 1.1;
    const u = x / fold + bend * 0.6;
    const v = below / (fold * 2.6) + bend * 0.4;
    const a = ridged(noise, u, v, 3);
    const b = ridged(noise, u + 0.16 * dir, v - 0.05, 3);
    const slope = ((ridge[Math.min(width, x * 2 + 8)] ?? 0) - (ridge[Math.max(0, x * 2 - 8)] ?? 0)) / 16;
    let tone =
      0.5 +
      clamp((a - b) * 2.6, -0.42, 0.42) * relief.strength -
      clamp(slope * dir * 0.3, -0.25, 0.25) * relief.strength * Math.exp(-below / (fold * 3));
    if (relief.stripes) tone += 0.16 * Math.sin((y + start + 3 * bend * 4) / relief.stripes) * relief.strength;
    const isSnow = relief.snow
      ? smoothstep(-0.18, 0.1, (relief.snow / 2 - (y + start)) / (fold * 6) + a * 0.5 - 0.2 + bend * 0.12)
      : 0;
    const k = Math.round(clamp(tone) * 255) * 3;
    for (let c = 0; c < 3; c++) out[i + c] = (tones[k + c] ?? 0) * (1 - isSnow) + (snows[k + c] ?? 0) * isSnow;
    out[i + 3] = 255;
  });
}
