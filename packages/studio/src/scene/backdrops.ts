import { fillPolygon, glow, linear, type Context } from '../core/canvas.js';
import { mix, oklch, type Colour } from '../core/colour.js';
import { stream } from '../core/random.js';
import { seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import type { Backdrop } from '../words/facts.js';
import { paintTowers, paintVillage } from './city.js';
import type { Scene } from './scene.js';
import { at, paintLand, ridgeOf, type Ridge, type Relief, type Shape } from './terrain.js';
import { TREES } from './trees.js';

interface Sheet {
  readonly height: number;
  readonly distance: number;
  readonly frequency: number;
  readonly relief?: Partial<Relief>;
}

interface Range {
  readonly kind: Shape['kind'];
  readonly colour: Colour;
  readonly mist: number;
  readonly sheets: readonly Sheet[];
}

/** Ranges as data; heights in parts of the sky. */
const RANGES: Partial<Readonly<Record<Backdrop, Range>>> = {
  mountains: {
    kind: 'jagged',
    colour: oklch(0.5, 0.05, 215),
    mist: 0.7,
    sheets: [
      { height: 0.5, distance: 0.9, frequency: 2.6, relief: { strength: 0.5, fold: 60 } },
      { height: 0.46, distance: 0.7, frequency: 2.1, relief: { strength: 0.8, fold: 80 } },
      { height: 0.26, distance: 0.5, frequency: 2.4, relief: { strength: 0.7, fold: 60 } },
    ],
  },
  peaks: {
    kind: 'jagged',
    colour: oklch(0.5, 0.035, 255),
    mist: 0.6,
    sheets: [
      { height: 0.62, distance: 0.78, frequency: 2, relief: { strength: 1, fold: 95, snow: 0.22 } },
      { height: 0.42, distance: 0.6, frequency: 2.2, relief: { strength: 1, fold: 75, snow: 0.34 } },
    ],
  },
  hills: {
    kind: 'rolling',
    colour: oklch(0.58, 0.1, 135),
    mist: 0.55,
    sheets: [
      { height: 0.3, distance: 0.85, frequency: 1.9 },
      { height: 0.22, distance: 0.66, frequency: 2.2 },
      { height: 0.13, distance: 0.48, frequency: 2 },
    ],
  },
  mesas: {
    kind: 'mesa',
    colour: oklch(0.58, 0.17, 40),
    mist: 0.5,
    sheets: [
      { height: 0.3, distance: 0.84, frequency: 3.4, relief: { strength: 0.5, fold: 46, stripes: 7 } },
      { height: 0.46, distance: 0.56, frequency: 2.4, relief: { strength: 0.8, fold: 50, stripes: 9 } },
    ],
  },
  dunes: {
    kind: 'dune',
    colour: oklch(0.76, 0.105, 68),
    mist: 0.4,
    sheets: [
      { height: 0.2, distance: 0.84, frequency: 3.2, relief: { strength: 0.3, fold: 60, soft: true } },
      { height: 0.25, distance: 0.62, frequency: 2.3, relief: { strength: 0.34, fold: 60, soft: true } },
    ],
  },
  cliffs: {
    kind: 'mesa',
    colour: oklch(0.55, 0.04, 90),
    mist: 0.4,
    sheets: [{ height: 0.24, distance: 0.74, frequency: 2.6, relief: { strength: 0.8, fold: 34, stripes: 12 } }],
  },
  karst: {
    kind: 'karst',
    colour: oklch(0.48, 0.06, 165),
    mist: 0.95,
    sheets: [
      { height: 0.5, distance: 0.92, frequency: 5.4 },
      { height: 0.56, distance: 0.72, frequency: 4.4, relief: { strength: 0.4, fold: 60 } },
      { height: 0.42, distance: 0.5, frequency: 3.6, relief: { strength: 0.5, fold: 60 } },
    ],
  },
  icebergs: {
    kind: 'jagged',
    colour: oklch(0.9, 0.04, 225),
    mist: 0.3,
    sheets: [{ height: 0.2, distance: 0.8, frequency: 3.6, relief: { strength: 0.9, fold: 60 } }],
  },
  woods: {
    kind: 'rolling',
    colour: oklch(0.42, 0.07, 152),
    mist: 0.75,
    sheets: [
      { height: 0.3, distance: 0.84, frequency: 2.2 },
      { height: 0.22, distance: 0.64, frequency: 2 },
      { height: 0.1, distance: 0.44, frequency: 2.2 },
    ],
  },
  village: {
    kind: 'rolling',
    colour: oklch(0.58, 0.1, 132),
    mist: 0.3,
    sheets: [{ height: 0.09, distance: 0.52, frequency: 1.8 }],
  },
  waterfall: {
    kind: 'mesa',
    colour: oklch(0.46, 0.045, 160),
    mist: 0.55,
    sheets: [{ height: 0.62, distance: 0.6, frequency: 1.5, relief: { strength: 1, fold: 36 } }],
  },
};

/** All backdrops of a plan, far to near; those that come first in the prompt stand farther. */
export function paintBackdrops(scene: Scene): void {
  const { plan } = scene;
  plan.backdrops.forEach((backdrop, order) => {
    const nearer = order * 0.1;
    const lower = 1 - order * 0.22;
    if (backdrop === 'city') return paintCity(scene, lower);
    if (backdrop === 'volcano') return paintVolcano(scene);
    if (backdrop === 'islands') return paintIslands(scene);
    const range = RANGES[backdrop];
    if (!range) return;
    range.sheets.forEach((sheet, i) => {
      const distance = Math.max(0.3, sheet.distance - nearer);
      paintSheet(scene, backdrop, range, { ...sheet, distance, height: sheet.height * lower }, i);
    });
  });
}

function paintSheet(scene: Scene, backdrop: Backdrop, range: Range, sheet: Sheet, index: number): void {
  const { plan } = scene;
  const name = `${backdrop}/${index}`;
  const base = plan.horizon + plan.unit * 2;
  const height = Math.min(plan.horizon, plan.width * 1.2) * sheet.height * plan.rise;
  const ridge = ridgeOf(plan, name, { height, base, frequency: sheet.frequency, kind: range.kind });
  const relief: Relief | undefined = sheet.relief && {
    strength: sheet.relief.strength ?? 0.5,
    fold: (sheet.relief.fold ?? 60) * plan.unit * Math.sqrt(plan.rise),
    ...(sheet.relief.snow ? { snow: base - height * sheet.relief.snow } : {}),
    ...(sheet.relief.soft ? { soft: true } : {}),
    ...(sheet.relief.stripes ? { stripes: sheet.relief.stripes * plan.unit } : {}),
  };
  scene.add('backdrop', name, sheet.distance, (ctx) => {
    if (backdrop === 'woods') paintWoods(ctx, plan, ridge, sheet.distance, name);
    if (backdrop === 'village') paintVillage(ctx, plan, (x) => at(ridge, x), sheet.distance);
    paintLand(ctx, plan, ridge, {
      colour: range.colour,
      distance: sheet.distance,
      bottom: base,
      mist: range.mist,
      ...(relief ? { relief } : {}),
    });
    if (backdrop === 'waterfall') paintFall(ctx, plan, ridge, base);
  });
}

/** Trees standing along a ridge, behind its edge. */
export function paintWoods(ctx: Context, plan: Plan, ridge: Ridge, distance: number, name: string): void {
  const random = stream(plan.seed, `woods/${name}`);
  const kind = plan.flora.find((flora) => TREES[flora] && flora !== 'mushrooms') ?? 'pine';
  const plant = TREES[kind];
  if (!plant) return;
  const h = plan.unit * (92 - distance * 68) * 1.15;
  const step = h * (kind === 'pine' || kind === 'bamboo' ? 0.2 : 0.4);
  for (let x = -step; x < plan.width + step; x += step * random.range(0.6, 1.4))
    plant(ctx, plan, x, at(ridge, x) + h * 0.12, h * random.range(0.6, 1.15), distance, random);
}

function paintCity(scene: Scene, lower: number): void {
  const { plan } = scene;
  const base = plan.horizon + plan.unit * 2;
  [
    [0.44, 0.88],
    [0.58, 0.66],
    [0.36, 0.46],
  ].forEach(([high, distance], rank) => {
    scene.add('backdrop', `city/${rank}`, distance ?? 0.5, (ctx) =>
      paintTowers(ctx, plan, rank, base, plan.horizon * (high ?? 0.4) * lower * plan.rise, distance ?? 0.5),
    );
  });
}

function paintVolcano(scene: Scene): void {
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

function paintIslands(scene: Scene): void {
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

function paintFall(ctx: Context, plan: Plan, ridge: Ridge, base: number): void {
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
    ctx.strokeStyle = linear(ctx, 0, 0, 1, 0, [
      [0, random.chance(0.6) ? mix(white, air.upper, 0.45) : oklch(0.99, 0.01, 220), random.range(0.15, 0.55)],
    ]);
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
