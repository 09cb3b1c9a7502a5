import { type Context, disc, fillPolygon, linear, saved, trace } from '../../core/canvas.js';
import { type Colour, css, lerp, mix, oklch, shift } from '../../core/colour.js';
import { type Random, stream } from '../../core/random.js';
import { lit, seen, sunlit } from '../../plan/atmosphere.js';
import type { Plan } from '../../plan/plan.js';
import { blade } from './foliage.js';
import type { Soil } from '../soils.js';
import { type Ridge, at } from '../terrain.js';

/** Furrows of blossom that run to one point. */
export function paintRows(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number): void {
  const { width, height, unit, atmosphere: air, horizon, light } = plan;
  const random = stream(plan.seed, `rows/${index}`);
  const vanish = width * (0.5 + light.side * 0.1);
  const gap = unit * 92;
  const earth = lit(air, oklch(0.5, 0.06, 95));
  const body = lit(air, soil.colour);
  for (let k = -26; k <= 26; k++) {
    const foot = vanish + k * gap;
    ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
      [0, earth, 0],
      [0.4, earth, 0.8],
      [1, mix(earth, air.shade, 0.4), 0.9],
    ]);
    fillPolygon(ctx, [
      [vanish, horizon - unit * 4],
      [foot + gap * 0.14, height],
      [foot - gap * 0.14, height],
    ]);
    for (let t = 0.06; t < 1.05; t += 0.01 + t * 0.02) {
      const y = lerp(horizon, height, t);
      const x = lerp(vanish, foot + gap * 0.5, t);
      if (x < -gap || x > width + gap || y < at(ridge, x)) continue;
      const r = gap * 0.34 * t;
      for (let j = 0; j < 3; j++) {
        const tone = mix(body, sunlit(air, body, 0.75), random() ** 1.5);
        ctx.fillStyle = css(random.chance(0.35) ? shift(body, 0.7) : tone, 0.9);
        blade(
          ctx,
          x + random.range(-1, 1) * r,
          y + r * 0.4,
          r * random.range(0.8, 1.5),
          random.range(-0.3, 0.3) * r,
          r * 0.2,
        );
      }
    }
  }
}

/** Steps of the slope, some flooded. */
export function paintTerraces(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number): void {
  const { width, height, unit, atmosphere: air } = plan;
  const steps = 7;
  for (let k = 0; k < steps; k++) {
    const t = k / steps;
    const points: Array<[number, number]> = [];
    for (let x = 0; x <= width; x += 6) {
      const base = lerp(at(ridge, x), height + unit * 60, t ** 0.85);
      points.push([
        x,
        base +
          Math.sin(x / (unit * 150) + k * 1.4 + index * 2) * unit * (8 + 26 * t) +
          Math.sin(x / (unit * 47) + k) * unit * 5 * t,
      ]);
    }
    const green = lit(air, shift(soil.colour, k % 2 ? 1.06 : 0.94));
    ctx.fillStyle = css(mix(green, air.shade, 0.35));
    trace(ctx, [...points, [width, height], [0, height]]);
    ctx.fill();
    const lower = points.map(([x, y]) => [x, y + unit * (3 + 5 * t)] as const);
    ctx.fillStyle = linear(ctx, 0, 0, width, 0, [
      [0, k % 3 === 1 ? green : mix(air.horizon, air.upper, 0.4)],
      [1, k % 3 === 1 ? sunlit(air, green, 0.4) : air.horizon],
    ]);
    trace(ctx, [...lower, [width, height], [0, height]]);
    ctx.fill();
    ctx.strokeStyle = css(sunlit(air, green, 0.7), 0.9);
    ctx.lineWidth = unit * (1 + 2 * t);
    trace(ctx, points, false);
    ctx.stroke();
  }
}

