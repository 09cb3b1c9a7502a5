import { Delaunay } from 'd3-delaunay';
import { blurred, drawn, pixels, type Canvas, type Context } from '../core/canvas.js';
import { clamp, fromRgb, rgb } from '../core/colour.js';
import { stream, type Random } from '../core/random.js';
import { grade, identity, luma } from './passes.js';
import type { StyleRecipe } from './recipe.js';

export interface Mesh {
  readonly points: Float64Array;
  readonly triangles: Uint32Array;
}

/** Points on the edges of a image and a few between, triangulated. */
function edgeMesh(source: Canvas, bodies: (index: number) => boolean, count: number, random: Random): Mesh {
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
    const body = bodies(at >> 2);
    const rim =
      body !== bodies((at >> 2) + 4) || body !== bodies((at >> 2) - 4) || body !== bodies((at >> 2) - 4 * width);
    if (random() < (rim ? 1 : body ? 0.12 : 0.006) + Math.min(0.9, e * (body ? 5 : 2.4))) list.push(x, y);
  }
  const points = Float64Array.from(list);
  return { points, triangles: new Delaunay(points).triangles };
}

type Corner = readonly [number, number];

export function eachTriangle(mesh: Mesh, visit: (a: Corner, b: Corner, c: Corner, index: number) => void): void {
  const p = (i: number): Corner => {
    const at = (mesh.triangles[i] ?? 0) * 2;
    return [mesh.points[at] ?? 0, mesh.points[at + 1] ?? 0];
  };
  for (let i = 0; i < mesh.triangles.length; i += 3) visit(p(i), p(i + 1), p(i + 2), i / 3);
}

export function path(ctx: Context, a: Corner, b: Corner, c: Corner): void {
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
    const soft = pixels(blurred(source, unit * 0.8)).data;
    const random = stream(plan.seed, 'mesh');
    const ids = identity(scene);
    const subjects = new Set(scene.layers.flatMap((layer, i) => (layer.role === 'subject' ? [i + 1] : [])));
    const mesh = edgeMesh(blurred(source, unit * 1.2), (i) => subjects.has(ids[i] ?? 0), 3400, random);
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
