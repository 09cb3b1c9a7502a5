import { beam, box, curve, dot, line, poly, type Drawing, type Pen } from './pen.js';

function wheel(pen: Pen, x: number, y: number, r: number, spokes: number): void {
  const { ctx, tone } = pen;
  ctx.lineWidth = r * 0.14;
  ctx.strokeStyle = tone(0.22, 0.015, 260);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, Math.PI * 2);
  ctx.stroke();
  for (let i = 0; i < spokes; i++) {
    const a = (i / spokes) * Math.PI * 2;
    line(ctx, tone(0.55, 0.01, 260), r * 0.03, [x, y, x + Math.cos(a) * r * 0.94, y + Math.sin(a) * r * 0.94]);
  }
  dot(ctx, tone(0.3, 0.015, 260), x, y, r * 0.12);
}

/** What carries people: on land, on water, in the air. */
export const VEHICLES = {
  train: (pen) => {
    const { ctx, tone, coat, lamp } = pen;
    box(ctx, tone(0.34, 0.03, 50), -4, -0.03, 8, 0.06);
    for (let i = 0; i < 9; i++)
      dot(
        ctx,
        lamp(0.9, 0.01, 240, 0.5 - i * 0.045),
        0.66 - i * 0.3,
        -1.06 - i * 0.1 + Math.sin(i * 2) * 0.05,
        0.1 + i * 0.045,
      );
    for (const [i, x] of [-0.42, -1.5, -2.58].entries()) {
      box(ctx, coat(i ? 0.52 : 0.3, i ? 0.14 : 0.03, i ? 28 : 260), x - 0.5, -0.72, 1, 0.56);
      box(ctx, tone(0.3, 0.03, 50), x - 0.54, -0.78, 1.08, 0.08);
      box(ctx, tone(0.82, 0.1, 85), x - 0.5, -0.34, 1, 0.02);
      for (let k = 0; k < 4; k++)
        box(ctx, pen.dark ? lamp(0.92, 0.11, 80) : tone(0.66, 0.05, 225), x - 0.42 + k * 0.22, -0.62, 0.16, 0.2);
      for (const dx of [-0.3, 0.3]) dot(ctx, tone(0.22, 0.01, 260), x + dx, -0.1, 0.1);
    }
    box(ctx, tone(0.26, 0.02, 260), 0.1, -0.86, 0.36, 0.72);
    box(ctx, tone(0.34, 0.06, 28), 0.06, -0.92, 0.46, 0.08);
    box(ctx, pen.dark ? lamp(0.92, 0.11, 80) : tone(0.66, 0.05, 225), 0.18, -0.78, 0.2, 0.2);
    ctx.beginPath();
    ctx.fillStyle = tone(0.32, 0.025, 260);
    ctx.roundRect(0.42, -0.64, 0.84, 0.38, 0.06);
    ctx.fill();
    box(ctx, tone(0.24, 0.02, 260), 0.2, -0.28, 1.12, 0.12);
    poly(ctx, tone(0.26, 0.02, 260), [0.98, -0.62, 0.95, -0.92, 1.17, -0.92, 1.13, -0.62]);
    dot(ctx, tone(0.78, 0.12, 80), 0.72, -0.66, 0.07);
    for (const x of [0.3, 0.62, 0.94]) wheel(pen, x, -0.14, 0.13, 8);
    line(ctx, tone(0.58, 0.17, 27), 0.035, [0.3, -0.12, 0.98, -0.12]);
    poly(ctx, tone(0.5, 0.16, 27), [1.26, -0.2, 1.5, 0, 1.26, 0]);
    dot(ctx, pen.dark ? lamp(0.97, 0.08, 92) : tone(0.86, 0.08, 90), 1.27, -0.5, 0.055);
    if (pen.dark) beam(pen, 0.96, 0.09, 92, 0.4, [1.27, -0.5, 3.1, -0.82, 3.1, 0.02]);
  },
  car: (pen) => {
    const { ctx, tone, coat, lamp } = pen;
    curve(ctx, coat(0.52, 0.18, 27), [-0.6, -0.56, -0.38, -0.92, -0.1, -1, 0.28, -0.98, 0.66, -0.6]);
    poly(ctx, tone(0.62, 0.05, 225), [-0.44, -0.6, -0.3, -0.86, -0.04, -0.91, -0.04, -0.6]);
    poly(ctx, tone(0.55, 0.05, 225), [0.03, -0.6, 0.03, -0.91, 0.26, -0.88, 0.52, -0.6]);
    curve(
      ctx,
      coat(0.6, 0.19, 28),
      [-1.16, -0.3, -1.1, -0.54, -0.6, -0.62, 0.6, -0.62, 1.08, -0.52, 1.2, -0.28, 1.1, -0.16, -1.1, -0.16],
    );
    line(ctx, coat(0.44, 0.16, 27), 0.014, [-0.02, -0.6, 0, -0.2]);
    line(ctx, tone(0.9, 0.01, 240), 0.022, [-1.1, -0.36, 1.12, -0.36]);
    for (const x of [-0.66, 0.7]) {
      dot(ctx, tone(0.18, 0.01, 260), x, -0.2, 0.21);
      dot(ctx, tone(0.76, 0.01, 250), x, -0.2, 0.12);
      dot(ctx, tone(0.4, 0.01, 250), x, -0.2, 0.045);
    }
    dot(ctx, pen.dark ? lamp(0.97, 0.08, 95) : tone(0.94, 0.04, 95), 1.1, -0.42, 0.06, 0.07);
    dot(ctx, lamp(0.6, 0.22, 27), -1.12, -0.42, 0.035, 0.07);
    if (pen.dark) beam(pen, 0.96, 0.09, 95, 0.48, [1.1, -0.42, 1.85, -0.6, 1.85, 0.04]);
  },
  bicycle: (pen) => {
    const { ctx, tone, coat } = pen;
    wheel(pen, -0.52, -0.33, 0.32, 14);
    wheel(pen, 0.54, -0.33, 0.32, 14);
    const frame = coat(0.6, 0.16, 200);
    line(ctx, frame, 0.035, [-0.52, -0.33, -0.2, -0.76, 0.36, -0.78, -0.02, -0.33, -0.52, -0.33]);
    line(ctx, frame, 0.035, [-0.24, -0.84, -0.02, -0.33]);
    line(ctx, frame, 0.035, [0.32, -0.94, 0.38, -0.76, 0.54, -0.33]);
    line(ctx, tone(0.25, 0.02, 60), 0.035, [0.32, -0.94, 0.42, -1, 0.52, -0.95]);
    limbSeat(pen);
    line(ctx, tone(0.3, 0.02, 260), 0.02, [-0.02, -0.33, 0.08, -0.2]);
    box(ctx, tone(0.62, 0.08, 65), 0.4, -0.9, 0.32, 0.2);
    for (const [x, hue] of [
      [0.44, 20],
      [0.52, 350],
      [0.6, 90],
      [0.68, 320],
    ] as const)
      dot(ctx, tone(0.78, 0.15, hue), x, -0.94, 0.055);
  },
} satisfies Record<string, Drawing>;

function limbSeat({ ctx, tone }: Pen): void {
  curve(ctx, tone(0.28, 0.04, 45), [-0.4, -0.87, -0.3, -0.9, -0.1, -0.87, -0.2, -0.83, -0.34, -0.82]);
}
