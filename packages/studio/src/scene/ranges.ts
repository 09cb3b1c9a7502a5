import type { Context } from '../core/canvas.js';
import { type Colour, oklch } from '../core/colour.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';
import type { Backdrop } from '../words/facts.js';
import { paintTowers, paintVillage } from './city.js';
import { paintFall, paintIslands, paintVolcano } from './landmarks.js';
import type { Scene } from './scene.js';
import { type Relief, type Ridge, type Shape, at, paintLand, ridgeOf } from './terrain.js';
import { TREES } from './vegetation/trees.js';

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

export interface Sheet {
  readonly height: number;
  readonly distance: number;
  readonly frequency: number;
  readonly relief?: Partial<Relief>;
}

export interface Range {
  readonly kind: Shape['kind'];
  readonly colour: Colour;
  readonly mist: number;
  readonly sheets: readonly Sheet[];
}

/** Ranges as data; heights in parts of the sky. */
export const RANGES: Partial<Readonly<Record<Backdrop, Range>>> = {
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
