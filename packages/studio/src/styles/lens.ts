import { type Canvas, type Context, blurred, drawn, glow, linear, radial } from '../core/canvas.js';
import { clamp, mix, oklch } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Scene } from '../scene/scene.js';
import { paintRays } from '../scene/sky.js';
import { bloom, clarity, grade, grain, luma, mapped, vignette } from './passes.js';
import type { StyleRecipe } from './recipe.js';

/** Light that glows, and depth by contrast. */
export const enhance: StyleRecipe = {
  finish: (scene) => {
    const { unit, light, atmosphere: air } = scene.plan;
    const lit = drawn(scene.plan.width, scene.plan.height, (ctx) => {
      ctx.drawImage(scene.flat, 0, 0);
      if (light.visible && light.kind === 'sun' && scene.plan.world === 'land')
        paintRays(ctx, scene.plan, 0.16 * air.glare);
    });
    return vignette(
      grade(bloom(clarity(lit, unit * 26, 0.42), unit * 26, 0.55, 0.58), { contrast: 0.3, saturation: 1.16 }),
      0.32,
    );
  },
};

/** Layers in and out of focus, haze by distance, the texture of matter, fine grain. */
export const photographic: StyleRecipe = {
  finish: (scene) => {
    const { plan } = scene;
    const { width, height, unit } = plan;
    const noise = noiseFor(plan.seed, 'matter');
    const focus = plan.subjects[0]?.depth ?? 0.3;
    // Somebody who looks at a thing opens the lens; who looks at a land closes it.
    const [slope, most] = plan.subjects.length > 0 ? [16, 7.5] : [7, 3.4];
    const image = drawn(width, height, (ctx) => {
      for (const layer of scene.layers) {
        const off = Math.abs(layer.depth - focus) - 0.14;
        const radius = layer.role === 'sky' ? 0 : clamp(off * slope, 0, most) * unit * (layer.depth < focus ? 1.8 : 1);
        ctx.drawImage(radius > 0.4 ? blurred(layer.canvas, radius) : layer.canvas, 0, 0);
      }
      ctx.fillStyle = linear(ctx, 0, plan.horizon - height * 0.25, 0, plan.horizon + height * 0.2, [
        [0, plan.atmosphere.haze, 0],
        [0.6, plan.atmosphere.haze, 0.34],
        [1, plan.atmosphere.haze, 0],
      ]);
      ctx.fillRect(0, 0, width, height);
    });
    const horizon = plan.horizon;
    const textured = mapped(image, (px, at, x, y) => {
      if (y < horizon * 0.7) return;
      const t = clamp((y - horizon * 0.7) / (height - horizon * 0.7));
      const n = noise(x / (unit * 3.2), y / (unit * 2.1)) * 0.6 + noise(x / (unit * 11), y / (unit * 5)) * 0.4;
      const k = 1 + n * 0.13 * t * (1 - luma(px, at) * 0.6);
      for (let c = 0; c < 3; c++) px[at + c] = (px[at + c] ?? 0) * k;
    });
    const toned = grade(bloom(textured, unit * 40, 0.4, 0.66), {
      contrast: 0.34,
      lift: 0.012,
      saturation: 0.8,
      shadows: [-2, 0, 5],
      lights: [4, 1, -5],
    });
    return vignette(grain(toned, plan, 0.03, Math.max(1, unit)), 0.5);
  },
};

/** Darkens top and bottom towards teal; what stands between keeps its light. */
function dim(ctx: Context, width: number, height: number): void {
  ctx.globalCompositeOperation = 'multiply';
  ctx.fillStyle = linear(ctx, 0, 0, 0, height, [
    [0, oklch(0.72, 0.06, 215)],
    [0.55, oklch(0.98, 0.02, 80)],
    [1, oklch(0.7, 0.05, 215)],
  ]);
  ctx.fillRect(0, 0, width, height);
}

