import { fillPolygon, type Context } from '../core/canvas.js';
import { css, clamp, mix, shift, type Colour } from '../core/colour.js';
import { fbm, noiseFor, ridged } from '../core/noise.js';
import { sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';

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
