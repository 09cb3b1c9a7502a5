import { box, curve, dot, limb, line, poly, type Drawing, halo } from './pen.js';

/** Single things: a tent, a lantern, a rose. */
export const THINGS = {
  tent: (pen) => {
    const { ctx, tone, coat, lamp } = pen;
    poly(ctx, coat(0.5, 0.13, 50), [0.0, -0.96, 0.5, -0.86, 1.06, 0.03, 0.6, 0.03]);
    poly(ctx, coat(0.68, 0.16, 58), [-0.72, 0.03, 0, -0.98, 0.62, 0.03]);
    poly(ctx, pen.dark ? lamp(0.9, 0.13, 75) : tone(0.3, 0.04, 45), [-0.24, 0.03, 0, -0.76, 0.22, 0.03]);
    poly(ctx, coat(0.76, 0.14, 62), [-0.24, 0.03, 0, -0.76, -0.16, 0.03]);
    line(ctx, tone(0.36, 0.03, 50), 0.012, [0, -0.98, -0.98, 0.03]);
    line(ctx, tone(0.36, 0.03, 50), 0.012, [0.5, -0.86, 1.3, 0.0]);
    if (pen.dark) halo(pen, 0.9, 0.13, 75, 0.44, 0, -0.3, 0.7 * 1.5);
  },
  campfire: (pen) => {
    const { ctx, tone, lamp } = pen;
    halo(pen, 0.8, 0.16, 60, 0.31, 0, -0.4, 1.5 * 1.5);
    halo(pen, 0.85, 0.15, 65, 0.44, 0, -0.38, 0.85 * 1.5);
    for (const [x0, x1] of [
      [-0.5, 0.4],
      [0.5, -0.4],
      [-0.3, 0.55],
    ] as const)
      limb(ctx, tone(0.34, 0.05, 45), [x0, -0.02, 0.06, x1, -0.14, 0.055]);
    curve(
      ctx,
      lamp(0.66, 0.21, 35),
      [
        -0.36, -0.08, -0.4, -0.36, -0.2, -0.5, -0.22, -0.76, 0.02, -1, 0.08, -0.72, 0.28, -0.62, 0.38, -0.3, 0.3, -0.08,
        0, 0,
      ],
    );
    curve(
      ctx,
      lamp(0.82, 0.17, 68),
      [-0.22, -0.08, -0.24, -0.3, -0.08, -0.42, 0.02, -0.7, 0.1, -0.46, 0.24, -0.3, 0.2, -0.08, 0, -0.02],
    );
    curve(ctx, lamp(0.97, 0.08, 98), [-0.1, -0.06, -0.11, -0.2, 0.02, -0.4, 0.11, -0.18, 0.08, -0.06]);
    for (let i = 0; i < 9; i++) dot(ctx, tone(0.46, 0.02, 60), -0.62 + i * 0.155, 0.01 + (i % 2) * 0.02, 0.09, 0.055);
    for (let i = 0; i < 12; i++)
      dot(ctx, lamp(0.88, 0.15, 70), ((i * 0.618) % 1) - 0.5, -1 - ((i * 0.37) % 1) * 0.7, 0.014);
  },
  lantern: (pen) => {
    const { ctx, tone, coat, lamp } = pen;
    const one = (x: number, y: number, s: number) => {
      line(ctx, tone(0.25, 0.03, 40), 0.008 * s, [x, y - 0.46 * s, x, y - 0.9 * s]);
      halo(pen, 0.75, 0.19, 40, 0.26, x, y, 0.62 * s * 1.5);
      halo(pen, 0.78, 0.18, 45, 0.44, x, y, 0.42 * s * 1.5);
      dot(ctx, coat(0.6, 0.22, 29), x, y, 0.3 * s, 0.26 * s);
      dot(ctx, lamp(0.68, 0.21, 34, 0.85), x, y, 0.22 * s, 0.25 * s);
      dot(ctx, lamp(0.84, 0.15, 68, 0.75), x, y + 0.03 * s, 0.11 * s, 0.2 * s);
      for (const rx of [0.08, 0.19, 0.285]) {
        ctx.lineWidth = 0.007 * s;
        ctx.strokeStyle = coat(0.44, 0.18, 28);
        ctx.beginPath();
        ctx.ellipse(x, y, rx * s, 0.26 * s, 0, 0, Math.PI * 2);
        ctx.stroke();
      }
      box(ctx, tone(0.76, 0.12, 82), x - 0.12 * s, y - 0.29 * s, 0.24 * s, 0.05 * s);
      box(ctx, tone(0.76, 0.12, 82), x - 0.12 * s, y + 0.235 * s, 0.24 * s, 0.05 * s);
      for (const dx of [-0.03, 0, 0.03])
        line(ctx, tone(0.78, 0.14, 75), 0.012 * s, [x + dx * s, y + 0.28 * s, x + dx * 1.4 * s, y + 0.52 * s]);
    };
    one(-0.42, -0.62, 0.55);
    one(0.46, -0.72, 0.46);
    one(0, -0.5, 0.86);
  },
  umbrella: (pen) => {
    const { ctx, tone, coat } = pen;
    line(ctx, tone(0.34, 0.03, 50), 0.03, [0, -0.9, 0, -0.08, 0.03, -0.02, 0.09, -0.02, 0.12, -0.09]);
    // Panels from the outer ones to the middle, their lower edges drawn in between the ribs.
    for (const [from, to, l] of [
      [-0.62, -0.34, 0.48],
      [0.34, 0.62, 0.5],
      [-0.36, -0.1, 0.56],
      [0.1, 0.36, 0.57],
      [-0.12, 0.12, 0.62],
    ] as const) {
      ctx.fillStyle = coat(l, 0.2, 28);
      ctx.beginPath();
      ctx.moveTo(0, -0.98);
      ctx.quadraticCurveTo(from * 1.12, -0.92, from, -0.5);
      ctx.quadraticCurveTo((from + to) / 2, -0.62, to, -0.5);
      ctx.quadraticCurveTo(to * 1.12, -0.92, 0, -0.98);
      ctx.fill();
    }
    line(ctx, tone(0.34, 0.03, 50), 0.022, [0, -1.04, 0, -0.96]);
  },
  kite: (pen) => {
    const { ctx, tone, coat } = pen;
    line(ctx, tone(0.9, 0.01, 90), 0.006, [0, -0.64, -0.3, -0.1, -0.9, 0.6, -1.8, 1.3]);
    poly(ctx, coat(0.64, 0.2, 28), [0.1, -1, 0.42, -0.66, 0, -0.64]);
    poly(ctx, coat(0.8, 0.16, 80), [0.1, -1, -0.28, -0.8, 0, -0.64]);
    poly(ctx, tone(0.62, 0.15, 245), [-0.28, -0.8, -0.2, -0.16, 0, -0.64]);
    poly(ctx, tone(0.7, 0.15, 150), [0.42, -0.66, -0.2, -0.16, 0, -0.64]);
    line(ctx, tone(0.9, 0.02, 80), 0.01, [-0.2, -0.16, -0.1, 0, -0.24, 0.14, -0.14, 0.3, -0.28, 0.46]);
    for (const [x, y, hue] of [
      [-0.12, 0, 28],
      [-0.22, 0.15, 80],
      [-0.16, 0.3, 245],
    ] as const) {
      poly(ctx, tone(0.7, 0.17, hue), [x, y, x - 0.09, y - 0.04, x - 0.08, y + 0.05]);
      poly(ctx, tone(0.7, 0.17, hue), [x, y, x + 0.09, y - 0.04, x + 0.08, y + 0.05]);
    }
  },
  rose: (pen) => {
    const { ctx, coat, tone } = pen;
    const leafy = tone(0.48, 0.11, 142);
    limb(ctx, tone(0.44, 0.1, 140), [0.02, 0.02, 0.018, -0.03, -0.3, 0.016, 0, -0.62, 0.018]);
    for (const [s, y, r] of [
      [1, -0.22, 0.26],
      [-1, -0.36, 0.24],
    ] as const) {
      curve(ctx, leafy, [
        0,
        y,
        s * r * 0.4,
        y - r * 0.5,
        s * r * 1.2,
        y - r * 0.62,
        s * r * 0.9,
        y - r * 0.1,
        s * r * 0.35,
        y + r * 0.12,
      ]);
      line(ctx, tone(0.58, 0.11, 138), 0.006, [0, y, s * r * 0.55, y - r * 0.25, s * r * 1.1, y - r * 0.56]);
    }
    const petal = (l: number, x: number, y: number, rx: number, ry: number, turn: number) =>
      dot(ctx, coat(l, 0.2, 18), x, y, rx, ry, turn);
    petal(0.42, 0, -0.74, 0.25, 0.19, 0);
    petal(0.5, -0.15, -0.74, 0.14, 0.19, 0.5);
    petal(0.48, 0.15, -0.74, 0.14, 0.19, -0.5);
    petal(0.55, -0.09, -0.83, 0.15, 0.17, -0.4);
    petal(0.53, 0.09, -0.83, 0.15, 0.17, 0.4);
    petal(0.62, 0, -0.68, 0.2, 0.13, 0);
    petal(0.58, -0.11, -0.73, 0.12, 0.15, 0.5);
    petal(0.56, 0.11, -0.73, 0.12, 0.15, -0.5);
    petal(0.48, 0, -0.82, 0.13, 0.13, 0);
    petal(0.62, -0.02, -0.8, 0.1, 0.09, 0.3);
    petal(0.46, 0.02, -0.83, 0.07, 0.06, 0.3);
    petal(0.6, 0.01, -0.815, 0.04, 0.035, 0);
    for (const s of [-1, 1]) poly(ctx, leafy, [s * 0.02, -0.6, s * 0.17, -0.63, s * 0.06, -0.55]);
  },
  crystal: (pen) => {
    const { ctx, coat, lamp } = pen;
    halo(pen, 0.8, 0.13, 210, 0.35, 0, -0.45, 0.72 * 1.5);
    const shard = (x: number, w: number, h: number, lean: number, hue: number) => {
      const X = (t: number, o: number) => x + lean * t + o * w;
      poly(ctx, coat(0.56, 0.13, hue), [
        X(0, -1),
        0.02,
        X(0.78, -1),
        -h * 0.78,
        X(1, 0),
        -h,
        X(0.7, -0.15),
        -h * 0.7,
        X(0, -0.2),
        0.02,
      ]);
      poly(ctx, coat(0.8, 0.1, hue), [
        X(0, -0.2),
        0.02,
        X(0.7, -0.15),
        -h * 0.7,
        X(1, 0),
        -h,
        X(0.74, 0.5),
        -h * 0.74,
        X(0, 0.45),
        0.02,
      ]);
      poly(ctx, coat(0.66, 0.12, hue), [
        X(0, 0.45),
        0.02,
        X(0.74, 0.5),
        -h * 0.74,
        X(1, 0),
        -h,
        X(0.78, 1),
        -h * 0.78,
        X(0, 1),
        0.02,
      ]);
      line(ctx, lamp(0.97, 0.03, hue, 0.8), 0.008, [X(0.1, -0.18), -h * 0.1, X(0.7, -0.15), -h * 0.7, X(1, 0), -h]);
    };
    shard(-0.28, 0.1, 0.62, -0.2, 290);
    shard(0.3, 0.11, 0.7, 0.2, 200);
    shard(-0.12, 0.12, 0.84, -0.06, 250);
    shard(0.12, 0.14, 1, 0.04, 220);
    shard(-0.4, 0.07, 0.34, -0.14, 320);
    shard(0.42, 0.08, 0.36, 0.16, 180);
    shard(0.0, 0.09, 0.42, 0.02, 270);
  },
} satisfies Record<string, Drawing>;
