import { type Context } from '../core/canvas.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';
import type { Backdrop } from '../words/facts.js';
import { paintTowers, paintVillage } from './city.js';
import type { Scene } from './scene.js';
import { at, paintLand, ridgeOf, type Ridge, type Relief } from './terrain.js';
import { TREES } from './trees.js';
import { type Sheet, type Range, RANGES } from './ranges.js';
import { paintVolcano, paintIslands, paintFall } from './landmarks.js';

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
