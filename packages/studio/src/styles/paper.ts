import { Delaunay } from 'd3-delaunay';
import { blurred, drawn, pixels, type Canvas, type Context } from '../core/canvas.js';
import { css, clamp, fromRgb, mix, oklch, rgb } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Layer, Scene } from '../scene/scene.js';
import { mapped } from './passes.js';
import type { StyleRecipe } from './recipe.js';
import { type Mesh, eachTriangle, path } from './facets.js';

/** A handful of big folds over the sheet of one layer. */
function foldMesh(scene: Scene, count: number, name: string): Mesh {
  const { width, height, seed } = scene.plan;
  const random = stream(seed, `fold/${name}`);
  const list = [
    -9,
    -9,
    width + 9,
    -9,
    -9,
    height + 9,
    width + 9,
    height + 9,
    width / 2,
    -9,
    width / 2,
    height + 9,
    -9,
    height / 2,
    width + 9,
    height / 2,
  ];
  for (let i = 0; i < count; i++) list.push(random.range(0, 1) * width, random.range(0, 1) * height);
  const points = Float64Array.from(list);
  return { points, triangles: new Delaunay(points).triangles };
}

/** One layer as folded paper: one colour per plane, creases between. */
function foldedSheet(scene: Scene, layer: Layer, planes: number): Canvas {
  const steepness = layer.role === 'subject' ? 1.9 : 1.3;
  const { width, height, unit, light } = scene.plan;
  const small = drawn(width / 6, height / 6, (ctx) =>
    ctx.drawImage(layer.canvas, 0, 0, Math.round(width / 6), Math.round(height / 6)),
  );
  const { data } = pixels(small);
  const sw = small.width;
  const sh = small.height;
  const folds = drawn(width, height, (ctx) => {
    ctx.lineWidth = Math.max(0.8, unit * 1.1);
    eachTriangle(foldMesh(scene, planes, layer.name), (a, b, c, index) => {
      let [r, g, bl, n] = [0, 0, 0, 0];
      for (let i = 0; i <= 5; i++) {
        for (let j = 0; j <= 5 - i; j++) {
          const u = (i + 0.33) / 6;
          const v = (j + 0.33) / 6;
          const x = Math.floor((a[0] + (b[0] - a[0]) * u + (c[0] - a[0]) * v) / 6);
          const y = Math.floor((a[1] + (b[1] - a[1]) * u + (c[1] - a[1]) * v) / 6);
          if (x < 0 || y < 0 || x >= sw || y >= sh) continue;
          const at = (y * sw + x) * 4;
          const alpha = (data[at + 3] ?? 0) / 255;
          r += (data[at] ?? 0) * alpha;
          g += (data[at + 1] ?? 0) * alpha;
          bl += (data[at + 2] ?? 0) * alpha;
          n += alpha;
        }
      }
      if (n < 0.02) return;
      const base = fromRgb(r / n, g / n, bl / n);
      const tilt = steepness * Math.sin((b[0] - a[0]) * 0.013 * light.side + (c[1] - a[1]) * 0.011 + index * 1.7);
      const [x, y, z] = rgb({ l: clamp(base.l + tilt * 0.055 + 0.015), a: base.a * 1.12, b: base.b * 1.12 });
      ctx.fillStyle = `rgb(${x | 0},${y | 0},${z | 0})`;
      path(ctx, a, b, c);
      ctx.fill();
      ctx.strokeStyle = tilt > 0 ? 'rgba(255,255,255,0.4)' : 'rgba(255,255,255,0.22)';
      ctx.stroke();
    });
  });
  return drawn(width, height, (ctx) => {
    ctx.drawImage(layer.canvas, 0, 0);
    ctx.globalCompositeOperation = 'source-in';
    ctx.drawImage(folds, 0, 0);
    if (layer.role === 'subject') {
      // A subject keeps its own parts under the folds, or it would not be read.
      ctx.globalCompositeOperation = 'source-atop';
      ctx.globalAlpha = 0.58;
      ctx.drawImage(layer.canvas, 0, 0);
    }
  });
}

const FOLDS: Partial<Readonly<Record<Layer['role'], number>>> = {
  sky: 26,
  backdrop: 34,
  ground: 24,
  water: 30,
  flora: 60,
  subject: 110,
  cloud: 30,
  celestial: 40,
};

/** Sheets of folded paper on top of each other, each with a hard shadow. */
export const origami: StyleRecipe = {
  manner: { celClouds: true },
  finish: (scene) => {
    const { plan } = scene;
    const { width, height, unit, light } = plan;
    const dx = -light.side * unit * 7;
    const image = drawn(width, height, (ctx) => {
      for (const layer of scene.layers) {
        if (layer.name === 'ripples' || layer.name === 'stars') continue;
        const planes = layer.role === 'air' ? 0 : (FOLDS[layer.role] ?? 30);
        const opaque = layer.role === 'sky' && layer.name === 'sky';
        const sheet = planes ? foldedSheet(scene, layer, planes) : layer.canvas;
        if (!opaque && planes) {
          const far = 1.15 - layer.depth;
          const shadow = drawn(width, height, (s) => {
            s.drawImage(sheet, 0, 0);
            s.globalCompositeOperation = 'source-in';
            s.fillStyle = css(mix(plan.atmosphere.shade, oklch(0.12, 0.04, 280), 0.5));
            s.fillRect(0, 0, width, height);
          });
          ctx.globalAlpha = 0.42;
          ctx.drawImage(blurred(shadow, unit * 2.2), dx * far, unit * 9 * far);
          ctx.globalAlpha = 1;
        }
        ctx.drawImage(sheet, 0, 0);
        if (!opaque && planes) edgeLight(ctx, sheet, light.side, unit);
      }
    });
    const noise = noiseFor(plan.seed, 'fibre');
    return mapped(image, (px, at, x, y) => {
      const n = noise(x / (unit * 2.6), y / (unit * 2.6)) * 0.5 + noise(x / (unit * 21), y / (unit * 3.2)) * 0.5;
      for (let c = 0; c < 3; c++) px[at + c] = (px[at + c] ?? 0) * (1 + n * 0.028);
    });
  },
};

/** The cut edge of the paper catches light. */
function edgeLight(ctx: Context, sheet: Canvas, side: number, unit: number): void {
  const edge = drawn(sheet.width, sheet.height, (e) => {
    e.drawImage(sheet, 0, 0);
    e.globalCompositeOperation = 'source-in';
    e.fillStyle = '#ffffff';
    e.fillRect(0, 0, sheet.width, sheet.height);
    e.globalCompositeOperation = 'destination-out';
    e.drawImage(sheet, -side * unit * 1.1, unit * 1.4);
  });
  ctx.globalAlpha = 0.5;
  ctx.drawImage(edge, 0, 0);
  ctx.globalAlpha = 1;
}
