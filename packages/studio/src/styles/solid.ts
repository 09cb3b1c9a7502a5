import { blank, blurred, drawn, linear, pixels, radial, type Canvas } from '../core/canvas.js';
import { css, clamp, mix, oklch, smoothstep } from '../core/colour.js';
import type { Plan } from '../plan/plan.js';
import type { Layer, Scene } from '../scene/scene.js';
import { grade } from './passes.js';
import type { StyleRecipe } from './recipe.js';
import { type Body, inflate, handOf, thumbPrints } from './inflate.js';

function shadowOf(sheet: Canvas, plan: Plan, radius: number): Canvas {
  const flat = drawn(sheet.width, sheet.height, (s) => {
    s.drawImage(sheet, 0, 0);
    s.globalCompositeOperation = 'source-in';
    s.fillStyle = css(mix(plan.atmosphere.shade, oklch(0.1, 0.03, 290), 0.5));
    s.fillRect(0, 0, sheet.width, sheet.height);
  });
  return blurred(flat, radius);
}

/** Colours of a layer without their fine detail: one lump of material. */
function lump(layer: Layer, plan: Plan, soft: number): Canvas {
  const { width, height } = plan;
  return drawn(width, height, (ctx) => {
    ctx.drawImage(layer.canvas, 0, 0);
    ctx.globalCompositeOperation = 'source-atop';
    ctx.drawImage(blurred(layer.canvas, soft), 0, 0);
  });
}

const DETAIL = new Set(['ripples', 'foreground', 'cracks']);

function stacked(
  scene: Scene,
  skip: (layer: Layer) => boolean,
  solid: (layer: Layer) => Canvas,
  shadow: { alpha: number; radius: number; drop: number },
  base: Canvas,
): Canvas {
  const { plan } = scene;
  return drawn(plan.width, plan.height, (ctx) => {
    ctx.drawImage(base, 0, 0);
    for (const layer of scene.layers) {
      if (skip(layer)) continue;
      if (layer.role === 'air') {
        ctx.drawImage(layer.canvas, 0, 0);
        continue;
      }
      const body = solid(layer);
      ctx.globalAlpha = shadow.alpha;
      ctx.drawImage(shadowOf(body, plan, shadow.radius), -plan.light.side * shadow.drop * 0.7, shadow.drop);
      ctx.globalAlpha = 1;
      ctx.drawImage(body, 0, 0);
    }
  });
}

/** Pressed and rolled by hand: round, dull, full of thumb prints, no straight outline. */
export const modelingCompound: StyleRecipe = {
  manner: { celClouds: true },
  finish: (scene) => {
    const { plan } = scene;
    const { unit, width, height } = plan;
    const wobble = handOf(plan, unit * 34, unit * 5);
    const bumps = thumbPrints(plan);
    const body: Body = { round: unit * 15, relief: 0.95, gloss: 0.12, shine: 12, bumps, wobble };
    const skyLayer = scene.layers[0];
    const sky = skyLayer
      ? inflate(lump(skyLayer, plan, unit * 20), plan, { ...body, relief: 0.6 })
      : blank(width, height);
    const image = stacked(
      scene,
      (layer) => layer.role === 'sky' || DETAIL.has(layer.name),
      (layer) => inflate(lump(layer, plan, layer.role === 'subject' ? unit * 1.5 : unit * 6), plan, body),
      { alpha: 0.5, radius: unit * 5, drop: unit * 6 },
      sky,
    );
    return grade(image, { contrast: 0.22, saturation: 1.32, lift: 0.02 });
  },
};

/** Toys of smooth plastic on a seamless studio floor, soft light from above. */
export const model3d: StyleRecipe = {
  manner: { celClouds: true },
  finish: (scene) => {
    const { plan } = scene;
    const { unit, width, height, horizon, atmosphere: air } = plan;
    const wall = mix(mix(air.upper, oklch(0.86, 0.035, 250), 0.55), oklch(0.9, 0.02, 80), 0.2);
    const light = { ...wall, l: clamp(wall.l + 0.1, 0.5, 0.96) };
    const base = drawn(width, height, (ctx) => {
      ctx.fillStyle = linear(ctx, 0, 0, 0, height, [
        [0, { ...wall, l: clamp(wall.l - 0.06, 0.4, 0.86) }],
        [horizon / height, light],
        [Math.min(1, horizon / height + 0.12), { ...light, l: light.l * 0.97 }],
        [1, { ...wall, l: clamp(wall.l - 0.04, 0.4, 0.88) }],
      ]);
      ctx.fillRect(0, 0, width, height);
      ctx.fillStyle = radial(ctx, width / 2, horizon * 0.9, Math.max(width, height) * 0.6, [
        [0, oklch(0.99, 0.01, 90), 0.5],
        [1, oklch(0.99, 0.01, 90), 0],
      ]);
      ctx.fillRect(0, 0, width, height);
    });
    const body: Body = { round: unit * 20, relief: 1.1, gloss: 0.36, shine: 26 };
    const image = stacked(
      scene,
      (layer) =>
        layer.role === 'sky' || layer.name === 'clouds' || layer.name === 'ripples' || layer.name.startsWith('fog'),
      (layer) =>
        inflate(rounded(tray(layer, scene), unit * 3), plan, {
          ...body,
          round: layer.role === 'flora' || layer.role === 'subject' ? unit * 11 : unit * 22,
        }),
      { alpha: 0.4, radius: unit * 13, drop: unit * 11 },
      base,
    );
    return grade(image, { contrast: 0.16, saturation: 1.3, lift: 0.03 });
  },
};

/** Corners of a mask rounded and its colours smoothed. */
export function rounded(source: Canvas, radius: number): Canvas {
  const soft = pixels(blurred(source, radius));
  for (let at = 3; at < soft.data.length; at += 4)
    soft.data[at] = 255 * smoothstep(0.42, 0.58, (soft.data[at] ?? 0) / 255);
  const canvas = blank(source.width, source.height);
  canvas.getContext('2d').putImageData(soft, 0, 0);
  return canvas;
}

/** The land of a toy stands on a round tray; what reaches over its rim is cut. */
function tray(layer: Layer, scene: Scene): Canvas {
  const { width, height, horizon, unit, world } = scene.plan;
  if (layer.role === 'subject' || layer.role === 'celestial' || layer.role === 'cloud' || world !== 'land')
    return layer.canvas;
  const m = Math.min(width, height) * 0.07;
  return drawn(width, height, (ctx) => {
    ctx.beginPath();
    ctx.roundRect(m, -height, width - m * 2, height + Math.max(horizon + unit * 30, height - m * 1.1), m * 1.6);
    ctx.clip();
    ctx.drawImage(layer.canvas, 0, 0);
  });
}
