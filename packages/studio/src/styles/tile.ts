import { disc, drawn, linear, saved, type Canvas, type Context } from '../core/canvas.js';
import { clamp, mix, oklch, shift, type Colour } from '../core/colour.js';
import { stream, type Random } from '../core/random.js';
import { lit, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import { leaf, TREES } from '../scene/trees.js';
import { spriteOf } from '../subjects/paint-subjects.js';
import type { StyleRecipe } from './recipe.js';

/** A small picture drawn around the origin, about one unit r in size. */
type Motif = (ctx: Context, r: number, random: Random) => void;

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

const flat = (ctx: Context, colour: Colour, alpha = 1) =>
  (ctx.fillStyle = linear(ctx, 0, 0, 1, 0, [[0, colour, alpha]]));

function motifs(plan: Plan): Motif[] {
  const { atmosphere: air } = plan;
  const list: Motif[] = [];
  const ink = (l: number, c: number, h: number) => lit(air, oklch(l, c, h), 1.05);
  const blossom: Motif = (ctx, r, random) => {
    const petal = ink(0.8, 0.13, random.pick([20, 350, 60, 90]) ?? 20);
    for (let k = 0; k < 6; k++) {
      const a = (k / 6) * Math.PI * 2;
      ctx.fillStyle = linear(ctx, 0, 0, Math.cos(a) * r, Math.sin(a) * r, [
        [0, shift(petal, 0.78)],
        [0.8, sunlit(air, petal, 0.4)],
      ]);
      ctx.beginPath();
      ctx.ellipse(Math.cos(a) * r * 0.48, Math.sin(a) * r * 0.48, r * 0.44, r * 0.27, a, 0, Math.PI * 2);
      ctx.fill();
    }
    flat(ctx, ink(0.82, 0.15, 85));
    disc(ctx, 0, 0, r * 0.2);
  };
  const sprig: Motif = (ctx, r, random) => {
    const green = ink(0.56, 0.11, 140 + random.range(-12, 12));
    const turn = random.range(0, 6.28);
    for (let k = 0; k < 9; k++) {
      const t = k / 8 - 0.5;
      for (const s of [-1, 1])
        leaf(
          ctx,
          Math.cos(turn) * t * r * 1.6,
          Math.sin(turn) * t * r * 1.6,
          r * 0.52 * (1 - Math.abs(t) * 0.7),
          turn + s * 0.85,
          s > 0 ? green : shift(green, 0.82),
        );
    }
  };
  const cloud: Motif = (ctx, r) => {
    for (const [x, y, q] of [
      [-0.45, 0.1, 0.3],
      [0, -0.1, 0.42],
      [0.42, 0.08, 0.32],
      [0.05, 0.16, 0.36],
    ] as const) {
      ctx.fillStyle = linear(ctx, 0, -r * 0.5, 0, r * 0.5, [
        [0, mix(air.cloudLit, oklch(0.98, 0.01, 90), 0.4)],
        [1, air.cloudShade],
      ]);
      disc(ctx, x * r, y * r, q * r);
    }
  };
  const crescent: Motif = (ctx, r) => {
    flat(ctx, mix(air.light, oklch(0.95, 0.06, 95), 0.5));
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.62, Math.PI * 0.3, Math.PI * 1.7);
    ctx.arc(r * 0.3, 0, r * 0.52, Math.PI * 1.66, Math.PI * 0.34, true);
    ctx.fill();
  };
  const orb: Motif = (ctx, r) => {
    for (let k = 0; k < 12; k++)
      leaf(ctx, Math.cos(k * 0.5236) * r * 0.52, Math.sin(k * 0.5236) * r * 0.52, r * 0.42, k * 0.5236, air.light);
    flat(ctx, mix(air.light, ink(0.9, 0.13, 85), 0.5));
    disc(ctx, 0, 0, r * 0.44);
  };
  const hill: Motif = (ctx, r) => {
    for (const [x, h, w] of [
      [-0.35, 0.75, 0.5],
      [0.3, 1, 0.6],
    ] as const) {
      ctx.fillStyle = linear(ctx, (x - w) * r, 0, (x + w) * r, 0, [
        [0, ink(0.66, 0.06, 240)],
        [0.5, ink(0.6, 0.06, 245)],
        [0.51, ink(0.44, 0.06, 260)],
        [1, ink(0.4, 0.06, 260)],
      ]);
      ctx.beginPath();
      ctx.moveTo((x - w) * r, r * 0.5);
      ctx.lineTo(x * r, r * (0.5 - h));
      ctx.lineTo((x + w) * r, r * 0.5);
      ctx.fill();
      flat(ctx, ink(0.97, 0.01, 230));
      ctx.beginPath();
      ctx.moveTo((x - w * 0.3) * r, r * (0.5 - h * 0.7));
      ctx.lineTo(x * r, r * (0.5 - h));
      ctx.lineTo((x + w * 0.3) * r, r * (0.5 - h * 0.7));
      ctx.lineTo((x + w * 0.08) * r, r * (0.5 - h * 0.62));
      ctx.lineTo((x - w * 0.1) * r, r * (0.5 - h * 0.72));
      ctx.fill();
    }
  };
  const wave: Motif = (ctx, r) => {
    ctx.lineCap = 'round';
    for (let k = 0; k < 4; k++) {
      ctx.strokeStyle = linear(ctx, -r, 0, r, 0, [
        [0, ink(0.6 + k * 0.08, 0.1, 225)],
        [1, ink(0.75 + k * 0.05, 0.08, 215)],
      ]);
      ctx.lineWidth = r * 0.13;
      ctx.beginPath();
      ctx.arc(0, r * 0.4, r * (0.22 + k * 0.22), Math.PI, 0);
      ctx.stroke();
    }
  };
  for (const placement of plan.subjects) {
    list.push((ctx, r) => {
      const sprite = spriteOf(
        { ...plan, unit: plan.unit },
        { ...placement, size: r * 1.75, depth: 0.02, place: 'ground' },
      );
      ctx.drawImage(sprite.canvas, Math.round(-sprite.x), Math.round(-sprite.y + r * 0.78));
    });
  }
  for (const kind of plan.flora) {
    const plant = TREES[kind];
    if (plant) list.push((ctx, r, random) => plant(ctx, plan, 0, r * 0.85, r * 1.75, 0, random));
  }
  if (plan.flora.some((kind) => !TREES[kind]) || plan.ground === 'blooms' || list.length < 2) list.push(blossom);
  if (plan.water) list.push(wave);
  if (plan.backdrops.some((backdrop) => backdrop !== 'city')) list.push(hill);
  if (plan.weather.has('clouds') || plan.weather.has('rain')) list.push(cloud);
  if (plan.light.visible) list.push(plan.light.kind === 'moon' ? crescent : orb);
  list.push(sprig);
  return list;
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
        if (motif) motif(ctx, spot.r * 0.92, own);
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
