import type { Context } from '../core/canvas.js';
import { curve, dot, limb, line, poly, type Drawing } from './pen.js';

/** A wing with its bones; s stretches it sideways. */
function wing(ctx: Context, dx: number, s: number, body: string, bone: string): void {
  const X = (x: number) => dx + x * s;
  curve(ctx, body, [
    X(0),
    -0.56,
    X(-0.16),
    -0.8,
    X(-0.3),
    -1.0,
    X(-0.52),
    -0.94,
    X(-0.8),
    -0.74,
    X(-0.66),
    -0.72,
    X(-0.62),
    -0.58,
    X(-0.48),
    -0.63,
    X(-0.38),
    -0.48,
    X(-0.26),
    -0.56,
    X(-0.12),
    -0.44,
  ]);
  for (const [x, y] of [
    [-0.78, -0.74],
    [-0.62, -0.6],
    [-0.38, -0.5],
  ] as const)
    line(ctx, bone, 0.014, [X(-0.3), -0.98, X(x), y]);
  limb(ctx, bone, [X(0), -0.52, 0.035, X(-0.16), -0.78, 0.025, X(-0.3), -1, 0.016]);
}

/** A dragon on the wing. */
export const DRAGONS = {
  dragon: ({ ctx, coat, tone, lamp }) => {
    const skin = coat(0.5, 0.13, 152);
    const far = coat(0.34, 0.1, 160);
    const belly = tone(0.82, 0.1, 88);
    const spine = coat(0.62, 0.15, 140);
    wing(ctx, 0.14, -0.78, far, coat(0.26, 0.08, 165));
    limb(ctx, far, [-0.1, -0.4, 0.06, -0.02, -0.24, 0.045, 0.08, -0.2, 0.03]);
    const body = [
      -0.86, -0.36, 0.006, -0.74, -0.2, 0.026, -0.5, -0.16, 0.045, -0.28, -0.32, 0.075, -0.04, -0.46, 0.112, 0.16, -0.5,
      0.1, 0.32, -0.62, 0.07, 0.42, -0.76, 0.052,
    ];
    for (let i = 0; i < body.length - 6; i += 3) {
      const [x = 0, y = 0, r = 0, nx = 0, ny = 0, nr = 0] = body.slice(i, i + 6);
      for (let k = 0; k < 4; k++) {
        const t = k / 4;
        const [px, py, pr] = [x + (nx - x) * t, y + (ny - y) * t, r + (nr - r) * t];
        poly(ctx, spine, [px - 0.03, py - pr * 0.7, px - 0.035, py - pr - 0.055, px + 0.035, py - pr * 0.7]);
      }
    }
    limb(ctx, skin, body);
    limb(ctx, belly, [-0.2, -0.32, 0.03, 0, -0.4, 0.045, 0.18, -0.44, 0.04, 0.34, -0.58, 0.025]);
    poly(ctx, spine, [-0.84, -0.36, -1, -0.48, -0.9, -0.3, -0.96, -0.22]);
    limb(ctx, skin, [0.06, -0.42, 0.07, 0.14, -0.26, 0.045, 0.25, -0.23, 0.03]);
    for (const dx of [0, 0.03, 0.06]) line(ctx, belly, 0.014, [0.25 + dx, -0.23 + dx, 0.29 + dx, -0.2 + dx]);
    wing(ctx, 0.02, 1, coat(0.56, 0.14, 145), coat(0.38, 0.1, 155));
    limb(ctx, skin, [0.43, -0.78, 0.065, 0.52, -0.76, 0.05, 0.62, -0.73, 0.034]);
    poly(ctx, skin, [0.47, -0.72, 0.64, -0.69, 0.6, -0.66, 0.48, -0.68]);
    poly(ctx, belly, [0.41, -0.82, 0.28, -0.93, 0.45, -0.83]);
    poly(ctx, belly, [0.46, -0.83, 0.36, -0.96, 0.5, -0.82]);
    dot(ctx, lamp(0.88, 0.17, 80), 0.51, -0.785, 0.016, 0.012);
    line(ctx, tone(0.2, 0.05, 160), 0.008, [0.5, -0.725, 0.63, -0.71]);
  },
} satisfies Record<string, Drawing>;
