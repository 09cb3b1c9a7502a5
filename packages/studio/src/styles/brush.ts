import { blurred, drawn, pixels } from '../core/canvas.js';
import { clamp, fromRgb, rgb } from '../core/colour.js';
import { fbm, noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import { grade, identity, luma } from './passes.js';
import type { StyleRecipe } from './recipe.js';

/** Thousands of strokes of a loaded brush, coarse to fine, along the flow of the image. */
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
