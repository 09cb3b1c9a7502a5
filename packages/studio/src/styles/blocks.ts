import { type Context, fillPolygon } from '../core/canvas.js';
import { type Colour, clamp, css, mix, oklch, shift } from '../core/colour.js';
import { fbm, noiseFor, ridged } from '../core/noise.js';
import type { Random } from '../core/random.js';
import { lit, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';

const GROUNDS: Partial<Record<string, Colour>> = {
  meadow: oklch(0.68, 0.135, 132),
  wheat: oklch(0.8, 0.12, 85),
  sand: oklch(0.84, 0.085, 78),
  snow: oklch(0.95, 0.012, 235),
  street: oklch(0.56, 0.012, 265),
  lavender: oklch(0.6, 0.14, 300),
  blooms: oklch(0.66, 0.13, 135),
  rock: oklch(0.6, 0.02, 70),
  terrace: oklch(0.66, 0.12, 126),
  cloudsea: oklch(0.95, 0.015, 240),
  moss: oklch(0.54, 0.11, 138),
  lunar: oklch(0.7, 0.01, 90),
};

export function soilAt(plan: Plan, h: number, random: Random): Colour {
  const base = GROUNDS[plan.ground ?? 'meadow'] ?? oklch(0.68, 0.13, 132);
  const jitter = random.range(-0.02, 0.02);
  const has = (name: string) => plan.backdrops.some((backdrop) => backdrop === name);
  let colour = base;
  if (plan.water === 'sea' && h <= 1) colour = oklch(0.86, 0.08, 85);
  else if (has('mesas') && h > 1.5) colour = oklch(h % 1 ? 0.62 : 0.68, 0.13, 44);
  else if ((has('peaks') && h > 4.5) || (has('mountains') && h > 6) || has('icebergs'))
    colour = oklch(0.96, 0.012, 235);
  else if (has('volcano') && h > 2) colour = h > 8 ? oklch(0.68, 0.21, 40) : oklch(0.4, 0.02, 30);
  else if ((has('peaks') || has('mountains') || has('waterfall')) && h > 3) colour = oklch(0.6, 0.025, 260);
  return lit(plan.atmosphere, { ...colour, l: clamp(colour.l + jitter) }, 1.05);
}

export function plantOn(ctx: Context, board: Board, plan: Plan, i: number, j: number, h: number, random: Random): void {
  const kind =
    plan.flora.find((flora) => !['grass', 'branch', 'reeds', 'coral', 'kelp'].includes(flora)) ?? 'broadleaf';
  const hue: Partial<Record<string, Colour>> = {
    pine: oklch(0.48, 0.1, 152),
    cherry: oklch(0.83, 0.1, 0),
    maple: oklch(0.64, 0.18, 45),
    bamboo: oklch(0.66, 0.13, 130),
    palm: oklch(0.6, 0.13, 140),
    birch: oklch(0.74, 0.13, 110),
    cactus: oklch(0.54, 0.1, 145),
    willow: oklch(0.68, 0.12, 122),
  };
  const colour = lit(plan.atmosphere, hue[kind] ?? oklch(0.6, 0.14, 138));
  if (['flowers', 'tulips', 'sunflowers', 'poppies', 'mushrooms', 'lotus'].includes(kind)) {
    const [x, y] = spot(board, i, j, h);
    for (let k = 0; k < 5; k++) {
      ctx.fillStyle = css(lit(plan.atmosphere, oklch(0.78, 0.17, random.pick([20, 85, 340, 0, 55]))));
      ctx.fillRect(
        x + random.range(-0.5, 0.5) * board.half,
        y + random.range(-0.2, 0.2) * board.half - board.half * 0.2,
        board.half * 0.16,
        board.half * 0.2,
      );
    }
    return;
  }
  const small: Board = { ...board };
  const scaled = (size: number, low: number, high: number, tone: Colour) => {
    const [x, y] = spot(small, i, j, 0);
    const b: Board = { ...board, half: board.half * size, x: 0, y: 0 };
    const o: Board = { ...b, x: x - (i - j) * b.half, y: y - (i + j) * b.half * 0.5 - low * board.half };
    column(ctx, o, plan, i, j, 0, (high - low) / size, tone);
  };
  const bark = lit(plan.atmosphere, oklch(0.44, 0.06, 50));
  const tall = random.range(0.85, 1.35);
  scaled(0.2, h, h + 0.8 * tall, bark);
  if (kind === 'pine')
    for (const [size, low, high] of [
      [0.82, 0.5, 1.1],
      [0.6, 1.1, 1.7],
      [0.38, 1.7, 2.3],
      [0.18, 2.3, 2.7],
    ] as const)
      scaled(size, h + low * tall, h + high * tall, colour);
  else if (kind === 'cactus') scaled(0.3, h, h + 1.6 * tall, colour);
  else {
    scaled(0.92, h + 0.7 * tall, h + 1.5 * tall, shift(colour, 0.94));
    scaled(0.6, h + 1.5 * tall, h + 2 * tall, colour);
  }
}

export function building(
  ctx: Context,
  board: Board,
  plan: Plan,
  i: number,
  j: number,
  low: number,
  random: Random,
): void {
  const storeys = random.int(3, 11) * 0.9;
  const wall = lit(plan.atmosphere, oklch(random.range(0.6, 0.86), 0.05, random.pick([250, 40, 80, 200, 300])));
  column(ctx, board, plan, i, j, low, low + storeys, wall);
  const [x, y] = spot(board, i, j, low + storeys);
  const s = board.half;
  const dark = plan.atmosphere.key < 0.62;
  for (let k = 0; k < storeys * 1.1; k++) {
    for (const [side, t] of [
      [-1, 0.3],
      [-1, 0.7],
      [1, 0.3],
      [1, 0.7],
    ] as const) {
      if (random.chance(0.35)) continue;
      ctx.fillStyle = css(dark ? oklch(0.9, 0.12, 80) : mix(plan.atmosphere.upper, oklch(0.4, 0.05, 250), 0.5), 0.9);
      const wx = x + side * s * t;
      const wy = y + s * 0.5 * (1 - t) + s * (0.34 + k * 0.85);
      fillPolygon(ctx, [
        [wx - s * 0.13, wy + side * s * 0.065],
        [wx + s * 0.13, wy - side * s * 0.065],
        [wx + s * 0.13, wy - side * s * 0.065 + s * 0.36],
        [wx - s * 0.13, wy + side * s * 0.065 + s * 0.36],
      ]);
    }
  }
}

export const N = 24;

/** Grid, its origin on the canvas and the size of a block. */
export interface Board {
  readonly half: number;
  readonly x: number;
  readonly y: number;
  readonly heights: Float32Array;
  readonly water: number;
}

export const at = (board: Board, i: number, j: number): number =>
  board.heights[clamp(i, 0, N - 1) * N + clamp(j, 0, N - 1)] ?? 0;

export const spot = (board: Board, i: number, j: number, h: number): readonly [number, number] => [
  board.x + (i - j) * board.half,
  board.y + (i + j) * board.half * 0.5 - h * board.half,
];

/** The land as heights in blocks: backdrops rise at the far corner, water lies in the near half. */
export function survey(plan: Plan): Board {
  const { width, height } = plan;
  const noise = noiseFor(plan.seed, 'board');
  const tall = {
    mountains: 8,
    peaks: 10,
    hills: 3.4,
    karst: 8.5,
    mesas: 6,
    dunes: 3,
    volcano: 9,
    icebergs: 4,
    cliffs: 5,
    islands: 4,
    woods: 3,
    village: 1.6,
    city: 0.4,
    waterfall: 8,
  };
  const rise = Math.max(1.4, ...plan.backdrops.map((backdrop) => tall[backdrop])) * Math.min(1.3, plan.rise);
  const heights = new Float32Array(N * N);
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      const far = clamp(1 - (i + j) / (N * 1.25));
      const bumps = plan.backdrops.some((b) => b === 'hills' || b === 'dunes' || b === 'woods')
        ? 0.5 + 0.5 * fbm(noise, i / 7, j / 7, 2)
        : ridged(noise, i / 11, j / 11, 3);
      let h = 1 + far ** 1.35 * rise * (0.35 + bumps) + fbm(noise, i / 6 + 9, j / 6, 2) * 0.7;
      if (plan.water) {
        const d =
          plan.water === 'river'
            ? Math.abs(j - N * 0.62 - 3 * noise(i / 7, 4)) / 2.6
            : Math.hypot(i - N * 0.62, j - N * 0.6) / (N * (plan.water === 'sea' ? 0.46 : 0.27)) +
              0.22 * noise(i / 4, j / 4);
        if (d < 1) h = Math.min(h, 0.2);
      }
      heights[i * N + j] = Math.max(0, Math.round(h * 2) / 2);
    }
  }
  const peak = heights.reduce((best, h) => Math.max(best, h), 0);
  const half = Math.min((width * 0.93) / (2 * N), (height * 0.86) / (N + peak * 0.55 + 3));
  return {
    half,
    x: width / 2,
    y: height * 0.53 - (N * half) / 2 + peak * half * 0.24,
    heights,
    water: plan.water ? 0.5 : -1,
  };
}

/** One block column: top, left and right face, darker away from the light. */
export function column(
  ctx: Context,
  board: Board,
  plan: Plan,
  i: number,
  j: number,
  low: number,
  high: number,
  colour: Colour,
  alpha = 1,
): void {
  const [x, y] = spot(board, i, j, high);
  const h = (high - low) * board.half;
  const s = board.half * 1.012;
  const { atmosphere: air, light } = plan;
  const top = sunlit(air, colour, 0.22);
  const bright = shift(colour, 0.88);
  const dark = mix(shift(colour, 0.66), air.shade, 0.22);
  const fill = (tone: Colour, points: ReadonlyArray<readonly [number, number]>) => {
    ctx.fillStyle = css(tone, alpha);
    fillPolygon(ctx, points);
  };
  fill(light.side < 0 ? bright : dark, [
    [x - s, y],
    [x, y + s / 2],
    [x, y + s / 2 + h],
    [x - s, y + h],
  ]);
  fill(light.side < 0 ? dark : bright, [
    [x, y + s / 2],
    [x + s, y],
    [x + s, y + h],
    [x, y + s / 2 + h],
  ]);
  fill(top, [
    [x, y - s / 2],
    [x + s, y],
    [x, y + s / 2],
    [x - s, y],
  ]);
}
