import { blank, blurred, pixels, type Canvas } from '../core/canvas.js';
import { clamp } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';

interface Wobble {
  readonly columns: number;
  readonly by: number;
  readonly dx: Int8Array;
  readonly dy: Int8Array;
}

export interface Body {
  /** How round edges are, px. */
  readonly round: number;
  /** Strength of light and shade. */
  readonly relief: number;
  readonly gloss: number;
  readonly shine: number;
  /** Adds to the height field, px of the frame. */
  readonly bumps?: Float32Array;
  /** Moves outlines, px. */
  readonly wobble?: Wobble;
}

/** Rows and columns that hold anything, one pixel wider, inside the frame's own border. */
function extent(
  px: Uint8ClampedArray,
  width: number,
  height: number,
): readonly [x0: number, y0: number, x1: number, y1: number] {
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width * 4 + 3; x < width; x++, at += 4) {
      if ((px[at] ?? 0) === 0) continue;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      y1 = y;
    }
  }
  return [Math.max(1, x0 - 1), Math.max(1, y0 - 1), Math.min(width - 2, x1 + 1), Math.min(height - 2, y1 + 1)];
}

/** Height of the inflated mask at every pixel: a wide swelling and a narrow rounded edge. */
function swelling(source: Canvas, px: Uint8ClampedArray, body: Body): Float32Array {
  const { width, height } = source;
  const wide = pixels(blurred(source, body.round)).data;
  const thin = pixels(blurred(source, body.round * 0.35)).data;
  const dome = Float32Array.from({ length: 256 }, (_, v) => Math.sqrt(1 - (1 - clamp((v / 255 - 0.5) * 2)) ** 2));
  const field = new Float32Array(width * height);
  const { bumps } = body;
  for (let i = 0, at = 3; i < field.length; i++, at += 4) {
    if ((px[at] ?? 0) === 0) continue;
    const round = (dome[wide[at] ?? 0] ?? 0) * 0.75 + (dome[thin[at] ?? 0] ?? 0) * 0.3;
    field[i] = round * body.round + (bumps ? (bumps[i] ?? 0) : 0);
  }
  return field;
}

/** One layer as a solid: its mask inflated to a height field and lit from the light's side. */
export function inflate(source: Canvas, plan: Plan, body: Body): Canvas {
  const { width, height } = source;
  const shape = pixels(source);
  const out = shape.data;
  const field = swelling(source, out, body);
  const { wobble } = body;
  const before = wobble ? new Uint8ClampedArray(out) : out;
  const shine = Float32Array.from({ length: 257 }, (_, v) => body.gloss * (v / 256) ** body.shine * 255);
  const lx = plan.light.side * 0.55;
  const [x0, y0, x1, y1] = extent(out, width, height);
  const reach = wobble ? Math.ceil(wobble.by) : 0;
  for (let y = Math.max(1, y0 - reach); y <= Math.min(height - 2, y1 + reach); y++) {
    for (let x = Math.max(1, x0 - reach); x <= Math.min(width - 2, x1 + reach); x++) {
      const i = y * width + x;
      const at = i * 4;
      if (wobble) {
        const cell = (y >> 2) * wobble.columns + (x >> 2);
        const sx = clamp(x + (wobble.dx[cell] ?? 0), 0, width - 1);
        const sy = clamp(y + (wobble.dy[cell] ?? 0), 0, height - 1);
        const from = (sy * width + sx) * 4;
        out[at] = before[from] ?? 0;
        out[at + 1] = before[from + 1] ?? 0;
        out[at + 2] = before[from + 2] ?? 0;
        out[at + 3] = before[from + 3] ?? 0;
      }
      if ((out[at + 3] ?? 0) === 0) continue;
      const nx = (field[i - 1] ?? 0) - (field[i + 1] ?? 0);
      const ny = (field[i - width] ?? 0) - (field[i + width] ?? 0);
      const inv = 1 / Math.sqrt(nx * nx + ny * ny + 1.6);
      const k = 1 + ((nx * lx - ny * 0.72 + 0.75) * inv - 0.54) * body.relief;
      const half = clamp((nx * lx * 0.8 - ny * 0.75 + 1.1) * inv);
      const spec = shine[(half * 256) | 0] ?? 0;
      out[at] = (out[at] ?? 0) * k + spec;
      out[at + 1] = (out[at + 1] ?? 0) * k + spec;
      out[at + 2] = (out[at + 2] ?? 0) * k + spec;
    }
  }
  const canvas = blank(width, height);
  canvas.getContext('2d').putImageData(shape, 0, 0);
  return canvas;
}

/** Offsets of an irregular outline, up to `by` px, one for each 4 × 4 pixels. */
export function handOf(plan: Plan, size: number, by: number): Wobble {
  const noise = noiseFor(plan.seed, 'hand');
  const columns = (plan.width >> 2) + 1;
  const rows = (plan.height >> 2) + 1;
  const at = (shift: number) =>
    Int8Array.from({ length: columns * rows }, (_, i) =>
      Math.round(noise(((i % columns) * 4) / size + shift, (Math.floor(i / columns) * 4) / size) * by),
    );
  return { columns, by, dx: at(0), dy: at(50) };
}

/** Dents of thumbs, 30 to 60 px wide with fine ridges, and the unevenness of kneading: heights for the whole frame. */
export function thumbPrints(plan: Plan): Float32Array {
  const { width, height, unit } = plan;
  const noise = noiseFor(plan.seed, 'kneading');
  const random = stream(plan.seed, 'thumbs');
  const field = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) field[y * width + x] = noise(x / (unit * 30), y / (unit * 30)) * unit * 0.55;
  for (let k = 0; k < 170; k++) {
    const cx = random() * width;
    const cy = random() * height;
    const r = unit * random.range(15, 32);
    const turn = random.range(0, 6.28);
    const ridged = random.chance(0.6);
    for (let y = Math.max(0, Math.ceil(cy - r)); y < Math.min(height, cy + r); y++) {
      for (let x = Math.max(0, Math.ceil(cx - r)); x < Math.min(width, cx + r); x++) {
        const d = Math.hypot(x - cx, y - cy) / r;
        if (d >= 1) continue;
        const soft = (1 - d * d) ** 2;
        const bow = (x - cx) * Math.cos(turn) + (y - cy) * Math.sin(turn) + (d * d * r) / 3;
        field[y * width + x] =
          (field[y * width + x] ?? 0) -
          soft * unit * 2.8 +
          (ridged ? Math.sin((bow / unit) * 1.5) * soft * unit * 0.28 : 0);
      }
    }
  }
  return field;
}
