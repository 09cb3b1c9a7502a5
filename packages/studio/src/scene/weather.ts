import { disc, glow, linear, perPixel, type Canvas, type Context } from '../core/canvas.js';
import { css, clamp, mix, oklch, rgb } from '../core/colour.js';
import { fbm, noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';

/** A bank of fog over everything painted so far. */
export function paintFogBank(plan: Plan, name: string, top: number, bottom: number, strength: number): Canvas {
  const { width, height, atmosphere: air } = plan;
  const noise = noiseFor(plan.seed, `fog/${name}`);
  const colour = rgb(mix(air.haze, air.horizon, 0.4));
  const scale = Math.max(width, height) / 4;
  return perPixel(width / 4, height / 4, (x, y, out, at) => {
    const yy = y * 4;
    const t = (yy - top) / (bottom - top);
    if (t < 0 || t > 1) return;
    const n = 0.5 + 0.5 * fbm(noise, (x / scale) * 2.2, (yy / scale) * 2.1, 4);
    for (let k = 0; k < 3; k++) out[at + k] = colour[k] ?? 0;
    out[at + 3] = 255 * clamp(Math.sin(Math.PI * t) ** 1.2 * strength * (0.3 + n * 1.1));
  });
}

export function streaks(ctx: Context, plan: Plan): void {
  const { width, height, unit, atmosphere: air } = plan;
  const random = stream(plan.seed, 'rain');
  const storm = plan.weather.has('storm') || plan.weather.has('wind');
  const slant = storm ? 0.5 : 0.16;
  const colour = mix(air.light, air.horizon, 0.6);
  ctx.lineCap = 'round';
  for (let pass = 0; pass < 3; pass++) {
    const near = pass / 2;
    const n = Math.round((((900 - pass * 300) * (width * height)) / (unit * unit * 1048576)) * (storm ? 1.4 : 1));
    ctx.strokeStyle = css(colour, 0.16 + near * 0.2);
    ctx.lineWidth = unit * (0.8 + near * 1.3);
    ctx.beginPath();
    for (let i = 0; i < n; i++) {
      const x = random.range(-0.2, 1.1) * width;
      const y = random.range(-0.1, 1) * height;
      const length = unit * (22 + 64 * near) * random.range(0.6, 1.4);
      ctx.moveTo(x, y);
      ctx.lineTo(x + length * slant, y + length);
    }
    ctx.stroke();
  }
  ctx.fillStyle = linear(ctx, 0, 0, 0, height, [
    [0, air.haze, 0.02],
    [0.6, air.haze, 0.2],
    [1, air.haze, 0.06],
  ]);
  ctx.fillRect(0, 0, width, height);
}

export function flakes(ctx: Context, plan: Plan): void {
  const { width, height, unit } = plan;
  const random = stream(plan.seed, 'snowfall');
  const white = oklch(0.99, 0.006, 240);
  const n = Math.round((1150 * (width * height)) / (unit * unit * 1048576));
  for (let i = 0; i < n; i++) {
    const near = random() ** 4;
    const x = random() * width;
    const y = random() * height;
    const r = unit * (0.9 + near * 8);
    if (near > 0.3) glow(ctx, x, y, r * 1.6, white, 0.6);
    else {
      ctx.fillStyle = css(white, random.range(0.45, 0.95));
      disc(ctx, x, y, r);
    }
  }
}

export function paintLightning(ctx: Context, plan: Plan): void {
  const { width, horizon, unit, light } = plan;
  const random = stream(plan.seed, 'lightning');
  const white = oklch(0.97, 0.04, 290);
  const bolt = (fromX: number, fromY: number, end: number, w: number, lean: number, depth: number) => {
    let [x, y] = [fromX, fromY];
    const points: Array<[number, number]> = [[x, y]];
    while (y < end) {
      x += random.range(-1, 1) * unit * 17 + lean * unit * 9;
      y += unit * random.range(8, 24);
      points.push([x, y]);
      if (depth > 0 && random.chance(0.14))
        bolt(x, y, y + (end - y) * random.range(0.3, 0.7), w * 0.5, lean + random.range(-1, 1), depth - 1);
    }
    for (const [scale, alpha] of [
      [9, 0.07],
      [4, 0.18],
      [1, 1],
    ] as const) {
      ctx.strokeStyle = css(scale === 1 ? white : oklch(0.75, 0.13, 285), alpha);
      ctx.lineWidth = w * scale;
      ctx.lineJoin = 'round';
      ctx.beginPath();
      points.forEach(([px, py], i) => (i ? ctx.lineTo(px, py) : ctx.moveTo(px, py)));
      ctx.stroke();
    }
  };
  const x = width * (0.5 + light.side * 0.22);
  glow(ctx, x, horizon * 0.1, Math.max(width, horizon) * 0.6, oklch(0.8, 0.09, 285), 0.55);
  bolt(x, -unit * 10, horizon, unit * 3.4, random.range(-0.3, 0.3), 2);
  bolt(x - light.side * width * 0.17, -unit * 10, horizon * 0.8, unit * 1.7, random.range(-0.4, 0.4), 1);
}
