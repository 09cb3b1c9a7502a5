import { blank, blurred, drawn, linear, pixels, radial, type Canvas } from '../core/canvas.js';
import { clamp, mix, oklch, smoothstep } from '../core/colour.js';
import { noiseFor, type Noise } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';
import type { Layer, Scene } from '../scene/scene.js';
import { grade } from './passes.js';
import type { StyleRecipe } from './recipe.js';

interface Body {
  /** How round edges are, px. */
  readonly round: number;
  /** Strength of light and shade. */
  readonly relief: number;
  readonly gloss: number;
  readonly shine: number;
  /** Adds to the height field, px of the frame. */
  readonly bumps?: (x: number, y: number) => number;
  /** Moves outlines, px. */
  readonly wobble?: { readonly noise: Noise; readonly size: number; readonly by: number };
}

/** One layer as a solid: its mask inflated to a height field and lit from the light's side. */
function inflate(source: Canvas, plan: Plan, body: Body): Canvas {
  const { width, height } = source;
  const shape = pixels(source);
  const wide = pixels(blurred(source, body.round)).data;
  const thin = pixels(blurred(source, body.round * 0.35)).data;
  const moved = body.wobble ? new Uint8ClampedArray(shape.data) : shape.data;
  const out = shape.data;
  const field = new Float32Array(width * height);
  for (let i = 0, at = 3; i < field.length; i++, at += 4) {
    if ((out[at] ?? 0) === 0) continue;
    const a = clamp(((wide[at] ?? 0) / 255 - 0.5) * 2);
    const b = clamp(((thin[at] ?? 0) / 255 - 0.5) * 2);
    field[i] = Math.sqrt(1 - (1 - a) ** 2) * body.round * 0.75 + Math.sqrt(1 - (1 - b) ** 2) * body.round * 0.3;
    if (body.bumps) field[i] = (field[i] ?? 0) + body.bumps(i % width, (i / width) | 0);
  }
  const lx = plan.light.side * 0.55;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const at = i * 4;
      if (body.wobble) {
        const { noise, size, by } = body.wobble;
        const sx = clamp(Math.round(x + noise(x / size, y / size) * by), 0, width - 1);
        const sy = clamp(Math.round(y + noise(x / size + 50, y / size) * by), 0, height - 1);
        const s = (sy * width + sx) * 4;
        for (let c = 0; c < 4; c++) out[at + c] = moved[s + c] ?? 0;
      }
      if ((out[at + 3] ?? 0) === 0) continue;
      const nx = (field[i - 1] ?? 0) - (field[i + 1] ?? 0);
      const ny = (field[i - width] ?? 0) - (field[i + width] ?? 0);
      const inv = 1 / Math.sqrt(nx * nx + ny * ny + 1.6);
      const diffuse = (nx * lx - ny * 0.72 + 0.75) * inv;
      const k = 1 + (diffuse - 0.54) * body.relief;
      const half = clamp((nx * lx * 0.8 - ny * 0.75 + 1.1) * inv);
      const spec = body.gloss * half ** body.shine * 255;
      for (let c = 0; c < 3; c++) out[at + c] = (out[at + c] ?? 0) * k + spec;
    }
  }
  const canvas = blank(width, height);
  canvas.getContext('2d').putImageData(shape, 0, 0);
  return canvas;
}

function shadowOf(sheet: Canvas, plan: Plan, radius: number): Canvas {
  const flat = drawn(sheet.width, sheet.height, (s) => {
    s.drawImage(sheet, 0, 0);
    s.globalCompositeOperation = 'source-in';
    s.fillStyle = linear(s, 0, 0, 1, 0, [[0, mix(plan.atmosphere.shade, oklch(0.1, 0.03, 290), 0.5)]]);
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

/** Dents of thumbs, 30 to 60 px wide with fine ridges, and the unevenness of kneading: heights for the whole frame. */
function thumbPrints(plan: Plan): Float32Array {
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

/** Pressed and rolled by hand: round, dull, full of thumb prints, no straight outline. */
export const modelingCompound: StyleRecipe = {
  manner: { celClouds: true },
  finish: (scene) => {
    const { plan } = scene;
    const { unit, width, height } = plan;
    const wobble = { noise: noiseFor(plan.seed, 'hand'), size: unit * 34, by: unit * 5 };
    const dents = thumbPrints(plan);
    const bumps = (x: number, y: number) => dents[y * width + x] ?? 0;
    const body: Body = { round: unit * 15, relief: 0.95, gloss: 0.12, shine: 12, bumps, wobble };
    const skyLayer = scene.layers[0];
    const sky = skyLayer
      ? inflate(lump(skyLayer, plan, unit * 20), plan, { ...body, relief: 0.6 })
      : blank(width, height);
    const picture = stacked(
      scene,
      (layer) => layer.role === 'sky' || DETAIL.has(layer.name),
      (layer) => inflate(lump(layer, plan, layer.role === 'subject' ? unit * 1.5 : unit * 6), plan, body),
      { alpha: 0.5, radius: unit * 5, drop: unit * 6 },
      sky,
    );
    return grade(picture, { contrast: 0.22, saturation: 1.32, lift: 0.02 });
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
    const picture = stacked(
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
    return grade(picture, { contrast: 0.16, saturation: 1.3, lift: 0.03 });
  },
};

/** Corners of a mask rounded and its colours smoothed. */
function rounded(source: Canvas, radius: number): Canvas {
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
