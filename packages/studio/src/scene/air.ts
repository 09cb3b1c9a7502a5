import { disc, fillPolygon, glow, linear, perPixel, saved, type Canvas, type Context } from '../core/canvas.js';
import { clamp, lerp, mix, oklch, rgb, smoothstep } from '../core/colour.js';
import { fbm, noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import { lit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Air } from '../words/facts.js';

/** Curtains of light that hang over the horizon. */
export function paintAurora(plan: Plan): Canvas {
  const { width, horizon, seed, palettes } = plan;
  const noise = noiseFor(seed, 'aurora');
  const turn = stream(seed, 'aurora').range(-16, 16);
  const low = rgb(oklch(0.83, 0.2, 158 + turn));
  const high = rgb(oklch(0.6, 0.2, (palettes.length ? 330 : 308) + turn));
  const w = Math.ceil(width / 2);
  const h = Math.ceil(horizon / 2);
  const scale = Math.max(w, h);
  return perPixel(w, h, (x, y, out, at) => {
    let power = 0;
    let tone = 0;
    for (let band = 0; band < 3; band++) {
      const u = x / scale;
      const foot = h * (0.84 - band * 0.17) - h * 0.3 * fbm(noise, u * 1.5 + band * 9, band * 3, 3);
      const up = (foot - y) / (h * (0.62 + 0.25 * noise(u * 3, band + 20)));
      if (up < -0.04) continue;
      const folds = 0.5 + 0.5 * noise(u * 13 + 2 * noise(u * 3, band), band * 5 + y / (h * 5));
      const fine = 0.72 + 0.28 * noise(u * 55, band);
      const p = smoothstep(-0.04, 0.06, up) * Math.exp(-up * 3.1) * (0.25 + 0.75 * folds) * fine * (1 - band * 0.22);
      power += p;
      tone += p * clamp(up * 1.7);
    }
    const t = power > 0 ? tone / power : 0;
    for (let k = 0; k < 3; k++) out[at + k] = lerp(low[k] ?? 0, high[k] ?? 0, t);
    out[at + 3] = 255 * clamp(power * 0.85);
  });
}

export function paintRainbow(ctx: Context, plan: Plan): void {
  const { width, height, horizon, light } = plan;
  const r = Math.min(width * 0.46, horizon * 0.98);
  const x = width * (0.5 - light.side * 0.12);
  const band = r * 0.11;
  const gradient = ctx.createRadialGradient(x, horizon, r - band, x, horizon, r);
  const hues = [310, 275, 240, 190, 145, 100, 60, 25];
  gradient.addColorStop(0, 'rgba(255,255,255,0)');
  hues.forEach((h, i) => {
    const [a, b, c] = rgb(oklch(0.8, 0.17, h)).map(Math.round);
    gradient.addColorStop(0.08 + (i / hues.length) * 0.86, `rgba(${a},${b},${c},0.62)`);
  });
  gradient.addColorStop(1, 'rgba(255,255,255,0)');
  ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, oklch(0.98, 0.01, 90), 0.1]]);
  disc(ctx, x, horizon, r - band);
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
}

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

function streaks(ctx: Context, plan: Plan): void {
  const { width, height, unit, atmosphere: air } = plan;
  const random = stream(plan.seed, 'rain');
  const storm = plan.weather.has('storm') || plan.weather.has('wind');
  const slant = storm ? 0.5 : 0.16;
  const colour = mix(air.light, air.horizon, 0.6);
  ctx.lineCap = 'round';
  for (let pass = 0; pass < 3; pass++) {
    const near = pass / 2;
    const n = Math.round((((900 - pass * 300) * (width * height)) / (unit * unit * 1048576)) * (storm ? 1.4 : 1));
    ctx.strokeStyle = linear(ctx, 0, 0, 1, 0, [[0, colour, 0.16 + near * 0.2]]);
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

function flakes(ctx: Context, plan: Plan): void {
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
      ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, white, random.range(0.45, 0.95)]]);
      disc(ctx, x, y, r);
    }
  }
}

export function paintLightning(ctx: Context, plan: Plan): void {
  const { width, horizon, unit, light } = plan;
  const random = stream(plan.seed, 'lightning');
  const white = oklch(0.97, 0.04, 290);
  const bolt = (x: number, y: number, end: number, w: number, lean: number, depth: number) => {
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
      ctx.strokeStyle = linear(ctx, 0, 0, 1, 0, [[0, scale === 1 ? white : oklch(0.75, 0.13, 285), alpha]]);
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

const PARTICLES: Partial<Readonly<Record<Air, (ctx: Context, plan: Plan) => void>>> = {
  fireflies: (ctx, plan) =>
    scattered(plan, 'fireflies', 150, (x, t, near, random) => {
      const y = lerp(plan.horizon * 0.72, plan.height, t ** 0.8);
      const gold = oklch(0.93, 0.16, 108);
      const r = plan.unit * (1.2 + near * 2.8);
      glow(ctx, x, y, r * 10, gold, 0.5 * random.range(0.4, 1));
      ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, oklch(0.98, 0.08, 105)]]);
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
      ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, oklch(0.94, 0.1, 85)]]);
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
      const tint = oklch(0.82, 0.17, random.pick([20, 60, 90, 150, 210, 300, 340]) ?? 60);
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

/** Shafts of light from the sun. */
export function paintRays(ctx: Context, plan: Plan, strength: number): void {
  const { light, width, height, atmosphere: air } = plan;
  const random = stream(plan.seed, 'rays');
  const long = Math.hypot(width, height);
  saved(ctx, () => {
    ctx.globalCompositeOperation = 'screen';
    ctx.filter = `blur(${(plan.unit * 7).toFixed(1)}px)`;
    for (let i = 0; i < 17; i++) {
      const middle = Math.atan2(height * 0.9 - light.y, width * 0.5 - light.x);
      const a = middle + random.range(-1.05, 1.05);
      const spread = random.range(0.014, 0.05);
      const end = (angle: number): [number, number] => [
        light.x + Math.cos(angle) * long,
        light.y + Math.sin(angle) * long,
      ];
      ctx.fillStyle = linear(ctx, light.x, light.y, ...end(a), [
        [0, air.light, strength * random.range(0.4, 0.9)],
        [0.35, air.light, strength * 0.3],
        [0.8, air.light, 0],
      ]);
      fillPolygon(ctx, [[light.x, light.y], end(a - spread), end(a + spread)]);
    }
  });
}

/** What floats in front of everything: weather and particles. */
export function paintAir(ctx: Context, plan: Plan): void {
  if (plan.weather.has('rain')) streaks(ctx, plan);
  if (plan.weather.has('snow')) flakes(ctx, plan);
  for (const kind of plan.air) PARTICLES[kind]?.(ctx, plan);
  if (plan.moods.has('magical') && !plan.air.has('fireflies')) PARTICLES.fireflies?.(ctx, plan);
}

export const hasAir = (plan: Plan): boolean =>
  plan.air.size > 0 || plan.weather.has('rain') || plan.weather.has('snow') || plan.moods.has('magical');
