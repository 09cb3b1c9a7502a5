import { blank, blurred, drawn, linear, saved, type Canvas, type Context } from '../core/canvas.js';
import { css, mix, oklch } from '../core/colour.js';
import { stream } from '../core/random.js';
import { lit, seen, sunlit } from '../plan/atmosphere.js';
import type { Placement, Plan } from '../plan/plan.js';
import { coated } from '../plan/tints.js';
import type { Scene } from '../scene/scene.js';
import { paintLand, ridgeOf } from '../scene/terrain.js';
import { broadleaf, cherry, maple, bare, willow, pine } from '../scene/trees.js';
import type { Subject } from '../words/facts.js';
import { BUILDINGS } from './buildings.js';
import { FLYERS } from './flyers.js';
import { LARGE_BEASTS } from './beasts-large.js';
import { PEOPLE } from './people.js';
import type { Drawing, Pen } from './pen.js';
import { SMALL_BEASTS } from './beasts-small.js';
import { SWIMMERS } from './swimmers.js';
import { THINGS } from './things.js';
import { VEHICLES } from './vehicles.js';

const DRAWINGS: Readonly<Record<Exclude<Subject, 'tree'>, Drawing>> = {
  ...SMALL_BEASTS,
  ...LARGE_BEASTS,
  ...FLYERS,
  ...SWIMMERS,
  ...PEOPLE,
  ...BUILDINGS,
  ...VEHICLES,
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

/** A subject on its own canvas, lit by the picture's light. */
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
  return {
    ctx,
    dark: air.key < 0.62,
    tone: (l, c, h) => show(oklch(l, c, h)),
    coat: (l, c, h) => show(coat ? coated(oklch(l, c, h), coat) : oklch(l, c, h)),
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

/** Each subject as a layer of its own, with its shadow, reflection or rise. */
export function paintSubjects(scene: Scene, placements: readonly Placement[]): void {
  const { plan } = scene;
  const ordered = [...placements].sort((a, b) => b.depth - a.depth);
  ordered.forEach((placement, index) => {
    if (placement.place === 'rise') paintRise(scene, placement, index);
    const sprite = spriteOf(plan, placement);
    const left = placement.x - sprite.x;
    const top = placement.y - sprite.y;
    if (placement.place === 'ground')
      scene.add('ground', `shadow/${placement.subject}/${index}`, placement.depth + 0.01, (ctx) =>
        paintShadow(ctx, plan, placement),
      );
    if (placement.place === 'water' || placement.place === 'span')
      scene.add('water', `reflection/${placement.subject}/${index}`, 0.3, (ctx) =>
        paintReflection(ctx, plan, sprite, placement),
      );
    scene.add('subject', `${placement.subject}/${index}`, placement.depth, (ctx) =>
      ctx.drawImage(sprite.canvas, left, top),
    );
    if (placement.place === 'ground') paintTufts(scene, placement, index);
    if (placement.place === 'water')
      scene.add('water', `wake/${placement.subject}/${index}`, 0.29, (ctx) => paintWake(ctx, plan, placement));
  });
}

/** Grass or snow in front of the feet, so that a subject stands in the land and not on it. */
function paintTufts(scene: Scene, placement: Placement, index: number): void {
  const { plan } = scene;
  const { atmosphere: air } = plan;
  const soil = {
    meadow: oklch(0.55, 0.115, 132),
    moss: oklch(0.47, 0.095, 138),
    blooms: oklch(0.55, 0.11, 135),
    wheat: oklch(0.74, 0.115, 82),
    lavender: oklch(0.54, 0.12, 300),
  }[plan.ground as 'meadow'];
  if (!soil || plan.world !== 'land') return;
  scene.add('flora', `tufts/${index}`, placement.depth - 0.02, (ctx) => {
    const random = stream(plan.seed, `tufts/${placement.subject}/${index}`);
    const { x, y, size } = placement;
    const body = mix(lit(air, soil, 0.9), air.shade, 0.12);
    for (let i = 0; i < 130; i++) {
      const t = random.range(-1, 1);
      const px = x + t * size * 0.72;
      const h = Math.max(plan.unit * 12, size * 0.07) * random.range(0.35, 1) * (1 - Math.abs(t) * 0.5);
      const py = y + size * random.range(0, 0.035);
      const lean = h * random.range(-0.4, 0.4);
      ctx.fillStyle = css(mix(body, random.chance(0.4) ? sunlit(air, body, 0.6) : air.shade, random() * 0.5));
      ctx.beginPath();
      ctx.moveTo(px - h * 0.07, py);
      ctx.quadraticCurveTo(px, py - h * 0.6, px + lean, py - h);
      ctx.quadraticCurveTo(px + h * 0.08, py - h * 0.5, px + h * 0.07, py);
      ctx.fill();
    }
  });
}

function paintShadow(ctx: Context, plan: Plan, placement: Placement): void {
  const { x, y, size } = placement;
  const s = plan.light.side;
  saved(ctx, () => {
    ctx.filter = `blur(${Math.max(0.5, size * 0.018).toFixed(1)}px)`;
    ctx.fillStyle = linear(ctx, x, y, x - s * size * 0.9, y, [
      [0, plan.atmosphere.shade, 0.66],
      [1, plan.atmosphere.shade, 0],
    ]);
    ctx.beginPath();
    ctx.ellipse(x - s * size * 0.2, y, size * 0.55, size * 0.05, 0, 0, Math.PI * 2);
    ctx.fill();
  });
}

function paintReflection(ctx: Context, plan: Plan, sprite: Sprite, placement: Placement): void {
  const random = stream(plan.seed, `reflection/${placement.subject}`);
  const rows = Math.ceil(sprite.y * 0.8);
  const step = Math.max(1, Math.round(plan.unit * 2));
  for (let d = 0; d < rows; d += step) {
    const sway = Math.sin(d * 0.35 + random() * 0.8) * plan.unit * (0.6 + (d / rows) * 7);
    ctx.globalAlpha = 0.5 * (1 - d / rows) ** 1.2;
    const from = Math.max(0, sprite.y - d * 1.12 - step);
    ctx.drawImage(
      sprite.canvas,
      0,
      from,
      sprite.canvas.width,
      step,
      placement.x - sprite.x + sway,
      placement.y + d,
      sprite.canvas.width,
      step,
    );
  }
  ctx.globalAlpha = 1;
}

function paintWake(ctx: Context, plan: Plan, placement: Placement): void {
  const random = stream(plan.seed, `wake/${placement.subject}`);
  const { atmosphere: air, unit } = plan;
  const bright = mix(air.horizon, air.light, 0.5);
  for (let i = 0; i < 18; i++) {
    const t = random();
    const w = placement.size * random.range(0.25, 0.8) * (1 - t * 0.4);
    const x = placement.x + random.range(-0.3, 0.3) * placement.size;
    const y = placement.y + t * t * placement.size * 0.16;
    ctx.fillStyle = linear(ctx, x - w, 0, x + w, 0, [
      [0, bright, 0],
      [0.5, bright, random.range(0.15, 0.5)],
      [1, bright, 0],
    ]);
    ctx.fillRect(x - w, y, w * 2, Math.max(0.8, unit * random.range(0.8, 2)));
  }
}

/** A headland or hill for what stands apart. */
function paintRise(scene: Scene, placement: Placement, index: number): void {
  const { plan } = scene;
  const { width, horizon, height, unit, atmosphere: air } = plan;
  const top = placement.y - placement.size * 0.012;
  const bottom = plan.water ? horizon + unit * 3 : lerpY(horizon, height, 0.14);
  const rough = ridgeOf(plan, `rise/${index}`, { height: unit * 26, base: 0, frequency: 5, kind: 'rolling' });
  const hill = placement.size * (plan.water ? 0.2 : 0.16) + unit * 10;
  const ridge = new Float32Array(width + 1);
  const flat = placement.size * 0.46;
  const slope = placement.size * 0.9 + width * 0.1;
  for (let x = 0; x <= width; x++) {
    const outward = (x - placement.x) * (placement.x - width / 2) > 0;
    const d = (Math.max(0, Math.abs(x - placement.x) - flat) / slope) * (outward && plan.water ? 0.3 : 1);
    const bump = Math.exp(-d * d * 3.2);
    ridge[x] = Math.min(
      bottom + unit * 12,
      top + (1 - bump) * (hill + (bottom - top)) + ((rough[x] ?? 0) + unit * 13) * (1 - bump) * 0.8,
    );
  }
  const soil =
    plan.ground === 'snow'
      ? oklch(0.93, 0.014, 235)
      : plan.ground === 'sand'
        ? oklch(0.76, 0.09, 70)
        : plan.backdrops.includes('cliffs') || plan.water === 'sea'
          ? oklch(0.5, 0.055, 120)
          : oklch(0.52, 0.1, 135);
  scene.add('ground', `rise/${index}`, 0.36, (ctx) => {
    paintLand(ctx, plan, ridge, {
      colour: soil,
      distance: 0.36,
      bottom,
      mist: 0.25,
      relief: { strength: 0.7, fold: unit * 38 },
    });
    const random = stream(plan.seed, `rise/${index}`);
    const bush = sunlit(air, lit(air, oklch(0.48, 0.1, 138)), 0.15);
    for (let i = 0; i < 40; i++) {
      const x = placement.x + random.range(-1, 1) * (flat + slope * 0.5);
      const y = ridge[Math.max(0, Math.min(width, Math.round(x)))] ?? bottom;
      if (y > bottom - unit * 4 || Math.abs(x - placement.x) < flat * 0.9) continue;
      ctx.fillStyle = css(mix(mix(bush, air.shade, random() * 0.35), air.haze, 0.15));
      ctx.beginPath();
      ctx.arc(x, y, unit * random.range(3, 9), 0, Math.PI * 2);
      ctx.fill();
    }
  });
}

const lerpY = (a: number, b: number, t: number) => a + (b - a) * t;
