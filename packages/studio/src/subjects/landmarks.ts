import { block, eaves, pane } from './buildings.js';
import { type Drawing, box, curve, dot, halo, line, poly } from './pen.js';

/** Middle and radius of a bridge's arches. */
const ARCHES = [
  [0, 0.56],
  [-1.12, 0.42],
  [1.12, 0.42],
  [-2.0, 0.3],
  [2.0, 0.3],
] as const;

/** What people travel to see. */
export const LANDMARKS = {
  temple: (pen) => {
    const { ctx, tone } = pen;
    poly(ctx, tone(0.74, 0.02, 80), [-0.9, 0.02, -0.78, -0.14, 0.78, -0.14, 0.9, 0.02]);
    for (let i = 0; i < 4; i++)
      line(ctx, tone(0.58, 0.02, 80), 0.01, [-0.86 + i * 0.03, -0.03 - i * 0.035, 0.86 - i * 0.03, -0.03 - i * 0.035]);
    box(ctx, tone(0.32, 0.06, 35), -0.62, -0.46, 1.24, 0.33);
    for (const x of [-0.62, -0.38, -0.14, 0.08, 0.32, 0.56]) box(ctx, pen.tone(0.52, 0.16, 30), x, -0.48, 0.06, 0.35);
    for (const x of [-0.5, 0.42]) pane(pen, x, -0.38, 0.1, 0.16);
    pane(pen, -0.05, -0.36, 0.1, 0.22);
    eaves(pen, -0.44, 1.72, 0.26, [0.4, 0.05, 190]);
    box(ctx, tone(0.5, 0.15, 30), -0.36, -0.76, 0.72, 0.1);
    eaves(pen, -0.74, 1.12, 0.24, [0.4, 0.05, 190]);
    dot(ctx, pen.tone(0.82, 0.13, 85), 0, -0.99, 0.025);
  },
  pagoda: (pen) => {
    const { ctx, tone } = pen;
    poly(ctx, tone(0.72, 0.02, 80), [-0.32, 0.02, -0.27, -0.04, 0.27, -0.04, 0.32, 0.02]);
    for (let i = 0; i < 5; i++) {
      const y = -0.04 - i * 0.165;
      const w = 0.34 - i * 0.042;
      block(pen, -w / 2, y - 0.12, w, 0.122, [0.56, 0.14, 32], 0.6);
      for (const t of [-0.36, -0.12, 0.12, 0.36]) pane(pen, t * w - 0.016, y - 0.09, 0.032, 0.055);
      eaves(pen, y - 0.105, w * 1.95, 0.078, [0.38, 0.05, 195]);
    }
    line(ctx, tone(0.78, 0.12, 85), 0.012, [0, -0.86, 0, -1.02]);
    for (let i = 0; i < 4; i++) dot(ctx, tone(0.82, 0.12, 85), 0, -0.89 - i * 0.03, 0.02 - i * 0.003, 0.008);
  },
  windmill: (pen) => {
    const { ctx, tone } = pen;
    poly(ctx, pen.coat(0.9, 0.02, 85), [-0.19, 0.02, -0.11, -0.6, 0.03, -0.6, 0.05, 0.02]);
    poly(ctx, pen.coat(0.74, 0.02, 85), [0.05, 0.02, 0.03, -0.6, 0.11, -0.6, 0.19, 0.02]);
    curve(ctx, tone(0.44, 0.09, 40), [-0.13, -0.58, -0.1, -0.68, 0, -0.74, 0.1, -0.68, 0.13, -0.58]);
    box(ctx, tone(0.36, 0.06, 45), -0.05, -0.15, 0.1, 0.17);
    pane(pen, -0.03, -0.34, 0.06, 0.07);
    pane(pen, -0.025, -0.51, 0.05, 0.06);
    for (let i = 0; i < 4; i++) {
      const a = 0.5 + (i * Math.PI) / 2;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      const P = (r: number, o: number) => [r * c - o * s, -0.62 + r * s + o * c];
      poly(ctx, tone(0.95, 0.02, 85), [...P(0.1, 0.004), ...P(0.4, 0.004), ...P(0.4, 0.085), ...P(0.1, 0.085)]);
      for (let k = 0; k < 6; k++)
        line(ctx, tone(0.55, 0.05, 50), 0.006, [...P(0.1 + k * 0.06, 0), ...P(0.1 + k * 0.06, 0.085)]);
      line(ctx, tone(0.4, 0.05, 48), 0.014, [0, -0.62, ...P(0.41, 0)]);
    }
    dot(ctx, tone(0.3, 0.04, 45), 0, -0.62, 0.028);
  },
  ruin: (pen) => {
    const { ctx, tone } = pen;
    poly(ctx, pen.coat(0.72, 0.03, 78), [-0.86, 0.03, -0.8, -0.09, 0.8, -0.09, 0.88, 0.03]);
    const heights = [0.72, 0.72, 0.72, 0.4, 0.66, 0.24];
    heights.forEach((h, i) => {
      const x = -0.7 + i * 0.26;
      for (const [dx, l] of [
        [-0.05, 0.88],
        [-0.017, 0.8],
        [0.017, 0.7],
      ] as const)
        box(ctx, pen.coat(l, 0.03, 80), x + dx, -h, 0.034, h - 0.08);
      if (h > 0.6) box(ctx, pen.coat(0.84, 0.03, 80), x - 0.075, -h - 0.05, 0.15, 0.055);
      else
        poly(ctx, pen.coat(0.78, 0.03, 80), [
          x - 0.05,
          -h,
          x - 0.02,
          -h - 0.05,
          x + 0.02,
          -h - 0.01,
          x + 0.05,
          -h - 0.03,
          x + 0.05,
          -h,
        ]);
    });
    poly(ctx, pen.coat(0.8, 0.03, 80), [-0.8, -0.76, -0.8, -0.86, -0.06, -0.86, -0.1, -0.76]);
    poly(ctx, pen.coat(0.86, 0.03, 80), [-0.82, -0.86, -0.44, -1, -0.24, -0.93, -0.2, -0.86]);
    dot(ctx, tone(0.5, 0.1, 135), -0.72, -0.86, 0.07, 0.03);
    poly(ctx, pen.coat(0.74, 0.03, 80), [0.7, 0.03, 0.78, -0.07, 0.94, -0.05, 0.98, 0.03]);
  },
  tower: (pen) => {
    const { ctx, tone, lamp, dark } = pen;
    const iron = pen.coat(0.46, 0.05, 50);
    const half = (t: number) => 0.2 * (1 - t) ** 2.1 + 0.012;
    for (const s of [-1, 1]) {
      const outer: number[] = [];
      const inner: number[] = [];
      for (let t = 0; t <= 1.001; t += 0.05) {
        outer.push(s * half(t), -t * 0.94);
        const u = 1 - t;
        inner.push(s * Math.max(0, half(u) - 0.05 * (1 - u) - 0.008), -u * 0.94);
      }
      poly(ctx, s > 0 ? pen.coat(0.38, 0.05, 50) : iron, [...outer, ...inner]);
    }
    for (let t = 0.04; t < 0.9; t += 0.045)
      line(ctx, iron, 0.006, [
        -half(t),
        -t * 0.94,
        half(t + 0.045),
        -(t + 0.045) * 0.94,
        -half(t + 0.045),
        -(t + 0.045) * 0.94,
        half(t),
        -t * 0.94,
      ]);
    box(ctx, iron, -0.13, -0.26, 0.26, 0.025);
    box(ctx, iron, -0.07, -0.5, 0.14, 0.022);
    box(ctx, iron, -0.026, -0.92, 0.052, 0.03);
    line(ctx, iron, 0.01, [0, -0.92, 0, -1.03]);
    if (dark)
      for (let t = 0.03; t < 0.95; t += 0.04)
        for (const s of [-1, 1]) dot(ctx, lamp(0.92, 0.12, 82, 0.9), s * half(t), -t * 0.94, 0.007);
    dot(ctx, dark ? lamp(0.7, 0.2, 28) : tone(0.5, 0.1, 30), 0, -1.03, 0.01);
  },
  torii: (pen) => {
    const { ctx, tone } = pen;
    const red = pen.coat(0.58, 0.19, 32);
    const low = pen.coat(0.48, 0.17, 32);
    for (const s of [-1, 1]) {
      poly(ctx, s > 0 ? low : red, [s * 0.47, 0.02, s * 0.37, 0.02, s * 0.34, -0.84, s * 0.42, -0.84]);
      box(ctx, tone(0.24, 0.02, 40), s * 0.42 - 0.07, -0.07, 0.14, 0.09);
    }
    box(ctx, low, -0.52, -0.68, 1.04, 0.07);
    box(ctx, red, -0.035, -0.82, 0.07, 0.16);
    poly(ctx, red, [-0.66, -0.9, 0, -0.845, 0.66, -0.9, 0.63, -0.82, 0, -0.775, -0.63, -0.82]);
    poly(ctx, tone(0.26, 0.03, 40), [-0.72, -1, 0, -0.925, 0.72, -1, 0.67, -0.895, 0, -0.84, -0.67, -0.895]);
  },
  pyramid: (pen) => {
    const { ctx } = pen;
    const one = (x: number, w: number, h: number) => {
      poly(ctx, pen.coat(0.82, 0.085, 78), [x - w, 0.03, x, -h, x + w * 0.24, 0.03]);
      poly(ctx, pen.coat(0.6, 0.075, 62), [x + w * 0.24, 0.03, x, -h, x + w, 0.03]);
      for (let i = 1; i < 17; i++) {
        const t = i / 17;
        line(ctx, pen.coat(0.7, 0.08, 72), 0.004, [
          x - w * t,
          -h * (1 - t) + 0.03 * t,
          x + w * 0.24 * t,
          -h * (1 - t) + 0.03 * t,
        ]);
        line(ctx, pen.coat(0.52, 0.07, 60), 0.004, [
          x + w * 0.24 * t,
          -h * (1 - t) + 0.03 * t,
          x + w * t,
          -h * (1 - t) + 0.03 * t,
        ]);
      }
    };
    one(0.95, 0.52, 0.56);
    one(-1, 0.4, 0.42);
    one(0, 0.84, 1);
  },
  bridge: (pen) => {
    const { ctx } = pen;
    const stone = pen.coat(0.72, 0.03, 78);
    const under = pen.tone(0.42, 0.03, 65);
    const deck = (x: number) => -0.56 - 0.26 * Math.cos((x / 2.6) * Math.PI * 0.5) ** 1.4;
    const path = (colour: string, dy: number) => {
      const xy: number[] = [];
      for (let x = -2.6; x <= 2.6; x += 0.1) xy.push(x, deck(x) + dy);
      poly(ctx, colour, [...xy, 2.6, 0.1, -2.6, 0.1]);
    };
    path(stone, 0);
    const arches = (dx: number, wider: number, draw: () => void) => {
      for (const [x, r] of ARCHES) {
        ctx.beginPath();
        ctx.ellipse(x + dx, 0.12, r + wider, (r + wider) * 0.98, 0, Math.PI, 0);
        draw();
      }
    };
    ctx.globalCompositeOperation = 'destination-out';
    arches(0, 0, () => ctx.fill());
    ctx.globalCompositeOperation = 'destination-over';
    ctx.lineWidth = 0.1;
    ctx.strokeStyle = under;
    arches(0.07, 0.02, () => ctx.stroke());
    ctx.globalCompositeOperation = 'source-over';
    ctx.lineWidth = 0.045;
    ctx.strokeStyle = pen.coat(0.86, 0.03, 80);
    arches(0, 0.02, () => ctx.stroke());
    for (let x = -2.5; x <= 2.5; x += 0.2) box(ctx, pen.coat(0.82, 0.03, 80), x, deck(x) - 0.13, 0.035, 0.15);
    const rail: number[] = [];
    for (let x = -2.6; x <= 2.6; x += 0.1) rail.push(x, deck(x) - 0.12);
    line(ctx, pen.coat(0.84, 0.03, 80), 0.035, rail);
    if (pen.dark)
      for (const x of [-1.7, -0.6, 0.6, 1.7]) {
        line(ctx, pen.tone(0.25, 0.02, 60), 0.02, [x, deck(x), x, deck(x) - 0.34]);
        halo(pen, 0.93, 0.11, 82, 0.66, x, deck(x) - 0.36, 0.14 * 1.5);
        dot(ctx, pen.lamp(0.96, 0.08, 85), x, deck(x) - 0.36, 0.04);
      }
  },
} satisfies Record<string, Drawing>;
