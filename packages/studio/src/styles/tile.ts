import { disc, drawn, saved, type Canvas, type Context } from '../core/canvas.js';
import { clamp, mix, shift } from '../core/colour.js';
import { stream, type Random } from '../core/random.js';
import type { Plan } from '../plan/plan.js';
import { leaf } from '../scene/vegetation/foliage.js';
import type { StyleRecipe } from './recipe.js';
import { flat, motifs } from './motifs.js';

/** Draws on a torus: whatever leaves on one side comes in on the other. */
function wrapped(ctx: Context, plan: Plan, x: number, y: number, r: number, draw: () => void): void {
  for (const dx of [-plan.width, 0, plan.width]) {
    for (const dy of [-plan.height, 0, plan.height]) {
      if (x + dx + r < 0 || x + dx - r > plan.width || y + dy + r < 0 || y + dy - r > plan.height) continue;
      saved(ctx, () => {
        ctx.translate(x + dx, y + dy);
        draw();
      });
    }
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** Places that keep their distance on the torus, largest first. */
function scatter(plan: Plan, random: Random, radii: ReadonlyArray<readonly [radius: number, count: number]>): Spot[] {
  const spots: Spot[] = [];
  const gap = (a: number, b: number, size: number) => Math.min(Math.abs(a - b), size - Math.abs(a - b));
  for (const [r, count] of radii) {
    for (let i = 0, tries = 0; i < count && tries < count * 90; tries++) {
      const x = Math.round(random() * plan.width);
      const y = Math.round(random() * plan.height);
      if (spots.some((s) => Math.hypot(gap(s.x, x, plan.width), gap(s.y, y, plan.height)) < (s.r + r) * 0.9)) continue;
      spots.push({ x, y, r });
      i++;
    }
  }
  return spots;
}

/** A pattern of the plan's motifs whose opposite edges fit. */
function compose(plan: Plan): Canvas {
  const { width, height, unit, atmosphere: air } = plan;
  const random = stream(plan.seed, 'tile');
  const base = mix(air.upper, air.horizon, 0.3);
  const paper = {
    ...base,
    l: clamp(air.key < 0.55 ? base.l * 0.62 : 0.9, 0.16, 0.93),
    a: base.a * 0.7,
    b: base.b * 0.7,
  };
  const all = motifs(plan);
  const short = Math.min(width, height);
  return drawn(width, height, (ctx) => {
    flat(ctx, paper);
    ctx.fillRect(0, 0, width, height);
    const lattice = Math.max(2, Math.round(width / (unit * 85)));
    const rows = Math.max(2, Math.round(height / (unit * 85)));
    flat(ctx, shift(paper, paper.l > 0.5 ? 0.955 : 1.22));
    for (let i = 0; i < lattice; i++)
      for (let j = 0; j < rows; j++) {
        const x = Math.round(((i + 0.5) / lattice) * width);
        const y = Math.round(((j + 0.5) / rows) * height);
        disc(ctx, x, y, unit * 5);
        ctx.fillRect(x - unit * 22, y - unit * 0.8, unit * 44, unit * 1.6);
        ctx.fillRect(x - unit * 0.8, y - unit * 22, unit * 1.6, unit * 44);
      }
    const spots = scatter(plan, random, [
      [short * 0.21, 5],
      [short * 0.13, 18],
      [short * 0.08, 44],
      [short * 0.034, 90],
    ]);
    spots.forEach((spot, index) => {
      const motif = spot.r < short * 0.05 ? undefined : all[index % all.length];
      const name = `motif/${index}`;
      wrapped(ctx, plan, spot.x, spot.y, spot.r * 2.4, () => {
        const own = stream(plan.seed, name);
        if (motif) motif(plan, ctx, spot.r * 0.92, own);
        else {
          flat(ctx, own.chance(0.5) ? mix(air.light, paper, 0.2) : mix(air.shade, paper, 0.55));
          if (own.chance(0.5)) disc(ctx, 0, 0, spot.r * 0.28);
          else for (let k = 0; k < 4; k++) leaf(ctx, 0, 0, spot.r * 0.7, k * 1.5708 + 0.4, mix(air.glow, paper, 0.25));
        }
      });
    });
  });
}

export const tileTexture: StyleRecipe = { wishes: { prefer: ['time:morning'] }, compose };
