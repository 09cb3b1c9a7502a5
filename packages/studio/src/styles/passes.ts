import { blank, blurred, drawn, pixels, radial, saved, type Canvas } from '../core/canvas.js';
import { css, clamp, oklch, type Colour } from '../core/colour.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';
import type { Scene } from '../scene/scene.js';

/** A copy whose pixels have gone through a function of r, g, b (0..255), written back into out. */
export function mapped(
  source: Canvas,
  change: (px: Uint8ClampedArray, at: number, x: number, y: number) => void,
): Canvas {
  const image = pixels(source);
  const { data } = image;
  // Read once: both are getters into the native side.
  const { width, height } = source;
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at += 4) change(data, at, x, y);
  const out = blank(source.width, source.height);
  out.getContext('2d').putImageData(image, 0, 0);
  return out;
}

export const luma = (px: Uint8ClampedArray, at: number): number =>
  ((px[at] ?? 0) * 0.3 + (px[at + 1] ?? 0) * 0.59 + (px[at + 2] ?? 0) * 0.11) / 255;

/** Light that spills over: what is brighter than a threshold (0..1), blurred and added. */
export function bloom(source: Canvas, radius: number, strength: number, threshold = 0.6, tint?: Colour): Canvas {
  const small = drawn(source.width / 2, source.height / 2, (ctx) =>
    ctx.drawImage(source, 0, 0, source.width / 2, source.height / 2),
  );
  const bright = mapped(small, (px, at) => {
    const keep = clamp((luma(px, at) - threshold) / (1 - threshold)) ** 1.4;
    for (let k = 0; k < 3; k++) px[at + k] = (px[at + k] ?? 0) * keep;
  });
  if (tint) {
    const ctx = bright.getContext('2d');
    ctx.globalCompositeOperation = 'multiply';
    ctx.fillStyle = css(tint);
    ctx.fillRect(0, 0, bright.width, bright.height);
  }
  const soft = blurred(bright, radius / 2);
  return drawn(source.width, source.height, (ctx) => {
    ctx.drawImage(source, 0, 0);
    ctx.globalCompositeOperation = 'screen';
    ctx.globalAlpha = Math.min(1, strength);
    ctx.drawImage(soft, 0, 0, source.width, source.height);
  });
}

/** Contrast at the scale of the radius: 0 nothing, 1 very strong. */
export function clarity(source: Canvas, radius: number, amount: number): Canvas {
  const soft = pixels(blurred(source, radius)).data;
  return mapped(source, (px, at) => {
    const d = (luma(px, at) - luma(soft, at)) * amount * 255;
    for (let k = 0; k < 3; k++) px[at + k] = (px[at + k] ?? 0) + d;
  });
}

/** How far red lies above blue, of 255, where a colour is so warm that shade does not tint it. */
const WARM = 48;

/** An S-curve with lifted blacks and a saturation. Shade tints what is warm less, so that a red thing stays red in it. */
export function grade(
  source: Canvas,
  options: {
    contrast?: number;
    lift?: number;
    ceiling?: number;
    saturation?: number;
    shadows?: readonly [number, number, number];
    lights?: readonly [number, number, number];
  },
): Canvas {
  const { contrast = 0, lift = 0, ceiling = 1, saturation = 1, shadows = [0, 0, 0], lights = [0, 0, 0] } = options;
  const curve = new Float32Array(256);
  for (let i = 0; i < 256; i++) {
    const t = i / 255;
    const s = t * t * (3 - 2 * t);
    curve[i] = 255 * (lift + (ceiling - lift) * (t + (s - t) * contrast));
  }
  return mapped(source, (px, at) => {
    const l = luma(px, at);
    const grey = l * 255;
    const warmth = clamp(((px[at] ?? 0) - (px[at + 2] ?? 0)) / WARM);
    const low = (1 - l) ** 2 * (1 - warmth);
    const high = l * l;
    for (let k = 0; k < 3; k++) {
      const v = clamp(
        grey + ((px[at + k] ?? 0) - grey) * saturation + (shadows[k] ?? 0) * low + (lights[k] ?? 0) * high,
        0,
        255,
      );
      px[at + k] = curve[Math.round(v)] ?? 0;
    }
  });
}

