import { blurred, drawn, pixels, type Canvas } from '../core/canvas.js';
import { clamp, smoothstep } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Scene } from '../scene/scene.js';
import { contours, grade, luma, mapped, stencil, widened } from './passes.js';
import type { StyleRecipe } from './recipe.js';
import { cel } from './drawn-styles.js';

/** Print needs light: dark scenes are opened up so that ink and colour stay apart. */
function exposed(source: Canvas, wanted: number): Canvas {
  const { data } = pixels(source);
  let sum = 0;
  for (let at = 0; at < data.length; at += 64) sum += luma(data, at);
  const mean = sum / (data.length / 64);
  if (mean >= wanted) return source;
  const gamma = Math.max(0.45, Math.log(wanted) / Math.log(Math.max(0.02, mean)));
  const curve = Array.from({ length: 256 }, (_, i) => 255 * (i / 255) ** gamma);
  return mapped(source, (px, at) => {
    for (let c = 0; c < 3; c++) px[at + c] = curve[px[at + c] ?? 0] ?? 0;
  });
}

/** Ink that swells, dots in the shade, a white gutter. */
export const comicBook: StyleRecipe = {
  finish: (scene) => {
    const { plan } = scene;
    const { unit } = plan;
    const source = exposed(scene.flat, 0.4);
    const colours = grade(cel(blurred(source, unit * 1.6), 4, 0.04), {
      contrast: 0.55,
      saturation: 1.7,
      lift: 0.02,
    });
    const pitch = Math.max(3.2, unit * 7.4);
    const shadePx = pixels(blurred(source, unit * 4)).data;
    const dotted = mapped(colours, (px, at, x, y) => {
      const tone = luma(shadePx, at);
      const u = (x + y) / (pitch * Math.SQRT2);
      const v = (x - y) / (pitch * Math.SQRT2);
      const du = u - Math.round(u);
      const dv = v - Math.round(v);
      const d = Math.sqrt(du * du + dv * dv);
      const want = clamp((0.62 - tone) * 1.05, 0, 0.54);
      const ink = 1 - smoothstep(want - 0.07, want + 0.07, d);
      const k = 1 - ink * 0.52;
      const paper = clamp((tone - 0.86) * 3) * 0.5;
      for (let c = 0; c < 3; c++) px[at + c] = (px[at + c] ?? 0) * k * (1 - paper) + 250 * paper;
    });
    inkLines(scene, dotted);
    return gutter(dotted, unit, plan.seed);
  },
};

/** Contours as brush strokes: thick near and in the shade, thin far away. */
function inkLines(scene: Scene, image: Canvas): void {
  const { plan } = scene;
  const { width, height, unit } = plan;
  const lines = contours(scene, scene.flat, 0.26);
  const noise = noiseFor(plan.seed, 'ink');
  const wide = blurred(
    stencil(widened(lines, width, height, Math.max(1, Math.round(unit * 1.6))), width, height, [12, 10, 18]),
    unit * 1.5,
  );
  const ink = mapped(wide, (px, at, x, y) => {
    const swell = 0.5 + 0.5 * noise(x / (unit * 70), y / (unit * 70));
    const near = clamp((y - plan.horizon * 0.5) / (height - plan.horizon * 0.5));
    const cut = 0.62 - 0.34 * swell * (0.35 + 0.65 * near);
    px[at + 3] = 255 * smoothstep(cut - 0.12, cut + 0.12, (px[at + 3] ?? 0) / 255);
  });
  image.getContext('2d').drawImage(ink, 0, 0);
}

function gutter(image: Canvas, unit: number, seed: number): Canvas {
  const { width, height } = image;
  const random = stream(seed, 'gutter');
  const m = Math.min(width, height) * 0.03;
  const j = () => m * random.range(0.8, 1.25);
  const corners: Array<[number, number]> = [
    [j(), j()],
    [width - j(), j()],
    [width - j(), height - j()],
    [j(), height - j()],
  ];
  return drawn(width, height, (ctx) => {
    ctx.fillStyle = '#fbf9f2';
    ctx.fillRect(0, 0, width, height);
    ctx.beginPath();
    corners.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.closePath();
    ctx.save();
    ctx.clip();
    ctx.drawImage(image, 0, 0);
    ctx.restore();
    ctx.strokeStyle = '#0d0b12';
    ctx.lineWidth = unit * 5;
    ctx.lineJoin = 'round';
    ctx.stroke();
  });
}
