import { fillPolygon, glow, linear, type Context } from '../core/canvas.js';
import { css, mix, oklch } from '../core/colour.js';
import { stream } from '../core/random.js';
import { seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Scene } from './scene.js';
import { at, paintLand, ridgeOf, type Ridge } from './terrain.js';

export function paintVolcano(scene: Scene): void {
  const { plan } = scene;
  const { width, horizon, unit, atmosphere: air, light } = plan;
  const random = stream(plan.seed, 'volcano');
  const x = width * (0.5 - light.side * 0.14);
  const top = horizon * (1 - 0.62 * Math.min(1.4, plan.rise));
  const base = horizon + unit * 2;
  const fire = oklch(0.72, 0.2, 42);
  scene.add('backdrop', 'volcano', 0.6, (ctx) => {
    for (let i = 0; i < 34; i++)
      glow(
        ctx,
        x + random.range(-1, 1) * i * unit * 2.4 - light.side * i * unit * 3,
        top - i * unit * 7.5,
        unit * (34 + i * 4),
        i < 8 ? mix(fire, air.shade, i / 9) : mix(air.shade, air.haze, 0.3),
        0.5,
      );
    const half = horizon * 0.78;
    const ridge = new Float32Array(width + 1);
    const rough = ridgeOf(plan, 'volcano', { height: horizon * 0.05, base: 0, frequency: 6, kind: 'jagged' });
    for (let px = 0; px <= width; px++) {
      const d = Math.abs(px - x) / half;
      const cone = Math.max(0, 1 - d) ** 1.7;
      ridge[px] = Math.max(
        base - (base - top) * cone * 1.16 + at(rough, px) * (0.4 + cone * 0.4),
        top + unit * 6 * (0.5 + 0.5 * Math.sin(px / (unit * 9))),
      );
    }
    paintLand(ctx, plan, ridge, {
      colour: oklch(0.38, 0.03, 30),
      distance: 0.5,
      bottom: base,
      mist: 0.6,
      relief: { strength: 1, fold: unit * 46 },
    });
    ctx.lineCap = 'round';
    ctx.globalCompositeOperation = 'source-atop';
    for (let i = 0; i < 7; i++) {
      let px = x + random.range(-0.06, 0.06) * half;
      const lean = random.range(-1, 1);
      for (let py = top; py < base - unit * random.range(10, 120); py += unit * 7) {
        const nx = px + lean * unit * 4 + random.range(-1, 1) * unit * 4;
        ctx.strokeStyle = linear(ctx, 0, top, 0, base, [
          [0, oklch(0.93, 0.13, 95)],
          [0.3, fire],
          [1, oklch(0.5, 0.19, 30), 0.4],
        ]);
        ctx.lineWidth = unit * random.range(2, 6);
        ctx.beginPath();
        ctx.moveTo(px, py);
        ctx.lineTo(nx, py + unit * 8);
        ctx.stroke();
        px = nx;
      }
    }
    ctx.globalCompositeOperation = 'lighter';
    glow(ctx, x, top, unit * 150, fire, 0.6);
  });
}

export function paintIslands(scene: Scene): void {
  const { plan } = scene;
  const { width, horizon, unit, light } = plan;
  const base = horizon + unit * 1.5;
  const sheets = [
    [0.92, 0.11, 0.74, 0.5],
    [0.8, 0.17, 0.24, 0.3],
    [0.62, 0.12, 0.86, 0.24],
  ] as const;
  sheets.forEach(([distance, high, middle, wide], i) => {
    scene.add('backdrop', `islands/${i}`, distance, (ctx) => {
      const centre = width * (light.side > 0 ? middle : 1 - middle);
      const ridge = ridgeOf(plan, `islands/${i}`, {
        height: horizon * high * plan.rise,
        base,
        frequency: 4 - i,
        kind: i === 1 ? 'jagged' : 'rolling',
      });
      for (let x = 0; x <= width; x++) {
        const window = Math.max(0, 1 - Math.abs(x - centre) / (Math.max(width, plan.height * 0.8) * wide)) ** 0.6;
        ridge[x] = base - (base - (ridge[x] ?? base)) * window + (window > 0 ? 0 : unit * 6);
      }
      paintLand(ctx, plan, ridge, {
        colour: oklch(0.5, 0.06, 160),
        distance,
        bottom: base,
        mist: 0.5,
        relief: { strength: 0.6, fold: unit * 40 },
      });
    });
  });
}

export function paintFall(ctx: Context, plan: Plan, ridge: Ridge, base: number): void {
  const random = stream(plan.seed, 'waterfall');
  const { unit, atmosphere: air, width } = plan;
  let x = Math.round(width * 0.5);
  for (let px = Math.round(width * 0.25); px < width * 0.75; px++) if (at(ridge, px) < at(ridge, x)) x = px;
  const top = at(ridge, x) - unit * 2;
  const white = mix(sunlit(air, seen(air, oklch(0.95, 0.015, 220), 0.3), 0.4), air.light, 0.2);
  const w = unit * 42;
  ctx.fillStyle = linear(ctx, 0, top, 0, base, [
    [0, white, 0.92],
    [1, white, 0.75],
  ]);
  fillPolygon(ctx, [
    [x - w * 0.6, top],
    [x + w * 0.6, top],
    [x + w, base],
    [x - w, base],
  ]);
  for (let i = 0; i < 90; i++) {
    const px = x + random.range(-1, 1) * w * 0.85;
    const from = random.range(top, base);
    ctx.strokeStyle = css(
      random.chance(0.6) ? mix(white, air.upper, 0.45) : oklch(0.99, 0.01, 220),
      random.range(0.15, 0.55),
    );
    ctx.lineWidth = unit * random.range(0.6, 2.6);
    ctx.beginPath();
    ctx.moveTo(px, from);
    ctx.lineTo(px + (px - x) * 0.12, Math.min(base, from + unit * random.range(40, 150)));
    ctx.stroke();
  }
  for (let i = 0; i < 26; i++)
    glow(
      ctx,
      x + random.range(-1, 1) * w * 2.6,
      base - unit * random.range(0, 46),
      unit * random.range(30, 74),
      mix(white, air.haze, 0.4),
      0.3,
    );
}