/** Grass along the crest of a sheet, against the light. */
export function fringe(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number, distance: number): void {
  const random = stream(plan.seed, `fringe/${index}`);
  const h =
    plan.unit * (6 + 26 * (1 - distance * 2)) * (soil.cover === 'wheat' ? 1.5 : soil.cover === 'moss' ? 0.5 : 1);
  const body = seen(plan.atmosphere, soil.colour, distance, 0.86);
  const wind = plan.weather.has('wind') ? h * 0.9 : 0;
  for (let x = 0; x < plan.width; x += Math.max(1.2, h * 0.11)) {
    ctx.fillStyle = css(mix(body, sunlit(plan.atmosphere, body, 0.6), random()));
    blade(ctx, x, at(ridge, x) + h * 0.3, h * random.range(0.5, 1.3), random.range(-0.4, 0.4) * h + wind, h * 0.045);
  }
}

/** The tones and tools with which a soil is covered. */
interface Brush {
  readonly ctx: Context;
  readonly plan: Plan;
  readonly soil: Soil;
  readonly distance: number;
  readonly random: Random;
  readonly body: Colour;
  readonly bright: Colour;
  readonly dark: Colour;
  readonly fill: (colour: Colour, alpha?: number) => void;
  /** Visits places on the sheet, far to near; t is 0 at the horizon and 1 at the lower edge. */
  readonly spots: (count: number, draw: (x: number, y: number, t: number) => void) => void;
}

const stalks =
  (tall: number, count: number, eared = false) =>
  ({ ctx, plan, random, body, bright, dark, fill, spots }: Brush): void => {
    const wind = plan.weather.has('wind') ? 0.8 : 0.1;
    spots(count, (x, y, t) => {
      const h = plan.unit * (4 + tall * t) * random.range(0.6, 1.3);
      fill(random.chance(0.5) ? mix(body, bright, random()) : mix(body, dark, random()), 0.85);
      blade(ctx, x, y + h * 0.2, h, h * (random.range(-0.4, 0.4) + wind), h * 0.05 + 0.3);
      if (!eared || t <= 0.25) return;
      fill(bright, 0.9);
      ctx.beginPath();
      ctx.ellipse(x + h * wind, y - h * 0.8, h * 0.05, h * 0.17, 0.2, 0, Math.PI * 2);
      ctx.fill();
    });
  };

function blooms({ ctx, plan, distance, random, body, dark, fill, spots }: Brush): void {
  const { unit, atmosphere: air } = plan;
  spots(1500, (x, y, t) => {
    const h = unit * (3 + 20 * t);
    fill(mix(body, dark, random()), 0.8);
    blade(ctx, x, y + h * 0.3, h, h * random.range(-0.3, 0.3), h * 0.06 + 0.3);
  });
  spots(1500, (x, y, t) => {
    const r = unit * (0.9 + 6.5 * t ** 1.3) * random.range(0.7, 1.2);
    const petal = seen(air, oklch(0.8, 0.15, random.pick([20, 350, 85, 55, 320, 0])), distance * 0.7);
    fill(random.chance(0.35) ? sunlit(air, petal, 0.5) : petal);
    ctx.beginPath();
    for (let k = 0; k < 5; k++)
      ctx.ellipse(
        x + Math.cos(k * 1.257) * r * 0.6,
        y + Math.sin(k * 1.257) * r * 0.42,
        r * 0.5,
        r * 0.38,
        0,
        0,
        Math.PI * 2,
      );
    ctx.fill();
    fill(seen(air, oklch(0.85, 0.15, 90), distance));
    disc(ctx, x, y, r * 0.26);
  });
}

function sparkle({ ctx, plan, random, fill, spots }: Brush): void {
  spots(500, (x, y, t) => {
    fill(oklch(0.99, 0.01, 230), random.range(0.2, 0.8) * Math.min(1, plan.atmosphere.key + 0.2));
    disc(ctx, x, y, plan.unit * (0.3 + 1.1 * t) * random());
  });
}

