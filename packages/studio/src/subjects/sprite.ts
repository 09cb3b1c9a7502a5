import { blank, blurred, drawn, linear, saved, type Canvas, type Context } from '../core/canvas.js';
import { css, mix, oklch } from '../core/colour.js';
import { stream } from '../core/random.js';
import { seen } from '../plan/atmosphere.js';
import type { Placement, Plan } from '../plan/plan.js';
import { coated } from '../plan/tints.js';
import { broadleaf, cherry, maple, bare, pine } from '../scene/vegetation/trees.js';
import { willow } from '../scene/vegetation/southern-trees.js';
import type { Subject } from '../words/facts.js';
import { AIRCRAFT } from './aircraft.js';
import { BUILDINGS } from './buildings.js';
import { DRAGONS } from './dragon.js';
import { FLYERS, WATERFOWL } from './flyers.js';
import { LANDMARKS } from './landmarks.js';
import { LARGE_BEASTS } from './beasts-large.js';
import { PEOPLE } from './people.js';
import { SMALL_BEASTS } from './beasts-small.js';
import { SWIMMERS } from './swimmers.js';
import { THINGS } from './things.js';
import { VEHICLES, VESSELS } from './vehicles.js';
import type { Drawing, Pen } from './pen.js';

const DRAWINGS: Readonly<Record<Exclude<Subject, 'tree'>, Drawing>> = {
  ...SMALL_BEASTS,
  ...LARGE_BEASTS,
  ...FLYERS,
  ...DRAGONS,
  ...SWIMMERS,
  ...WATERFOWL,
  ...PEOPLE,
  ...BUILDINGS,
  ...LANDMARKS,
  ...VEHICLES,
  ...VESSELS,
  ...AIRCRAFT,
  ...THINGS,
};

/** How much wider than high a subject's canvas must be. */
const MARGIN = 1.9;

export interface Sprite {
  readonly canvas: Canvas;
  /** Where the foot is in the canvas. */
  readonly x: number;
  readonly y: number;
}

/** A subject on its own canvas  by the image's light. */
export function spriteOf(plan: Plan, placement: Placement): Sprite {
  const { size } = placement;
  const wide = placement.subject === 'bridge' || placement.subject === 'train' ? 6.4 : MARGIN * 2;
  const w = Math.ceil(Math.min(size * wide, plan.width * 2.4));
  const h = Math.ceil(size * (placement.place === 'air' ? 2.4 : 1.75));
  const x = w / 2;
  const y = size * 1.5;
  const albedo = blank(w, h);
  const ctx = albedo.getContext('2d');
  const lamps: Array<() => void> = [];
  if (placement.subject === 'tree') paintTree(ctx, plan, x, y, size);
  else {
    ctx.translate(x, y);
    ctx.scale(size * (placement.flip ? -1 : 1), size);
    DRAWINGS[placement.subject](penFor(ctx, plan, placement, lamps));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
  }
  light(albedo, plan, size, x, y, placement);
  saved(ctx, () => {
    ctx.translate(x, y);
    ctx.scale(size * (placement.flip ? -1 : 1), size);
    for (const draw of lamps) draw();
  });
  return { canvas: albedo, x, y };
}

function paintTree(ctx: Context, plan: Plan, x: number, y: number, size: number): void {
  const kinds = { cherry, maple, bare, willow, pine, broadleaf } as const;
  const kind =
    (['cherry', 'maple', 'bare', 'willow', 'pine'] as const).find((name) => plan.flora.includes(name)) ?? 'broadleaf';
  kinds[kind](ctx, plan, x, y, size, 0.06, stream(plan.seed, 'tree'));
}

function penFor(ctx: Context, plan: Plan, placement: Placement, lamps: Array<() => void>): Pen {
  const { atmosphere: air } = plan;
  const fade = placement.depth * 0.55;
  const show = (colour: ReturnType<typeof oklch>) => css(seen(air, colour, fade, 1.06));
  const { coat } = placement;
  // A colour of its own is not recoloured with the scene.
  const own = { ...air, palettes: [] };
  return {
    ctx,
    dark: air.key < 0.62,
    tone: (l, c, h) => show(oklch(l, c, h)),
    coat: (l, c, h) => (coat ? css(seen(own, coated(oklch(l, c, h), coat), fade, 1.06)) : show(oklch(l, c, h))),
    lamp: (l, c, h, alpha = 1) => css(oklch(l, c, h), alpha),
    later: (draw) => void lamps.push(draw),
    random: stream(plan.seed, `drawing/${placement.subject}`),
  };
}

/** Light from the light's side, shade on the other, a rim against the sky. */
function light(sprite: Canvas, plan: Plan, size: number, x: number, y: number, placement: Placement): void {
  const { atmosphere: air, light: lamp, unit } = plan;
  const { width, height } = sprite;
  const ctx = sprite.getContext('2d');
  const s = lamp.side;
  const reach = size * 0.5;
  const silhouette = drawn(width, height, (c) => c.drawImage(sprite, 0, 0));
  ctx.globalCompositeOperation = 'source-atop';
  ctx.fillStyle = linear(ctx, x + s * reach, y - size, x - s * reach, y, [
    [0, air.light, 0.26 * air.glare],
    [0.45, air.light, 0],
    [0.55, air.shade, 0],
    [1, air.shade, 0.46],
  ]);
  ctx.fillRect(0, 0, width, height);
  const rim = drawn(width, height, (c) => {
    c.drawImage(silhouette, 0, 0);
    c.globalCompositeOperation = 'source-in';
    c.fillStyle = css(mix(air.light, oklch(0.97, 0.03, 85), 0.25));
    c.fillRect(0, 0, width, height);
    c.globalCompositeOperation = 'destination-out';
    const off = Math.max(0.7, Math.min(unit * 2.6, size * 0.009));
    c.drawImage(silhouette, -s * off, off * 0.7);
  });
  ctx.globalAlpha = (placement.depth > 0.3 ? 0.5 : 0.8) * Math.max(0.45, air.glare);
  ctx.drawImage(blurred(rim, Math.max(0.4, unit * 0.6)), 0, 0);
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = 'source-over';
}
