import { type Context, disc, fillPolygon, glow, linear, saved } from '../core/canvas.js';
import { css, lerp, mix, oklch, rgb } from '../core/colour.js';
import { stream } from '../core/random.js';
import { lit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Air } from '../words/facts.js';
import { paintRays } from './sky.js';

function scattered(
  plan: Plan,
  name: string,
  count: number,
  draw: (x: number, y: number, near: number, random: ReturnType<typeof stream>) => void,
): void {
  const random = stream(plan.seed, name);
  const n = Math.round((count * plan.width * plan.height) / (plan.unit * plan.unit * 1048576));
  for (let i = 0; i < n; i++) draw(random() * plan.width, random(), random() ** 2, random);
}

export const PARTICLES: Partial<Readonly<Record<Air, (ctx: Context, plan: Plan) => void>>> = {
  fireflies: (ctx, plan) =>
    scattered(plan, 'fireflies', 150, (x, t, near, random) => {
      const y = lerp(plan.horizon * 0.72, plan.height, t ** 0.8);
      const gold = oklch(0.93, 0.16, 108);
      const r = plan.unit * (1.2 + near * 2.8);
      glow(ctx, x, y, r * 10, gold, 0.5 * random.range(0.4, 1));
      ctx.fillStyle = css(oklch(0.98, 0.08, 105));
      disc(ctx, x, y, r);
    }),
  petals: (ctx, plan) =>
    scattered(plan, 'petals', 280, (x, t, near, random) => {
      const petal = lit(plan.atmosphere, oklch(0.86, 0.085, 0 + random.range(-10, 12)));
      const r = plan.unit * (2.5 + near * 11);
      saved(ctx, () => {
        ctx.translate(x, t * plan.height);
        ctx.rotate(random.range(0, 6.3));
        ctx.scale(1, random.range(0.35, 0.8));
        ctx.fillStyle = linear(ctx, -r, 0, r, 0, [
          [0, petal, 0.95],
          [1, mix(petal, plan.atmosphere.light, 0.4), 0.95],
        ]);
        ctx.beginPath();
        ctx.moveTo(-r, 0);
        ctx.quadraticCurveTo(0, -r, r, -r * 0.2);
        ctx.quadraticCurveTo(r * 0.7, 0, r, r * 0.2);
        ctx.quadraticCurveTo(0, r, -r, 0);
        ctx.fill();
      });
    }),
  leaves: (ctx, plan) =>
    scattered(plan, 'leaves', 130, (x, t, near, random) => {
      const colour = lit(plan.atmosphere, oklch(0.64, 0.16, random.range(30, 85)));
      const r = plan.unit * (4 + near * 14);
      saved(ctx, () => {
        ctx.translate(x, t * plan.height);
        ctx.rotate(random.range(0, 6.3));
        ctx.scale(1, random.range(0.4, 0.9));
        ctx.fillStyle = linear(ctx, -r, 0, r, 0, [
          [0, mix(colour, plan.atmosphere.shade, 0.3)],
          [1, mix(colour, plan.atmosphere.light, 0.25)],
        ]);
        fillPolygon(ctx, [
          [-r, 0],
          [-r * 0.4, -r * 0.3],
          [-r * 0.3, -r * 0.8],
          [0, -r * 0.4],
          [r * 0.5, -r * 0.7],
          [r * 0.45, -r * 0.2],
          [r, 0],
          [r * 0.45, r * 0.2],
          [r * 0.5, r * 0.7],
          [0, r * 0.4],
          [-r * 0.3, r * 0.8],
          [-r * 0.4, r * 0.3],
        ]);
      });
    }),
  lanterns: (ctx, plan) =>
    scattered(plan, 'lanterns', 74, (x, t, near, random) => {
      const y = lerp(plan.height * 0.02, plan.horizon * 1.08, t);
      const r = plan.unit * (3.5 + near * 19);
      const fire = oklch(0.8, 0.15, 62 + random.range(-10, 10));
      glow(ctx, x, y, r * 5, fire, 0.42);
      ctx.fillStyle = linear(ctx, 0, y - r * 1.3, 0, y + r * 1.3, [
        [0, oklch(0.68, 0.17, 45)],
        [0.7, fire],
        [1, oklch(0.95, 0.1, 90)],
      ]);
      fillPolygon(ctx, [
        [x - r * 0.75, y - r * 1.15],
        [x - r * 0.3, y - r * 1.4],
        [x + r * 0.3, y - r * 1.4],
        [x + r * 0.75, y - r * 1.15],
        [x + r * 0.62, y + r * 1.1],
        [x - r * 0.62, y + r * 1.1],
      ]);
    }),
  sparks: (ctx, plan) =>
    scattered(plan, 'sparks', 230, (x, t, near, random) => {
      const y = plan.height * (1 - t ** 0.7 * 0.85);
      const hot = oklch(0.8, 0.17, 50 + random.range(-12, 25));
      const r = plan.unit * (0.9 + near * 3.2);
      glow(ctx, x, y, r * 7, hot, 0.55);
      ctx.fillStyle = css(oklch(0.94, 0.1, 85));
      saved(ctx, () => {
        ctx.translate(x, y);
        ctx.rotate(random.range(-0.6, 0.6));
        ctx.fillRect(-r * 0.5, -r * 2, r, r * 4);
      });
    }),
  bubbles: (ctx, plan) =>
    scattered(plan, 'bubbles', 95, (x, t, near) => {
      const y = t * plan.height;
      const r = plan.unit * (3 + near * 34);
      const rim = mix(plan.atmosphere.light, oklch(0.97, 0.02, 220), 0.5);
      const gradient = ctx.createRadialGradient(x, y, r * 0.4, x, y, r);
      const [a, b, c] = rgb(rim).map(Math.round);
      gradient.addColorStop(0, `rgba(${a},${b},${c},0.06)`);
      gradient.addColorStop(0.85, `rgba(${a},${b},${c},0.22)`);
      gradient.addColorStop(1, `rgba(${a},${b},${c},0.75)`);
      ctx.fillStyle = gradient;
      disc(ctx, x, y, r);
      ctx.fillStyle = `rgba(255,255,255,0.85)`;
      disc(ctx, x - r * 0.35, y - r * 0.4, r * 0.16);
    }),
  rays: (ctx, plan) => paintRays(ctx, plan, 0.5),
  smoke: (ctx, plan) => {
    const random = stream(plan.seed, 'smoke');
    const x = plan.width * (0.5 + plan.light.side * 0.2);
    for (let i = 0; i < 46; i++)
      glow(
        ctx,
        x +
          Math.sin(i * 0.4) * plan.unit * 12 +
          i * plan.unit * 5 * -plan.light.side +
          random.range(-1, 1) * i * plan.unit,
        plan.horizon * 1.05 - i * plan.horizon * 0.021,
        plan.unit * (16 + i * 3.6),
        mix(plan.atmosphere.haze, plan.atmosphere.light, 0.3),
        0.42 * (1 - i / 52),
      );
  },
  fireworks: (ctx, plan) => {
    const random = stream(plan.seed, 'fireworks');
    ctx.lineCap = 'round';
    for (let i = 0; i < 6; i++) {
      const x = plan.width * random.range(0.12, 0.88);
      const y = plan.horizon * random.range(0.14, 0.62);
      const r = Math.min(plan.width, plan.height) * random.range(0.1, 0.21);
      const tint = oklch(0.82, 0.17, random.pick([20, 60, 90, 150, 210, 300, 340]));
      glow(ctx, x, y, r * 1.8, tint, 0.34);
      for (let k = 0; k < 54; k++) {
        const a = (k / 54) * Math.PI * 2 + random.range(-0.05, 0.05);
        const far = r * random.range(0.7, 1.05);
        const ex = x + Math.cos(a) * far;
        const ey = y + Math.sin(a) * far + r * 0.16;
        ctx.strokeStyle = linear(ctx, x, y, ex, ey, [
          [0, tint, 0],
          [0.35, tint, 0.5],
          [1, oklch(0.97, 0.06, 90), 0.95],
        ]);
        ctx.lineWidth = plan.unit * random.range(0.8, 2);
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.quadraticCurveTo(x + Math.cos(a) * far * 0.6, y + Math.sin(a) * far * 0.6, ex, ey);
        ctx.stroke();
      }
    }
  },
};
