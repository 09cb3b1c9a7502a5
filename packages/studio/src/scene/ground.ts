import { disc, fillPolygon, linear, perPixel, radial, saved, trace, type Context } from '../core/canvas.js';
import { clamp, lerp, mix, oklch, ramp, rgb, shift, smoothstep, type Colour } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import { lit, seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Ground } from '../words/facts.js';
import type { Scene } from './scene.js';
import { at, paintLand, ridgeOf, type Relief, type Ridge } from './terrain.js';

interface Soil {
  readonly colour: Colour;
  readonly waves: number;
  readonly relief?: Relief;
  readonly cover?:
    'blades' | 'wheat' | 'blooms' | 'rows' | 'sparkle' | 'ripples' | 'pebbles' | 'craters' | 'moss' | 'steps';
}

const SOILS: Readonly<Record<Exclude<Ground, 'street' | 'cloudsea'>, Soil>> = {
  meadow: { colour: oklch(0.57, 0.115, 132), waves: 0.5, cover: 'blades' },
  wheat: { colour: oklch(0.76, 0.115, 82), waves: 0.4, cover: 'wheat' },
  sand: {
    colour: oklch(0.8, 0.08, 75),
    waves: 0.6,
    relief: { strength: 0.24, fold: 60, soft: true },
    cover: 'ripples',
  },
  snow: {
    colour: oklch(0.94, 0.014, 235),
    waves: 0.6,
    relief: { strength: 0.26, fold: 60, soft: true },
    cover: 'sparkle',
  },
  lavender: { colour: oklch(0.54, 0.12, 300), waves: 0.15, cover: 'rows' },
  blooms: { colour: oklch(0.55, 0.11, 135), waves: 0.4, cover: 'blooms' },
  rock: { colour: oklch(0.5, 0.025, 60), waves: 0.8, relief: { strength: 1, fold: 40 }, cover: 'pebbles' },
  terrace: { colour: oklch(0.58, 0.11, 128), waves: 0.7, cover: 'steps' },
  moss: {
    colour: oklch(0.47, 0.095, 138),
    waves: 0.7,
    relief: { strength: 0.24, fold: 60, soft: true },
    cover: 'moss',
  },
  lunar: {
    colour: oklch(0.62, 0.012, 80),
    waves: 0.7,
    relief: { strength: 0.4, fold: 60, soft: true },
    cover: 'craters',
  },
};

/** The near land: three rolling sheets, or one bank in front of water. */
export function paintGround(scene: Scene): void {
  const { plan } = scene;
  if (!plan.ground) return;
  if (plan.ground === 'street') return paintStreet(scene);
  if (plan.ground === 'cloudsea') return paintCloudSea(scene);
  const soil = SOILS[plan.ground];
  const span = plan.height - plan.horizon;
  const tops = plan.water
    ? [lerp(plan.bank, plan.height, 0.12)]
    : [plan.horizon + span * 0.02, plan.horizon + span * 0.22, plan.horizon + span * 0.56];
  const distances = plan.water ? [0.1] : [0.46, 0.26, 0.08];
  tops.forEach((top, i) => {
    const distance = distances[i] ?? 0.1;
    const t = (top - plan.horizon) / span;
    const height = span * (0.1 + t * 0.12) * soil.waves;
    const ridge = ridgeOf(plan, `ground/${i}`, {
      height,
      base: !plan.water && i === 0 ? plan.horizon + plan.unit * 2 : top + height * 0.5,
      frequency: 1.5,
      kind: plan.ground === 'sand' && !plan.water ? 'dune' : 'rolling',
    });
    if (plan.water) bend(plan, ridge);
    const relief = soil.relief && {
      ...soil.relief,
      fold: soil.relief.fold * plan.unit * (soil.relief.soft ? 1 : 0.4 + t),
    };
    scene.add('ground', `ground/${i}`, distance, (ctx) => {
      paintLand(ctx, plan, ridge, {
        colour: soil.colour,
        distance,
        bottom: plan.height,
        mist: 0,
        ...(relief ? { relief } : {}),
      });
      shadeBelow(ctx, plan, ridge);
      ctx.globalCompositeOperation = 'source-atop';
      cover(ctx, plan, ridge, soil, i, distance);
      dapple(ctx, plan, i);
      ctx.globalCompositeOperation = 'source-over';
      if (soil.cover === 'blades' || soil.cover === 'wheat' || soil.cover === 'moss')
        fringe(ctx, plan, ridge, soil, i, distance);
    });
  });
}

