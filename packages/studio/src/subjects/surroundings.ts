import { linear, saved, type Context } from '../core/canvas.js';
import { css, mix, oklch } from '../core/colour.js';
import { stream } from '../core/random.js';
import { lit, sunlit } from '../plan/atmosphere.js';
import type { Placement, Plan } from '../plan/plan.js';
import type { Scene } from '../scene/scene.js';
import { paintLand, ridgeOf } from '../scene/terrain.js';
import { type Sprite } from './sprite.js';

/** Grass or snow in front of the feet, so that a subject stands in the land and not on it. */
export function paintTufts(scene: Scene, placement: Placement, index: number): void {
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

export function paintShadow(ctx: Context, plan: Plan, placement: Placement): void {
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

export function paintReflection(ctx: Context, plan: Plan, sprite: Sprite, placement: Placement): void {
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

export function paintWake(ctx: Context, plan: Plan, placement: Placement): void {
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
export function paintRise(scene: Scene, placement: Placement, index: number): void {
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
