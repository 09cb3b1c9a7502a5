import { linear, trace, type Context } from '../core/canvas.js';
import { lerp, mix, oklch } from '../core/colour.js';
import { noiseFor, ridged } from '../core/noise.js';
import { stream } from '../core/random.js';
import { lit, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';

export function paintReef(ctx: Context, plan: Plan, index: number, colour: ReturnType<typeof oklch>): void {
  const { width, height } = plan;
  const noise = noiseFor(plan.seed, `reef/${index}`);
  const points: Array<[number, number]> = [];
  for (let x = 0; x <= width; x += 3) {
    const side = Math.abs(x / width - 0.5) * 2;
    points.push([
      x,
      height * (0.86 - 0.12 * (2 - index) * 0.5 - side ** 2 * (0.3 - index * 0.04)) -
        height * 0.13 * ridged(noise, (x / height) * 2.4, index, 4),
    ]);
  }
  ctx.fillStyle = linear(ctx, 0, height * 0.4, 0, height, [
    [0, colour],
    [1, mix(colour, plan.atmosphere.shade, 0.2)],
  ]);
  trace(ctx, [...points, [width, height], [0, height]]);
  ctx.fill();
}

type Paint = (l: number, c: number, h: number) => ReturnType<typeof oklch>;

export function paintCoral(ctx: Context, plan: Plan, paint: Paint): void {
  const { width, height, unit } = plan;
  const random = stream(plan.seed, 'coral');
  const sea = paint(0.4, 0.09, 235);
  for (let i = 0; i < 34; i++) {
    const side = random.chance(0.5) ? -1 : 1;
    const x = width * (0.5 + side * random.range(0.1, 0.54));
    const y = height * random.range(0.88, 1.02);
    const h = unit * random.range(50, 170) * (0.5 + Math.abs(x / width - 0.5));
    const tint = mix(paint(0.68, 0.16, random.pick([15, 350, 40, 320, 90, 300])), sea, random.range(0.08, 0.4));
    if (random.chance(0.45)) {
      ctx.lineCap = 'round';
      const grow = (px: number, py: number, a: number, length: number, w: number, depth: number) => {
        const ex = px + Math.sin(a) * length;
        const ey = py - Math.cos(a) * length;
        ctx.strokeStyle = linear(ctx, px - w, 0, px + w, 0, [
          [0, tint],
          [1, sunlit(plan.atmosphere, tint, 0.4)],
        ]);
        ctx.lineWidth = w;
        ctx.beginPath();
        ctx.moveTo(px, py);
        ctx.lineTo(ex, ey);
        ctx.stroke();
        if (depth > 0)
          for (let k = 0; k < 3; k++)
            grow(ex, ey, a + (k - 1) * 0.55 + random.range(-0.2, 0.2), length * 0.72, w * 0.76, depth - 1);
      };
      grow(x, y, random.range(-0.2, 0.2), h * 0.3, h * 0.1, 3);
    } else {
      for (let k = 0; k < 16; k++) {
        const a = random.range(-1.3, 1.3);
        const px = x + Math.sin(a) * h * 0.4;
        const py = y - Math.cos(a) * h * 0.4;
        const r = h * random.range(0.1, 0.2);
        ctx.fillStyle = linear(ctx, px - r, py - r, px + r * 0.4, py + r, [
          [0, sunlit(plan.atmosphere, tint, 0.5)],
          [1, mix(tint, sea, 0.5)],
        ]);
        ctx.beginPath();
        ctx.arc(px, py, r, 0, Math.PI * 2);
        ctx.fill();
      }
    }
  }
}

export function paintKelp(ctx: Context, plan: Plan, paint: Paint): void {
  const { width, height, unit } = plan;
  const random = stream(plan.seed, 'kelp');
  for (let i = 0; i < 26; i++) {
    const side = random.chance(0.5) ? -1 : 1;
    const x = width * (0.5 + side * random.range(0.24, 0.52));
    const h = height * random.range(0.25, 0.66);
    const green = mix(paint(0.5, 0.1, 140 + random.range(-25, 20)), paint(0.36, 0.09, 225), random.range(0.1, 0.6));
    const sway = random.range(0, 6);
    for (let t = 0; t < 1; t += 0.035) {
      const px = x + Math.sin(sway + t * 5) * unit * 26 * t;
      const py = height * 1.02 - h * t;
      const r = unit * lerp(26, 10, t);
      const flip = Math.round(t / 0.035) % 2 ? 1 : -1;
      ctx.fillStyle = linear(ctx, px, py, px + flip * r * 2, py - r, [
        [0, mix(green, lit(plan.atmosphere, green), 0.4)],
        [1, sunlit(plan.atmosphere, green, 0.35)],
      ]);
      ctx.beginPath();
      ctx.moveTo(px, py + r * 0.5);
      ctx.quadraticCurveTo(px + flip * r * 1.3, py + r * 0.2, px + flip * r * 1.9, py - r * 1.1);
      ctx.quadraticCurveTo(px + flip * r * 0.6, py - r * 0.8, px, py + r * 0.5);
      ctx.fill();
    }
  }
}