/** A bank comes in from the sides, lowest under the light. */
function bend(plan: Plan, ridge: Ridge): void {
  const depth = plan.height - plan.bank;
  for (let x = 0; x < ridge.length; x++) {
    const t = x / plan.width - (0.5 + plan.light.side * 0.24);
    ridge[x] = (ridge[x] ?? 0) + depth * (0.62 - Math.min(0.86, Math.abs(t) * 1.5));
  }
}

/** The near edge of the frame sinks into shade, so that the eye goes inwards. */
/** Drifting light and cloud shadow over the land. */
function dapple(ctx: Context, plan: Plan, index: number): void {
  const { width, height, horizon, atmosphere: air } = plan;
  const random = stream(plan.seed, `dapple/${index}`);
  for (let i = 0; i < 9; i++) {
    const t = random();
    const w = width * random.range(0.16, 0.42);
    saved(ctx, () => {
      ctx.translate(random() * width, lerp(horizon, height, t));
      ctx.scale(w, (height - horizon) * (0.03 + 0.09 * t));
      ctx.fillStyle = radial(
        ctx,
        0,
        0,
        1,
        i % 2
          ? [
              [0, sunlit(air, air.light, 0.5), 0.2 * air.glare],
              [1, air.light, 0],
            ]
          : [
              [0, air.shade, 0.26],
              [1, air.shade, 0],
            ],
      );
      ctx.fillRect(-1, -1, 2, 2);
    });
  }
}

function shadeBelow(ctx: Context, plan: Plan, ridge: Ridge): void {
  const { atmosphere: air, width, height } = plan;
  const top = Math.min(...ridge);
  ctx.globalCompositeOperation = 'source-atop';
  ctx.fillStyle = linear(ctx, 0, top, 0, height, [
    [0, sunlit(air, air.haze, 0.5), 0.14],
    [0.3, air.shade, 0.02],
    [1, air.shade, 0.5],
  ]);
  ctx.fillRect(0, top, width, height - top);
}

function blade(ctx: Context, x: number, y: number, h: number, lean: number, w: number): void {
  ctx.beginPath();
  ctx.moveTo(x - w, y);
  ctx.quadraticCurveTo(x + lean * 0.2, y - h * 0.6, x + lean, y - h);
  ctx.quadraticCurveTo(x + lean * 0.35, y - h * 0.5, x + w, y);
  ctx.fill();
}

/** Grass along the crest of a sheet, against the light. */
function fringe(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number, distance: number): void {
  const random = stream(plan.seed, `fringe/${index}`);
  const h =
    plan.unit * (6 + 26 * (1 - distance * 2)) * (soil.cover === 'wheat' ? 1.5 : soil.cover === 'moss' ? 0.5 : 1);
  const body = seen(plan.atmosphere, soil.colour, distance, 0.86);
  const wind = plan.weather.has('wind') ? h * 0.9 : 0;
  for (let x = 0; x < plan.width; x += Math.max(1.2, h * 0.11)) {
    ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, mix(body, sunlit(plan.atmosphere, body, 0.6), random())]]);
    blade(ctx, x, at(ridge, x) + h * 0.3, h * random.range(0.5, 1.3), random.range(-0.4, 0.4) * h + wind, h * 0.045);
  }
}

