import { type Drawing, type Pen, beam, box, curve, dot, halo, line, poly } from './pen.js';

/** A lit window when it is dark, glass when it is not. */
export function pane(pen: Pen, x: number, y: number, w: number, h: number, round = false): void {
  const colour = pen.dark ? pen.lamp(0.9, 0.12, 78) : pen.tone(0.36, 0.04, 240);
  box(pen.ctx, colour, x, y, w, h);
  if (round) dot(pen.ctx, colour, x + w / 2, y, w / 2);
  if (pen.dark) halo(pen, 0.88, 0.12, 75, 0.31, x + w / 2, y + h / 2, w * 1.6 * 1.5);
}

/** A wall with its right side in another light. */
export function block(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: readonly [number, number, number],
  split = 0.62,
): void {
  const [l, c, hue] = colour;
  box(pen.ctx, pen.coat(l, c, hue), x, y, w * split + 0.002, h);
  box(pen.ctx, pen.coat(l * 0.83, c, hue), x + w * split, y, w * (1 - split), h);
}

export function spire(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: readonly [number, number, number],
): void {
  const [l, c, hue] = colour;
  poly(pen.ctx, pen.tone(l, c, hue), [x - w / 2, y, x, y - h, x + w * 0.12, y]);
  poly(pen.ctx, pen.tone(l * 0.78, c, hue), [x + w * 0.12, y, x, y - h, x + w / 2, y]);
}

/** A roof with raised corners. */
export function eaves(pen: Pen, y: number, w: number, h: number, colour: readonly [number, number, number]): void {
  const [l, c, hue] = colour;
  const half = w / 2;
  pen.ctx.fillStyle = pen.coat(l, c, hue);
  pen.ctx.beginPath();
  pen.ctx.moveTo(-half, y - h * 0.12);
  pen.ctx.quadraticCurveTo(-half * 0.6, y - h * 0.2, -half * 0.42, y - h);
  pen.ctx.lineTo(half * 0.42, y - h);
  pen.ctx.quadraticCurveTo(half * 0.6, y - h * 0.2, half, y - h * 0.12);
  pen.ctx.quadraticCurveTo(half * 0.5, y + h * 0.08, 0, y + h * 0.06);
  pen.ctx.quadraticCurveTo(-half * 0.5, y + h * 0.08, -half, y - h * 0.12);
  pen.ctx.fill();
  for (let i = -6; i <= 6; i++)
    line(pen.ctx, pen.coat(l * 0.76, c, hue), 0.005, [i * half * 0.062, y - h * 0.96, i * half * 0.13, y]);
  line(pen.ctx, pen.coat(l * 0.66, c, hue), h * 0.12, [-half * 0.42, y - h, half * 0.42, y - h]);
}

export const STONE: readonly [number, number, number] = [0.76, 0.03, 75];

