import { blank, drawn, pixels, type Canvas } from '../core/canvas.js';
import { clamp, fromRgb, rgb, type Colour } from '../core/colour.js';
import { dither } from '../scene/sky.js';
import { grade, identity } from './passes.js';
import type { StyleRecipe } from './recipe.js';

const COLOURS = 24;

/** The colours of a image by repeated means, started evenly along lightness: always the same for the same pixels. */
function paletteOf(colours: readonly Colour[]): Colour[] {
  const sorted = [...colours].sort((p, q) => p.l - q.l || p.a - q.a || p.b - q.b);
  let centres = Array.from(
    { length: COLOURS },
    (_, i) => sorted[Math.floor(((i + 0.5) / COLOURS) * sorted.length)] ?? { l: 0, a: 0, b: 0 },
  );
  const step = Math.max(1, Math.floor(sorted.length / 3000));
  for (let round = 0; round < 9; round++) {
    const sums = centres.map(() => [0, 0, 0, 0] as [number, number, number, number]);
    for (let i = 0; i < sorted.length; i += step) {
      const c = sorted[i];
      if (!c) continue;
      const sum = sums[nearest(centres, c)];
      if (!sum) continue;
      sum[0] += c.l;
      sum[1] += c.a;
      sum[2] += c.b;
      sum[3]++;
    }
    centres = centres.map((old, i) => {
      const [l, a, b, n] = sums[i] ?? [0, 0, 0, 0];
      return n ? { l: l / n, a: a / n, b: b / n } : old;
    });
  }
  return centres;
}

function nearest(list: readonly Colour[], c: Colour): number {
  let best = 0;
  let least = Infinity;
  list.forEach((p, i) => {
    const d = (p.l - c.l) ** 2 + 2.2 * ((p.a - c.a) ** 2 + (p.b - c.b) ** 2);
    if (d < least) {
      least = d;
      best = i;
    }
  });
  return best;
}

/** Square cells, few colours, an ordered pattern between two tones, a dark rim round bodies. */
export const pixelArt: StyleRecipe = {
  manner: { celClouds: true },
  finish: (scene) => {
    const { width, height, unit } = scene.plan;
    const cell = Math.max(2, Math.round(6 * unit));
    const w = Math.ceil(width / cell);
    const h = Math.ceil(height / cell);
    const source = grade(scene.flat, { contrast: 0.42, saturation: 1.32 });
    const small = drawn(w, h, (ctx) => {
      ctx.imageSmoothingQuality = 'high';
      ctx.drawImage(source, 0, 0, w * cell, h * cell, 0, 0, w, h);
    });
    const { data } = pixels(small);
    const colours = Array.from({ length: w * h }, (_, i) =>
      fromRgb(data[i * 4] ?? 0, data[i * 4 + 1] ?? 0, data[i * 4 + 2] ?? 0),
    );
    const palette = paletteOf(colours);
    const table = palette.map(rgb);
    const ids = identity(scene);
    const idAt = (x: number, y: number) =>
      ids[
        Math.min(height - 1, Math.floor((y + 0.5) * cell)) * width + Math.min(width - 1, Math.floor((x + 0.5) * cell))
      ] ?? 0;
    const solid = new Set(
      scene.layers.flatMap((layer, i) => (layer.role === 'subject' || layer.role === 'flora' ? [i + 1] : [])),
    );
    const out = blank(w, h);
    const ctx = out.getContext('2d');
    const image = ctx.createImageData(w, h);
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const i = y * w + x;
        const c = colours[i] ?? { l: 0, a: 0, b: 0 };
        const id = idAt(x, y);
        const rim = solid.has(id) && (idAt(x - 1, y) < id || idAt(x, y - 1) < id || idAt(x + 1, y) < id);
        const l = clamp(rim ? c.l * 0.55 : c.l + (dither(x, y) - 0.5) * 0.055);
        const [r, g, b] = table[nearest(palette, { l, a: c.a, b: c.b })] ?? [0, 0, 0];
        image.data.set([r, g, b, 255], i * 4);
      }
    }
    ctx.putImageData(image, 0, 0);
    return enlarge(out, cell, width, height);
  },
};

function enlarge(small: Canvas, cell: number, width: number, height: number): Canvas {
  return drawn(width, height, (ctx) => {
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(small, 0, 0, small.width * cell, small.height * cell);
  });
}
