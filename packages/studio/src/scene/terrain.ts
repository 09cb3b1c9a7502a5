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
  /** Drifts in perspective (sand, snow) instead of rock. */
  readonly soft?: boolean;
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

/** Heights of the folds under a crest, at half size, in units of the fold. */
function foldField(
  plan: Plan,
  ridge: Ridge,
  relief: Relief,
  name: string,
  start: number,
  height: number,
): Float32Array {
  const noise = noiseFor(plan.seed, `relief/${name}`);
  const fold = relief.fold / 2;
  const w = Math.ceil(plan.width / 2);
  const field = new Float32Array(w * height);
  for (let x = 0; x < w; x++) {
    const crest = Math.max(0, Math.floor((ridge[Math.min(plan.width, x * 2)] ?? 0) / 2 - start) - 1);
    for (let y = crest; y < height; y++) {
      if (relief.soft) {
        const t = clamp((y + start) / (plan.height / 2), 0.05, 1);
        field[y * w + x] = fbm(
          noise,
          (x - w / 2) / (fold * 9 * t * t),
          (5.2 * t) ** 1.6 * (plan.height / plan.unit / 1000),
          3,
          0.32,
        );
        continue;
      }
      const bend = noise(x / (fold * 4), (y + start) / (fold * 4)) * 0.7;
      field[y * w + x] = ridged(noise, x / fold + bend, (y - crest) / (fold * 1.5) + bend * 0.5, 5);
    }
  }
  return field;
}

/** Folds that run down from the crest, at half size: lit on the light's side, in shade on the other. */
function paintRelief(plan: Plan, ridge: Ridge, skin: Skin, relief: Relief, top: number): Canvas {
  const { atmosphere: air, light, width } = plan;
  const start = Math.floor(top / 2);
  const height = Math.ceil((skin.bottom - top) / 2) + 1;
  if (height < 2) return blank(1, 1);
  const body = seen(air, skin.colour, skin.distance);
  const shade = mix(seen(air, skin.colour, skin.distance, 0.62), air.shade, 0.3 * (1 - skin.distance));
  const tones = ramp(
    [
      [0, shade],
      [0.5, body],
      [1, sunlit(air, body, 0.55)],
    ],
    256,
  );
  const white = seen(air, oklch(0.95, 0.015, 240), skin.distance);
  const snows = ramp(
    [
      [0, mix(white, mix(air.shade, air.upper, 0.55), 0.55)],
      [0.55, white],
      [1, sunlit(air, white, 0.65)],
    ],
    256,
  );
  const fold = relief.fold / 2;
  const dir = light.side;
  const w = Math.ceil(width / 2);
  const field = foldField(plan, ridge, relief, skin.distance.toFixed(2), start, height);
  const reach = Math.max(1, Math.round(fold / 14));
  const gain = ((relief.soft ? 1.5 : 0.34) * fold) / reach;
  return perPixel(w, height, (x, y, out, i) => {
    const below = y - ((ridge[Math.min(width, x * 2)] ?? 0) / 2 - start);
    if (below < -2) return;
    const here = field[y * w + x] ?? 0;
    const across = field[y * w + clamp(x + dir * reach, 0, w - 1)] ?? 0;
    const up = field[Math.max(0, y - reach) * w + x] ?? 0;
    const slope = ((ridge[Math.min(width, x * 2 + 8)] ?? 0) - (ridge[Math.max(0, x * 2 - 8)] ?? 0)) / 16;
    const lean = clamp((here - across) * gain + (here - up) * gain * (relief.soft ? 0 : 0.35), -0.46, 0.46);
    let tone =
      0.5 +
      lean * relief.strength -
      clamp(slope * dir * 0.34, -0.3, 0.3) * relief.strength * Math.exp(-below / (fold * 4));
    if (relief.stripes) tone += 0.13 * Math.sin((y + start + here * fold * 0.35) / relief.stripes) * relief.strength;
    const line = relief.snow ? (relief.snow / 2 - (y + start)) / (fold * 5) + here * 0.55 - 0.22 : 0;
    const isSnow = relief.snow ? smoothstep(-0.1, 0.08, line) : 0;
    const k = Math.round(clamp(tone) * 255) * 3;
    for (let c = 0; c < 3; c++) out[i + c] = (tones[k + c] ?? 0) * (1 - isSnow) + (snows[k + c] ?? 0) * isSnow;
    out[i + 3] = 255;
  });
}