/** Film grain in place; size in px. */
export function grain(canvas: Canvas, plan: Plan, amount: number, size: number): Canvas {
  const random = stream(plan.seed, 'grain');
  const w = Math.ceil(canvas.width / size);
  const table = new Float32Array(65536);
  for (let i = 0; i < table.length; i++) table[i] = random() + random() + random() - 1.5;
  let row = 0;
  return mapped(canvas, (px, at, x, y) => {
    if (x === 0) row = Math.imul(Math.floor(y / size) + 1, 40503) & 65535;
    const n = (table[(row + Math.imul(Math.floor(x / size), 17) + ((w * y) & 7)) & 65535] ?? 0) * amount * 255;
    const l = luma(px, at);
    const weight = 0.45 + 0.55 * (1 - Math.abs(l - 0.5) * 2);
    for (let k = 0; k < 3; k++) px[at + k] = (px[at + k] ?? 0) + n * weight;
  });
}

/** Darker towards the corners, in place. */
export function vignette(canvas: Canvas, strength: number, colour: Colour = oklch(0.06, 0.02, 280)): Canvas {
  const ctx = canvas.getContext('2d');
  const { width, height } = canvas;
  saved(ctx, () => {
    ctx.translate(width / 2, height / 2);
    ctx.scale(width / 2, height / 2);
    ctx.fillStyle = radial(ctx, 0, 0, 1.42, [
      [0.5, colour, 0],
      [0.75, colour, strength * 0.35],
      [1, colour, strength],
    ]);
    ctx.fillRect(-1, -1, 2, 2);
  });
  return canvas;
}

/** For every pixel the number of the topmost layer that covers it, counted from 1; 0 where only sky is seen. */
export function identity(scene: Scene, skip: ReadonlyArray<string> = ['sky', 'air', 'cloud']): Uint8Array {
  const { width, height } = scene.plan;
  const map = new Uint8Array(width * height);
  scene.layers.forEach((layer, index) => {
    if (skip.includes(layer.role)) return;
    const { data } = pixels(layer.canvas);
    for (let i = 0, at = 3; i < map.length; i++, at += 4) if ((data[at] ?? 0) > 140) map[i] = index + 1;
  });
  return map;
}

/** Where neighbours differ in identity or strongly in light: 0..255. */
export function contours(scene: Scene, image: Canvas, sensitivity = 0.22): Uint8Array {
  const { width, height } = scene.plan;
  const ids = identity(scene);
  const { data } = pixels(image);
  const out = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const at = i * 4;
      const right = Math.abs(luma(data, at + 4) - luma(data, at - 4));
      const down = Math.abs(luma(data, at + width * 4) - luma(data, at - width * 4));
      const step = right + down;
      if (ids[i] !== ids[i + 1] || ids[i] !== ids[i + width]) out[i] = 255;
      else if (step > sensitivity && ids[i] !== 0) out[i] = clamp((step - sensitivity) * 900, 0, 230);
    }
  }
  return out;
}

/** A mask (0..255 per pixel) as a canvas of one colour. */
export function stencil(
  mask: Uint8Array,
  width: number,
  height: number,
  rgb: readonly [number, number, number],
): Canvas {
  const canvas = blank(width, height);
  const ctx = canvas.getContext('2d');
  const image = ctx.createImageData(width, height);
  for (let i = 0, at = 0; i < mask.length; i++, at += 4) {
    image.data[at] = rgb[0];
    image.data[at + 1] = rgb[1];
    image.data[at + 2] = rgb[2];
    image.data[at + 3] = mask[i] ?? 0;
  }
  ctx.putImageData(image, 0, 0);
  return canvas;
}

/** The brightest of the neighbourhood: widens lines by r px. */
export function widened(mask: Uint8Array, width: number, height: number, r: number): Uint8Array {
  let from = mask;
  for (const step of [1, width]) {
    const to = new Uint8Array(from.length);
    for (let i = 0; i < from.length; i++) {
      let best = 0;
      for (let k = -r; k <= r; k++) best = Math.max(best, from[i + k * step] ?? 0);
      to[i] = best;
    }
    from = to;
  }
  return height > 0 ? from : mask;
}