/** Teal shade and orange light, a streak through the lens, grain. */
export const cinematic: StyleRecipe = {
  finish: (scene) => {
    const { plan } = scene;
    const { width, height, unit, light } = plan;
    const toned = grade(bloom(clarity(scene.flat, unit * 40, 0.5), unit * 44, 0.6, 0.55), {
      contrast: 0.9,
      ceiling: 0.9,
      saturation: 1,
      shadows: [-70, 4, 46],
      lights: [34, 4, -38],
    });
    const image = vignette(toned, 0.85, oklch(0.1, 0.04, 220));
    const ctx = image.getContext('2d');
    dim(ctx, width, height);
    ctx.globalCompositeOperation = 'screen';
    const lamp = light.visible
      ? light
      : { x: width * (0.5 + light.side * 0.3), y: plan.horizon * 0.55, radius: light.radius };
    const blue = oklch(0.72, 0.12, 235);
    const warm = oklch(0.85, 0.12, 65);
    const reach = width * 0.45;
    ctx.save();
    ctx.translate(lamp.x, lamp.y);
    ctx.scale(1, (unit * 10) / reach);
    ctx.fillStyle = radial(ctx, 0, 0, reach, [
      [0, blue, 0.62],
      [0.5, blue, 0.2],
      [1, blue, 0],
    ]);
    ctx.fillRect(-reach, -reach, 2 * reach, 2 * reach);
    ctx.restore();
    ctx.fillStyle = linear(ctx, lamp.x - width * 0.4, 0, lamp.x + width * 0.4, 0, [
      [0, warm, 0],
      [0.5, warm, 0.55],
      [1, warm, 0],
    ]);
    ctx.fillRect(0, lamp.y - unit * 2, width, unit * 4);
    glow(ctx, lamp.x, lamp.y, Math.max(width, height) * 0.3, warm, 0.5);
    for (const [t, r, alpha] of [
      [0.5, 26, 0.16],
      [0.9, 54, 0.11],
      [1.35, 18, 0.2],
      [1.7, 84, 0.08],
    ] as const) {
      const x = lamp.x + (width / 2 - lamp.x) * t * 1.2;
      const y = lamp.y + (height / 2 - lamp.y) * t * 1.2;
      ctx.fillStyle = radial(ctx, x, y, r * unit, [
        [0, t > 1 ? blue : warm, alpha * 0.5],
        [0.88, t > 1 ? blue : warm, alpha],
        [1, blue, 0],
      ]);
      ctx.fillRect(x - r * unit, y - r * unit, r * unit * 2, r * unit * 2);
    }
    ctx.globalCompositeOperation = 'source-over';
    return grain(image, plan, 0.05, Math.max(1, unit * 1.4));
  },
};

/** A print from an old roll: milky blacks, halation, a leak of light, dust, coarse grain. */
export const analogFilm: StyleRecipe = {
  finish: (scene: Scene): Canvas => {
    const { plan } = scene;
    const { width, height, unit } = plan;
    const random = stream(plan.seed, 'film');
    const soft = drawn(width, height, (ctx) => {
      ctx.drawImage(scene.flat, 0, 0);
      ctx.globalAlpha = 0.5;
      ctx.drawImage(blurred(scene.flat, unit * 2.4), 0, 0);
    });
    const halo = bloom(soft, unit * 30, 0.75, 0.6, oklch(0.68, 0.2, 35));
    const toned = grade(halo, {
      contrast: 0.2,
      lift: 0.14,
      ceiling: 0.94,
      saturation: 0.74,
      shadows: [2, 10, 16],
      lights: [14, 4, -22],
    });
    const ctx = toned.getContext('2d');
    ctx.globalCompositeOperation = 'screen';
    const side = -plan.light.side;
    const edge = side > 0 ? width : 0;
    const fire = oklch(0.68, 0.2, 40);
    for (let i = 0; i < 3; i++) {
      const y = height * random.range(0.05, 0.95);
      const r = Math.max(width, height) * random.range(0.28, 0.5);
      ctx.fillStyle = radial(ctx, edge, y, r, [
        [0, mix(fire, oklch(0.9, 0.12, 80), i / 3), 0.8],
        [0.35, fire, 0.42],
        [1, oklch(0.5, 0.2, 25), 0],
      ]);
      ctx.fillRect(0, 0, width, height);
    }
    ctx.fillStyle = linear(ctx, edge, 0, edge - side * width * 0.16, 0, [
      [0, oklch(0.85, 0.14, 75), 0.5],
      [1, fire, 0],
    ]);
    ctx.fillRect(0, 0, width, height);
    ctx.globalCompositeOperation = 'source-over';
    for (let i = 0; i < 46; i++) {
      ctx.fillStyle = `rgba(255,250,235,${random.range(0.2, 0.6).toFixed(2)})`;
      const x = random() * width;
      const y = random() * height;
      if (i < 5) ctx.fillRect(x, 0, unit * 0.7, height * random.range(0.1, 0.5));
      else ctx.fillRect(x, y, unit * random.range(0.6, 2.4), unit * random.range(0.6, 2.4));
    }
    return vignette(grain(toned, plan, 0.085, Math.max(1, unit * 1.7)), 0.45, oklch(0.2, 0.03, 30));
  },
};
