import { type Canvas, type Context, drawn, glow, linear, radial } from '../core/canvas.js';
import { css, mix, oklch, shift } from '../core/colour.js';
import { stream } from '../core/random.js';
import { lit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import { tinted } from '../plan/tints.js';
import { spriteOf } from '../subjects/sprite.js';
import { type Board, N, at, building, column, plantOn, soilAt, spot, survey } from './blocks.js';
import { bloom, grade } from './passes.js';
import type { StyleRecipe } from './recipe.js';

function paintBoard(ctx: Context, plan: Plan, board: Board): void {
  const random = stream(plan.seed, 'blocks');
  const { atmosphere: air } = plan;
  const water = mix(lit(air, oklch(0.66, 0.11, 228)), air.upper, 0.25);
  const earth = lit(air, oklch(0.45, 0.055, 50));
  const city = plan.backdrops.includes('city');
  const clear = (i: number, j: number) =>
    plan.subjects.some((_, k) => Math.hypot(i - (N * 0.66 + k * 2), j - (N * 0.58 - k * 4)) < 3.6);
  const dense =
    plan.backdrops.includes('woods') || plan.flora.includes('jungle') ? 0.42 : plan.flora.length ? 0.16 : 0.05;
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      const h = at(board, i, j);
      const wet = h < board.water;
      const edge = i === N - 1 || j === N - 1;
      if (edge) column(ctx, board, plan, i, j, -1.6, Math.min(h, 0.4), earth);
      if (wet) {
        column(
          ctx,
          board,
          plan,
          i,
          j,
          edge ? -0.2 : 0.2,
          0.4,
          plan.water === 'ice' ? lit(air, oklch(0.92, 0.03, 225)) : shift(water, random.range(0.97, 1.05)),
          0.94,
        );
        continue;
      }
      const low = edge ? 0 : Math.min(at(board, i + 1, j), at(board, i, j + 1), h) - 0.6;
      column(ctx, board, plan, i, j, Math.max(0, low), h, soilAt(plan, h, random));
      const roll = random();
      if (clear(i, j) || (plan.ground === 'snow' && roll > dense * 0.6)) continue;
      if (city && i + j < N * 1.1 && i % 3 && j % 3) building(ctx, board, plan, i, j, h, random);
      else if (roll < dense && h < 5) plantOn(ctx, board, plan, i, j, h, random);
    }
  }
}

/** The plan as a model of blocks on a table, the subject standing on it. */
function compose(plan: Plan): Canvas {
  const { width, height, unit, atmosphere: air, light } = plan;
  const board = survey(plan);
  const image = drawn(width, height, (ctx) => {
    const wall = mix(air.upper, air.horizon, 0.35);
    ctx.fillStyle = linear(ctx, 0, 0, 0, height, [
      [0, mix(wall, air.zenith, 0.35)],
      [0.6, mix(wall, air.horizon, 0.6)],
      [1, mix(wall, air.haze, 0.6)],
    ]);
    ctx.fillRect(0, 0, width, height);
    const lamp = mix(air.light, oklch(0.97, 0.04, 90), 0.3);
    glow(ctx, width * (0.5 + light.side * 0.36), height * 0.14, Math.min(width, height) * 0.5, air.glow, 0.5);
    ctx.fillStyle = css(lamp, 0.95);
    ctx.beginPath();
    ctx.arc(width * (0.5 + light.side * 0.36), height * 0.14, Math.min(width, height) * 0.06, 0, Math.PI * 2);
    ctx.fill();
    const [, foot] = spot(board, N - 1, N - 1, -1.6);
    ctx.fillStyle = radial(ctx, width / 2, foot - board.half * N * 0.35, board.half * N * 1.2, [
      [0, air.shade, 0.5],
      [0.6, air.shade, 0.25],
      [1, air.shade, 0],
    ]);
    ctx.save();
    ctx.translate(0, foot - board.half * 4);
    ctx.scale(1, 0.4);
    ctx.translate(0, -(foot - board.half * 4));
    ctx.fillRect(0, 0, width, height * 3);
    ctx.restore();
    paintBoard(ctx, plan, board);
    plan.subjects.forEach((placement, k) => {
      const i = Math.round(N * 0.66 + k * 2);
      const j = Math.round(N * 0.58 - k * 4);
      const [x, y] = spot(board, i, j, Math.max(0.4, at(board, i, j)));
      const size = board.half * (placement.place === 'air' ? 11 : 11.5) * (k ? 0.8 : 1);
      const sprite = spriteOf(plan, { ...placement, size, depth: 0.05 });
      const lift = placement.place === 'air' ? board.half * 7 : 0;
      ctx.fillStyle = radial(ctx, x, y, size * 0.45, [
        [0, air.shade, 0.6],
        [1, air.shade, 0],
      ]);
      ctx.save();
      ctx.translate(0, y);
      ctx.scale(1, 0.45);
      ctx.translate(0, -y);
      ctx.fillRect(x - size, y - size, size * 2, size * 2);
      ctx.restore();
      ctx.drawImage(sprite.canvas, x - sprite.x, y - sprite.y - lift);
    });
    clouds(ctx, plan, board);
  });
  return grade(bloom(image, unit * 24, 0.25, 0.7), { contrast: 0.24, saturation: 1.2 });
}

function clouds(ctx: Context, plan: Plan, board: Board): void {
  if (
    !plan.weather.has('clouds') &&
    !plan.weather.has('overcast') &&
    !plan.weather.has('rain') &&
    !plan.sky.has('cumulus')
  )
    return;
  const random = stream(plan.seed, 'block clouds');
  let white = mix(plan.atmosphere.cloudLit, oklch(0.97, 0.01, 90), 0.4);
  for (const palette of plan.palettes) white = tinted(white, palette, 0.4);
  for (let k = 0; k < 4; k++) {
    const i = random.int(-2, N);
    const j = random.int(-4, N - 6);
    for (const [di, dj, h] of [
      [0, 0, 0.8],
      [1, 0, 1.2],
      [2, 0, 0.8],
      [1, 1, 0.8],
      [2, 1, 0.6],
      [3, 0, 0.6],
    ] as const)
      column(ctx, board, plan, i + di, j + dj, 12, 12 + h, white, 0.94);
  }
}

export const isometric: StyleRecipe = { compose };