function cover(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number, distance: number): void {
  const { width, height, unit, atmosphere: air, horizon } = plan;
  const random = stream(plan.seed, `cover/${index}`);
  const body = seen(air, soil.colour, distance);
  const bright = sunlit(air, body, 0.55);
  const dark = mix(seen(air, soil.colour, distance, 0.6), air.shade, 0.25);
  const span = height - horizon;
  const wind = plan.weather.has('wind') ? 0.8 : 0.1;
  const spots = (count: number, draw: (x: number, y: number, t: number) => void) => {
    const total = Math.round((count * width) / (unit * 1200));
    const list = Array.from({ length: total }, () => ({ x: random() * width, d: random() ** 1.25 }));
    for (const { x, d } of list.sort((a, b) => a.d - b.d)) {
      const y = lerp(at(ridge, x), height, d);
      draw(x, y, (y - horizon) / span);
    }
  };
  const fill = (colour: Colour, alpha = 1) => (ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, colour, alpha]]));
  switch (soil.cover) {
    case 'blades':
    case 'moss':
    case 'wheat': {
      const tall = soil.cover === 'wheat' ? 46 : soil.cover === 'moss' ? 12 : 26;
      spots(soil.cover === 'wheat' ? 3000 : 2200, (x, y, t) => {
        const h = unit * (4 + tall * t) * random.range(0.6, 1.3);
        fill(random.chance(0.5) ? mix(body, bright, random()) : mix(body, dark, random()), 0.85);
        blade(ctx, x, y + h * 0.2, h, h * (random.range(-0.4, 0.4) + wind), h * 0.05 + 0.3);
        if (soil.cover === 'wheat' && t > 0.25) {
          fill(bright, 0.9);
          ctx.beginPath();
          ctx.ellipse(x + h * wind, y - h * 0.8, h * 0.05, h * 0.17, 0.2, 0, Math.PI * 2);
          ctx.fill();
        }
      });
      return;
    }
    case 'blooms':
      spots(1500, (x, y, t) => {
        const h = unit * (3 + 20 * t);
        fill(mix(body, dark, random()), 0.8);
        blade(ctx, x, y + h * 0.3, h, h * random.range(-0.3, 0.3), h * 0.06 + 0.3);
      });
      return spots(1500, (x, y, t) => {
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
    case 'rows':
      return paintRows(ctx, plan, ridge, soil, index);
    case 'sparkle':
      return spots(500, (x, y, t) => {
        fill(oklch(0.99, 0.01, 230), random.range(0.2, 0.8) * Math.min(1, air.key + 0.2));
        disc(ctx, x, y, unit * (0.3 + 1.1 * t) * random());
      });
    case 'ripples':
      return spots(260, (x, y, t) => {
        const length = unit * (20 + 130 * t) * random.range(0.5, 1.4);
        ctx.strokeStyle = linear(ctx, x - length, 0, x + length, 0, [
          [0, dark, 0],
          [0.5, random.chance(0.5) ? dark : bright, 0.15],
          [1, dark, 0],
        ]);
        ctx.lineWidth = unit * (0.5 + 2.4 * t);
        ctx.beginPath();
        ctx.moveTo(x - length, y);
        ctx.quadraticCurveTo(x, y - length * 0.1 * random.range(-1, 1), x + length, y);
        ctx.stroke();
      });
    case 'pebbles':
      return spots(150, (x, y, t) => {
        const r = unit * (1.5 + 22 * t ** 1.5) * random.range(0.4, 1.3);
        fill(mix(dark, air.shade, 0.4), 0.5);
        ctx.beginPath();
        ctx.ellipse(x - plan.light.side * r * 0.4, y + r * 0.25, r * 1.2, r * 0.35, 0, 0, Math.PI * 2);
        ctx.fill();
        ctx.fillStyle = linear(ctx, x - r * plan.light.side, y + r * 0.4, x + r * plan.light.side, y - r, [
          [0, dark],
          [0.55, body],
          [1, bright],
        ]);
        fillPolygon(
          ctx,
          Array.from({ length: 8 }, (_, k) => {
            const a = (k / 8) * Math.PI * 2;
            const q = r * random.range(0.78, 1.1);
            return [x + Math.cos(a) * q, y - r * 0.2 + Math.sin(a) * q * 0.62] as const;
          }),
        );
      });
    case 'craters':
      return spots(60, (x, y, t) => {
        const r = unit * (3 + 46 * t ** 1.4) * random.range(0.4, 1.3);
        saved(ctx, () => {
          ctx.translate(x, y);
          ctx.scale(1, 0.34);
          ctx.fillStyle = linear(ctx, -r * plan.light.side, 0, r * plan.light.side, 0, [
            [0, bright, 0.8],
            [0.5, dark, 0.7],
            [1, dark, 0.95],
          ]);
          disc(ctx, 0, 0, r);
          ctx.strokeStyle = linear(ctx, -r * plan.light.side, 0, r * plan.light.side, 0, [
            [0, dark, 0.1],
            [1, bright, 0.9],
          ]);
          ctx.lineWidth = r * 0.12;
          ctx.beginPath();
          ctx.arc(0, 0, r * 1.02, 0, Math.PI * 2);
          ctx.stroke();
        });
      });
    case 'steps':
      return paintTerraces(ctx, plan, ridge, soil, index);
    case undefined:
      return;
  }
}

function paintRows(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number): void {
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
        ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, random.chance(0.35) ? shift(body, 0.7) : tone, 0.9]]);
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

function paintTerraces(ctx: Context, plan: Plan, ridge: Ridge, soil: Soil, index: number): void {
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
    ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, mix(green, air.shade, 0.35)]]);
    trace(ctx, [...points, [width, height], [0, height]]);
    ctx.fill();
    const lower = points.map(([x, y]) => [x, y + unit * (3 + 5 * t)] as const);
    ctx.fillStyle = linear(ctx, 0, 0, width, 0, [
      [0, k % 3 === 1 ? green : mix(air.horizon, air.upper, 0.4)],
      [1, k % 3 === 1 ? sunlit(air, green, 0.4) : air.horizon],
    ]);
    trace(ctx, [...lower, [width, height], [0, height]]);
    ctx.fill();
    ctx.strokeStyle = linear(ctx, 0, 0, 1, 0, [[0, sunlit(air, green, 0.7), 0.9]]);
    ctx.lineWidth = unit * (1 + 2 * t);
    trace(ctx, points, false);
    ctx.stroke();
  }
}

