import { blurred, drawn, linear, pixels, type Canvas } from '../core/canvas.js';
import { clamp, fromRgb, rgb, smoothstep } from '../core/colour.js';
import { fbm, noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Scene } from '../scene/scene.js';
import { contours, grade, identity, luma, mapped, stencil, widened } from './passes.js';
import type { StyleRecipe } from './recipe.js';

/** Steps a tone softly: flat areas with narrow transitions. */
function stepped(value: number, steps: number, soft: number): number {
  const scaled = value * steps;
  const whole = Math.floor(scaled);
  return (whole + smoothstep(0.5 - soft, 0.5 + soft, scaled - whole)) / steps;
}

/** Light in few flat tones; hue and chroma kept. */
function cel(source: Canvas, steps: number, soft: number, skip?: Uint8Array): Canvas {
  return mapped(source, (px, at) => {
    if (skip && skip[at >> 2] === 0) return;
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
    const flat = grade(cel(smooth, 6, 0.12, ids), {
      contrast: 0.18,
      saturation: 1.42,
      lights: [4, 4, 8],
      shadows: [4, -2, 16],
    });
    const lines = contours(scene, scene.flat, 0.3);
    const ctx = flat.getContext('2d');
    ctx.globalAlpha = 0.78;
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
      const u = (x + y) / (pitch * 1.4142);
      const v = (x - y) / (pitch * 1.4142);
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
function inkLines(scene: Scene, picture: Canvas): void {
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
  picture.getContext('2d').drawImage(ink, 0, 0);
}

function gutter(picture: Canvas, unit: number, seed: number): Canvas {
  const { width, height } = picture;
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
    ctx.drawImage(picture, 0, 0);
    ctx.restore();
    ctx.strokeStyle = '#0d0b12';
    ctx.lineWidth = unit * 5;
    ctx.lineJoin = 'round';
    ctx.stroke();
  });
}

/** Thousands of strokes of a loaded brush, coarse to fine, along the flow of the picture. */
export const digitalArt: StyleRecipe = {
  finish: (scene) => {
    const { plan } = scene;
    const { width, height, unit } = plan;
    const source = pixels(grade(scene.flat, { contrast: 0.3, saturation: 1.28 })).data;
    const ids = identity(scene);
    const bodies = new Set(scene.layers.flatMap((layer, i) => (layer.role === 'subject' ? [i + 1] : [])));
    const noise = noiseFor(plan.seed, 'flow');
    const random = stream(plan.seed, 'strokes');
    const soft = pixels(blurred(scene.flat, unit * 3)).data;
    return drawn(width, height, (ctx) => {
      ctx.drawImage(blurred(scene.flat, unit * 14), 0, 0);
      ctx.lineCap = 'round';
      const passes = [
        [1500, 62, 22, 0],
        [3600, 36, 10, 0],
        [6500, 20, 4.6, 0.012],
        [6500, 10, 2.2, 0.035],
        [9000, 9, 2.6, -1],
      ] as const;
      for (const [count, length, thick, detail] of passes) {
        for (let i = 0; i < count; i++) {
          const x = random() * width;
          const y = random() * height;
          const px = Math.floor(x);
          const py = Math.floor(y);
          const at = (py * width + px) * 4;
          const gx = luma(soft, at + 8) - luma(soft, at - 8);
          const gy = luma(soft, Math.min(soft.length - 4, at + width * 8)) - luma(soft, Math.max(0, at - width * 8));
          const strength = Math.hypot(gx, gy);
          if (detail < 0 ? !bodies.has(ids[py * width + px] ?? 0) : strength < detail) continue;
          const flow = fbm(noise, x / (unit * 420), y / (unit * 300), 2) * 1.5;
          const angle =
            strength > 0.03
              ? Math.atan2(gx, -gy)
              : py > plan.horizon && ids[py * width + px] === 0
                ? flow * 0.3
                : flow + (py < plan.horizon ? 0 : 0.2);
          const l = unit * length * random.range(0.6, 1.3);
          const c = Math.cos(angle) * l * 0.5;
          const s = Math.sin(angle) * l * 0.5;
          const j = random.range(-0.05, 0.05);
          const base = fromRgb(source[at] ?? 0, source[at + 1] ?? 0, source[at + 2] ?? 0);
          const [r, g, b] = rgb({
            l: clamp(base.l + j),
            a: base.a * random.range(0.95, 1.25),
            b: base.b * random.range(0.95, 1.25),
          });
          ctx.strokeStyle = `rgba(${r | 0},${g | 0},${b | 0},0.86)`;
          ctx.lineWidth = unit * thick * random.range(0.6, 1.25);
          ctx.beginPath();
          ctx.moveTo(x - c, y - s);
          ctx.quadraticCurveTo(x + s * 0.24, y - c * 0.24, x + c, y + s);
          ctx.stroke();
        }
      }
    });
  },
};