function ripples({ ctx, plan, random, bright, dark, spots }: Brush): void {
  spots(260, (x, y, t) => {
    const length = plan.unit * (20 + 130 * t) * random.range(0.5, 1.4);
    ctx.strokeStyle = linear(ctx, x - length, 0, x + length, 0, [
      [0, dark, 0],
      [0.5, random.chance(0.5) ? dark : bright, 0.15],
      [1, dark, 0],
    ]);
    ctx.lineWidth = plan.unit * (0.5 + 2.4 * t);
    ctx.beginPath();
    ctx.moveTo(x - length, y);
    ctx.quadraticCurveTo(x, y - length * 0.1 * random.range(-1, 1), x + length, y);
    ctx.stroke();
  });
}

function pebbles({ ctx, plan, random, body, bright, dark, fill, spots }: Brush): void {
  const { side } = plan.light;
  spots(150, (x, y, t) => {
    const r = plan.unit * (1.5 + 22 * t ** 1.5) * random.range(0.4, 1.3);
    fill(mix(dark, plan.atmosphere.shade, 0.4), 0.5);
    ctx.beginPath();
    ctx.ellipse(x - side * r * 0.4, y + r * 0.25, r * 1.2, r * 0.35, 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = linear(ctx, x - r * side, y + r * 0.4, x + r * side, y - r, [
      [0, dark],
      [0.55, body],
      [1, bright],
    ]);
    const outline = Array.from({ length: 8 }, (_, k) => {
      const a = (k / 8) * Math.PI * 2;
      const q = r * random.range(0.78, 1.1);
      return [x + Math.cos(a) * q, y - r * 0.2 + Math.sin(a) * q * 0.62] as const;
    });
    fillPolygon(ctx, outline);
  });
}

function craters({ ctx, plan, random, bright, dark, spots }: Brush): void {
  const { side } = plan.light;
  spots(60, (x, y, t) => {
    const r = plan.unit * (3 + 46 * t ** 1.4) * random.range(0.4, 1.3);
    saved(ctx, () => {
      ctx.translate(x, y);
      ctx.scale(1, 0.34);
      ctx.fillStyle = linear(ctx, -r * side, 0, r * side, 0, [
        [0, bright, 0.8],
        [0.5, dark, 0.7],
        [1, dark, 0.95],
      ]);
      disc(ctx, 0, 0, r);
      ctx.strokeStyle = linear(ctx, -r * side, 0, r * side, 0, [
        [0, dark, 0.1],
        [1, bright, 0.9],
      ]);
      ctx.lineWidth = r * 0.12;
      ctx.beginPath();
      ctx.arc(0, 0, r * 1.02, 0, Math.PI * 2);
      ctx.stroke();
    });
  });
}

const COVERS = {
  blades: stalks(26, 2200),
  moss: stalks(12, 2200),
  wheat: stalks(46, 3000, true),
  blooms,
  sparkle,
  ripples,
  pebbles,
  craters,
};

/** What lies and grows on a sheet of land. */
export function cover(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number, distance: number): void {
  const { width, height, unit, atmosphere: air, horizon } = plan;
  if (soil.cover === 'rows') return paintRows(ctx, plan, ridge, soil, index);
  if (soil.cover === 'steps') return paintTerraces(ctx, plan, ridge, soil, index);
  const random = stream(plan.seed, `cover/${index}`);
  const body = seen(air, soil.colour, distance);
  COVERS[soil.cover]({
    ctx,
    plan,
    soil,
    distance,
    random,
    body,
    bright: sunlit(air, body, 0.55),
    dark: mix(seen(air, soil.colour, distance, 0.6), air.shade, 0.25),
    fill: (colour, alpha = 1) => {
      ctx.fillStyle = css(colour, alpha);
    },
    spots: (count, draw) => {
      const total = Math.round((count * width) / (unit * 1200));
      const list = Array.from({ length: total }, () => ({ x: random() * width, d: random() ** 1.25 }));
      for (const { x, d } of list.sort((a, b) => a.d - b.d)) {
        const y = lerp(at(ridge, x), height, d);
        draw(x, y, (y - horizon) / (height - horizon));
      }
    },
  });
}