/** What stands on a rise. */
export const BUILDINGS = {
  house: (pen) => {
    const { ctx, tone } = pen;
    box(ctx, tone(0.5, 0.08, 38), 0.3, -0.98, 0.12, 0.3);
    block(pen, -0.52, -0.5, 1.04, 0.52, [0.9, 0.03, 82], 0.58);
    poly(ctx, pen.tone(0.5, 0.13, 34), [-0.62, -0.48, -0.4, -0.92, 0.4, -0.92, 0.62, -0.48]);
    poly(ctx, pen.coat(0.86, 0.03, 82), [-0.2, -0.48, 0.02, -0.8, 0.24, -0.48]);
    poly(ctx, pen.tone(0.4, 0.11, 34), [-0.28, -0.47, 0.02, -0.88, 0.32, -0.47, 0.24, -0.47, 0.02, -0.77, -0.2, -0.47]);
    pane(pen, -0.03, -0.64, 0.1, 0.1);
    box(ctx, tone(0.4, 0.07, 45), -0.06, -0.3, 0.16, 0.32);
    for (const x of [-0.42, -0.25, 0.2, 0.36]) pane(pen, x, -0.36, 0.11, 0.16);
  },
  cabin: (pen) => {
    const { ctx, tone } = pen;
    box(ctx, tone(0.52, 0.02, 60), 0.26, -1.02, 0.13, 0.4);
    block(pen, -0.5, -0.46, 1, 0.48, [0.5, 0.075, 55], 0.55);
    for (let i = 0; i < 6; i++) line(ctx, tone(0.36, 0.06, 50), 0.012, [-0.5, -0.43 + i * 0.08, 0.5, -0.43 + i * 0.08]);
    poly(ctx, pen.coat(0.44, 0.07, 55), [-0.5, -0.46, -0.24, -0.86, 0.05, -0.46]);
    poly(
      ctx,
      tone(0.34, 0.04, 45),
      [-0.62, -0.4, -0.26, -0.96, 0.46, -0.96, 0.66, -0.42, 0.08, -0.42, -0.25, -0.82, -0.54, -0.38],
    );
    box(ctx, tone(0.28, 0.04, 45), 0.14, -0.34, 0.16, 0.36);
    pane(pen, -0.34, -0.34, 0.18, 0.16);
    pane(pen, 0.36, -0.34, 0.09, 0.14);
    pane(pen, -0.29, -0.62, 0.08, 0.08);
  },
  castle: (pen) => {
    const { ctx } = pen;
    const roof: readonly [number, number, number] = [0.42, 0.09, 265];
    const tower = (x: number, w: number, h: number, cap: number) => {
      block(pen, x - w / 2, -h, w, h + 0.02, STONE);
      for (let i = 0; i < 4; i++)
        box(
          ctx,
          pen.coat(0.7, 0.03, 75),
          x - w / 2 - 0.012 + i * (w + 0.024) * 0.27,
          -h - 0.032,
          (w + 0.02) * 0.17,
          0.04,
        );
      if (cap) {
        spire(pen, x, -h, w * 1.24, cap, roof);
        line(ctx, pen.tone(0.3, 0.02, 60), 0.006, [x, -h - cap, x, -h - cap - 0.07]);
        poly(ctx, pen.tone(0.58, 0.19, 27), [x, -h - cap - 0.07, x + 0.07, -h - cap - 0.05, x, -h - cap - 0.03]);
      }
      for (let y = h - 0.08; y > 0.14; y -= 0.14) pane(pen, x - w * 0.13, -y, w * 0.18, 0.05, true);
    };
    tower(-0.14, 0.17, 0.6, 0.24);
    tower(0.2, 0.13, 0.68, 0.22);
    block(pen, -0.44, -0.3, 0.88, 0.32, STONE, 0.5);
    for (let i = 0; i < 13; i++) box(ctx, pen.coat(0.74, 0.03, 75), -0.44 + i * 0.069, -0.335, 0.038, 0.04);
    tower(-0.44, 0.15, 0.4, 0.2);
    tower(0.44, 0.16, 0.44, 0.21);
    block(pen, -0.16, -0.42, 0.32, 0.44, STONE, 0.56);
    tower(0.02, 0.12, 0.76, 0.24);
    for (let i = 0; i < 5; i++) box(ctx, pen.coat(0.74, 0.03, 75), -0.16 + i * 0.07, -0.452, 0.04, 0.04);
    curve(ctx, pen.tone(0.24, 0.03, 50), [-0.07, 0.02, -0.07, -0.14, 0, -0.2, 0.07, -0.14, 0.07, 0.02]);
    pane(pen, -0.11, -0.34, 0.035, 0.06, true);
    pane(pen, 0.075, -0.34, 0.035, 0.06, true);
  },
  lighthouse: (pen) => {
    const { ctx, tone, lamp } = pen;
    block(pen, 0.12, -0.17, 0.3, 0.19, [0.93, 0.015, 85]);
    poly(ctx, tone(0.54, 0.15, 30), [0.08, -0.16, 0.14, -0.26, 0.4, -0.26, 0.46, -0.16]);
    pane(pen, 0.22, -0.12, 0.05, 0.06);
    const edge = (y: number) => 0.135 + y * 0.07;
    for (let i = 0; i < 7; i++) {
      const y0 = -i * 0.108;
      const y1 = y0 - 0.109;
      const [a, b] = [edge(y0), edge(y1)];
      const l = i % 2 ? ([0.58, 0.19, 27] as const) : ([0.96, 0.01, 90] as const);
      poly(ctx, i % 2 ? pen.coat(l[0], l[1], l[2]) : tone(l[0], l[1], l[2]), [
        -a,
        y0,
        -b,
        y1,
        b * 0.3,
        y1,
        a * 0.3,
        y0,
      ]);
      poly(ctx, i % 2 ? pen.coat(l[0] * 0.82, l[1], l[2]) : tone(l[0] * 0.82, l[1], l[2]), [
        a * 0.3,
        y0,
        b * 0.3,
        y1,
        b,
        y1,
        a,
        y0,
      ]);
    }
    for (const y of [-0.2, -0.42, -0.63]) pane(pen, -0.03, y, 0.035, 0.05, true);
    box(ctx, tone(0.3, 0.02, 260), -0.125, -0.785, 0.25, 0.03);
    for (let i = 0; i <= 8; i++) box(ctx, tone(0.34, 0.02, 260), -0.12 + i * 0.029, -0.825, 0.008, 0.045);
    box(ctx, pen.dark ? lamp(0.95, 0.11, 92) : tone(0.75, 0.05, 210), -0.066, -0.89, 0.132, 0.108);
    for (const x of [-0.066, -0.022, 0.022, 0.06]) box(ctx, tone(0.3, 0.02, 260), x, -0.89, 0.008, 0.108);
    curve(ctx, tone(0.5, 0.17, 28), [-0.088, -0.885, -0.05, -0.95, 0, -0.975, 0.05, -0.95, 0.088, -0.885]);
    line(ctx, tone(0.3, 0.02, 260), 0.008, [0, -0.97, 0, -1.02]);
    if (pen.dark) {
      beam(pen, 0.95, 0.1, 92, 0.32, [0, -0.84, -1.85, -1.06, -1.85, -0.76]);
      beam(pen, 0.95, 0.1, 92, 0.2, [0, -0.84, 1.85, -1.0, 1.85, -0.72]);
      halo(pen, 0.95, 0.1, 92, 0.66, 0, -0.84, 0.16 * 1.5);
    }
  },
  church: (pen) => {
    const { ctx, tone } = pen;
    block(pen, -0.1, -0.36, 0.5, 0.38, [0.9, 0.02, 85], 0.72);
    poly(ctx, tone(0.45, 0.08, 40), [-0.14, -0.34, 0.0, -0.56, 0.38, -0.56, 0.46, -0.34]);
    block(pen, -0.3, -0.56, 0.24, 0.58, [0.93, 0.02, 85]);
    spire(pen, -0.18, -0.55, 0.3, 0.36, [0.42, 0.075, 250]);
    line(ctx, tone(0.8, 0.12, 85), 0.013, [-0.18, -0.9, -0.18, -1.02]);
    line(ctx, tone(0.8, 0.12, 85), 0.013, [-0.215, -0.975, -0.145, -0.975]);
    curve(ctx, tone(0.36, 0.06, 45), [-0.23, 0.02, -0.23, -0.12, -0.18, -0.17, -0.13, -0.12, -0.13, 0.02]);
    pane(pen, -0.205, -0.42, 0.05, 0.08, true);
    for (const x of [0.02, 0.14, 0.27]) pane(pen, x, -0.22, 0.05, 0.12, true);
  },
} satisfies Record<string, Drawing>;
