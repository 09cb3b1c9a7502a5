import { Delaunay } from 'd3-delaunay';
import { blurred, drawn, linear, pixels, type Canvas, type Context } from '../core/canvas.js';
import { clamp, fromRgb, mix, oklch, rgb } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
import { stream, type Random } from '../core/random.js';
import type { Layer, Scene } from '../scene/scene.js';
import { grade, luma, mapped } from './passes.js';
import type { StyleRecipe } from './recipe.js';

interface Mesh {
  readonly points: Float64Array;
  readonly triangles: Uint32Array;
}

/** Points on the edges of a picture and a few between, triangulated. */
function edgeMesh(source: Canvas, count: number, random: Random): Mesh {
  const { width, height } = source;
  const { data } = pixels(source);
  const list: number[] = [];
  for (let i = 0; i <= 14; i++)
    list.push((width * i) / 14, 0, (width * i) / 14, height, 0, (height * i) / 14, width, (height * i) / 14);
  let tries = 0;
  while (list.length < count * 2 && tries++ < count * 30) {
    const x = random() * width;
    const y = random() * height;
    const at =
      (Math.min(height - 3, Math.max(2, Math.floor(y))) * width + Math.min(width - 3, Math.max(2, Math.floor(x)))) * 4;
    const e =
      Math.abs(luma(data, at + 8) - luma(data, at - 8)) +
      Math.abs(luma(data, at + width * 8) - luma(data, at - width * 8));
    if (random() < 0.012 + Math.min(0.9, e * 3.6)) list.push(x, y);
  }
  const points = Float64Array.from(list);
  return { points, triangles: new Delaunay(points).triangles };
}

type Corner = readonly [number, number];

function eachTriangle(mesh: Mesh, visit: (a: Corner, b: Corner, c: Corner, index: number) => void): void {
  const p = (i: number): Corner => {
    const at = (mesh.triangles[i] ?? 0) * 2;
    return [mesh.points[at] ?? 0, mesh.points[at + 1] ?? 0];
  };
  for (let i = 0; i < mesh.triangles.length; i += 3) visit(p(i), p(i + 1), p(i + 2), i / 3);
}

function path(ctx: Context, a: Corner, b: Corner, c: Corner): void {
  ctx.beginPath();
  ctx.moveTo(a[0], a[1]);
  ctx.lineTo(b[0], b[1]);
  ctx.lineTo(c[0], c[1]);
  ctx.closePath();
}

/** Some thousand flat triangles along the edges, each tilted a little against the light. */
export const lowPoly: StyleRecipe = {
  finish: (scene) => {
    const { plan } = scene;
    const { width, height, unit } = plan;
    const source = grade(scene.flat, { contrast: 0.35, saturation: 1.2 });
    const soft = pixels(blurred(source, unit * 2)).data;
    const random = stream(plan.seed, 'mesh');
    const mesh = edgeMesh(blurred(source, unit * 1.2), 2700, random);
    return drawn(width, height, (ctx) => {
      ctx.drawImage(source, 0, 0);
      ctx.lineJoin = 'round';
      ctx.lineWidth = 0.8;
      eachTriangle(mesh, (a, b, c) => {
        let [r, g, bl] = [0, 0, 0];
        const take = (x: number, y: number) => {
          const at = (clamp(Math.round(y), 0, height - 1) * width + clamp(Math.round(x), 0, width - 1)) * 4;
          r += soft[at] ?? 0;
          g += soft[at + 1] ?? 0;
          bl += soft[at + 2] ?? 0;
        };
        const mx = (a[0] + b[0] + c[0]) / 3;
        const my = (a[1] + b[1] + c[1]) / 3;
        take(mx, my);
        for (const q of [a, b, c]) take((mx + q[0]) / 2, (my + q[1]) / 2);
        const slope = Math.atan2(b[1] - a[1], b[0] - a[0]);
        const colour = fromRgb(r / 4, g / 4, bl / 4);
        const [x, y, z] = rgb({
          ...colour,
          l: clamp(colour.l + Math.sin(slope * 2 + plan.light.side) * 0.036 + random.range(-0.018, 0.018)),
        });
        ctx.fillStyle = ctx.strokeStyle = `rgb(${Math.round(x)},${Math.round(y)},${Math.round(z)})`;
        path(ctx, a, b, c);
        ctx.fill();
        ctx.stroke();
      });
    });
  },
};

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
      const tilt = Math.sin((b[0] - a[0]) * 0.013 * light.side + (c[1] - a[1]) * 0.011 + index * 1.7);
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
      ctx.globalAlpha = 0.72;
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
    const picture = drawn(width, height, (ctx) => {
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
            s.fillStyle = linear(s, 0, 0, 1, 0, [[0, mix(plan.atmosphere.shade, oklch(0.12, 0.04, 280), 0.5)]]);
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
    return mapped(picture, (px, at, x, y) => {
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
