import { blurred, drawn, linear, type Canvas } from '../core/canvas.js';
import { smoothstep } from '../core/colour.js';
import { contours, grade, identity, luma, mapped, stencil, widened } from './passes.js';
import type { StyleRecipe } from './recipe.js';

/** Steps a tone softly: flat areas with narrow transitions. */
function stepped(value: number, steps: number, soft: number): number {
  const scaled = value * steps;
  const whole = Math.floor(scaled);
  return (whole + smoothstep(0.5 - soft, 0.5 + soft, scaled - whole)) / steps;
}

/** Light in few flat tones; hue and chroma kept. */
export function cel(source: Canvas, steps: number, soft: number, skip?: Uint8Array): Canvas {
  return mapped(source, (px, at) => {
    if (skip?.[at >> 2] === 0) return;
    const l = luma(px, at);
    const k = l > 0.004 ? stepped(l, steps, soft) / l : 1;
    for (let c = 0; c < 3; c++) px[at + c] = (px[at + c] ?? 0) * k;
  });
}

/** Flat colour, towering clouds, one thin line. */
export const anime: StyleRecipe = {
  manner: { celClouds: true },
  finish: (scene) => {
    const { width, height, unit } = scene.plan;
    const ids = identity(scene);
    const smooth = drawn(width, height, (ctx) => ctx.drawImage(blurred(scene.flat, unit * 1.1), 0, 0));
    const flat = grade(cel(smooth, 4, 0.08, ids), {
      contrast: 0.22,
      saturation: 1.6,
      lights: [4, 4, 8],
      shadows: [4, -2, 16],
    });
    const lines = contours(scene, scene.flat, 0.3);
    const ctx = flat.getContext('2d');
    ctx.globalAlpha = 0.92;
    ctx.drawImage(
      blurred(stencil(unit > 0.8 ? widened(lines, width, height, 1) : lines, width, height, [34, 26, 58]), unit * 0.45),
      0,
      0,
    );
    ctx.globalAlpha = 1;
    ctx.globalCompositeOperation = 'screen';
    const { light, atmosphere: air } = scene.plan;
    ctx.fillStyle = linear(ctx, width * (0.5 + light.side * 0.5), 0, width * (0.5 - light.side * 0.2), height * 0.7, [
      [0, air.light, 0.34],
      [0.5, air.light, 0.06],
      [1, air.light, 0],
    ]);
    ctx.fillRect(0, 0, width, height);
    return flat;
  },
};