/** A road to the vanishing point. */
function paintStreet(scene: Scene): void {
  const { plan } = scene;
  const { width, height, unit, atmosphere: air, horizon, light } = plan;
  scene.add('ground', 'street', 0.1, (ctx) => {
    const asphalt = lit(air, oklch(0.42, 0.012, 270));
    ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
      [0, mix(asphalt, air.haze, 0.65)],
      [0.4, asphalt],
      [1, shift(asphalt, 0.72)],
    ]);
    ctx.fillRect(0, horizon, width, height - horizon);
    const v = width * (0.5 + light.side * 0.06);
    const walk = lit(air, oklch(0.62, 0.02, 80));
    for (const side of [-1, 1]) {
      ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
        [0, mix(walk, air.haze, 0.6)],
        [1, shift(walk, 0.8)],
      ]);
      fillPolygon(ctx, [
        [v, horizon],
        [v + side * width * 0.62, height],
        [v + side * width * 3, height],
        [v + side * width * 2, horizon],
      ]);
      ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
        [0, sunlit(air, walk, 0.4), 0.3],
        [1, sunlit(air, walk, 0.5), 0.9],
      ]);
      fillPolygon(ctx, [
        [v, horizon],
        [v + side * width * 0.6, height],
        [v + side * width * 0.63, height],
      ]);
    }
    ctx.fillStyle = linear(ctx, 0, horizon, 0, height, [
      [0, air.light, 0.2],
      [1, mix(walk, air.light, 0.5), 0.9],
    ]);
    for (let i = 0; i < 9; i++) {
      const t0 = (i / 9) ** 1.9;
      const t1 = ((i + 0.5) / 9) ** 1.9;
      const w = unit * 11;
      fillPolygon(ctx, [
        [v - w * t0, lerp(horizon, height, t0)],
        [v + w * t0, lerp(horizon, height, t0)],
        [v + w * t1, lerp(horizon, height, t1)],
        [v - w * t1, lerp(horizon, height, t1)],
      ]);
    }
    ctx.fillStyle = linear(ctx, v - width * 0.3, 0, v + width * 0.3, 0, [
      [0, air.light, 0],
      [0.5, air.light, 0.28 * air.glare],
      [1, air.light, 0],
    ]);
    ctx.fillRect(0, horizon, width, height - horizon);
  });
}

/** Clouds from above: rounded tops in perspective, lit from the light's side. */
function paintCloudSea(scene: Scene): void {
  const { plan } = scene;
  const { width, height, horizon, atmosphere: air, light } = plan;
  const noise = noiseFor(plan.seed, 'cloudsea');
  const billow = (u: number, v: number) =>
    Math.abs(noise(u, v)) + 0.5 * Math.abs(noise(u * 2.1 + 7, v * 2.1)) + 0.25 * Math.abs(noise(u * 4.3, v * 4.3 + 3));
  const tones = ramp(
    [
      [0, mix(air.cloudShade, air.shade, 0.35)],
      [0.4, mix(air.cloudShade, air.cloudLit, 0.35)],
      [0.75, air.cloudLit],
      [1, mix(air.cloudLit, oklch(0.99, 0.015, 85), 0.5)],
    ],
    256,
  );
  const haze = rgb(mix(air.haze, air.horizon, 0.5));
  const top = horizon - height * 0.015;
  const scale = Math.max(width, height) / 3.4;
  const clouds = perPixel(width / 2, height / 2, (x, y, out, at) => {
    const swell = noise(((x * 2) / scale) * 1.2, 40) * height * 0.012;
    const t = (y * 2 - top + swell) / (height - top);
    if (t < 0) return;
    const z = 1 / (t + 0.13);
    const u = ((x * 2 - width / 2) / scale) * z * 0.62;
    const v = z * 1.25;
    const here = billow(u, v);
    const step = 0.05 * z ** 0.3;
    const relief = here - billow(u + step * light.side, v + step * 0.7);
    const k = Math.round(clamp(0.4 + relief * 1.7 + here * 0.3) * 255) * 3;
    const far = Math.exp(-t * 9) * 0.75;
    for (let c = 0; c < 3; c++) out[at + c] = (tones[k + c] ?? 0) * (1 - far) + (haze[c] ?? 0) * far;
    out[at + 3] = 255 * smoothstep(0, 0.012, t);
  });
  scene.add('ground', 'cloudsea', 0.4, (ctx) => ctx.drawImage(clouds, 0, 0, clouds.width * 2, clouds.height * 2));
}
