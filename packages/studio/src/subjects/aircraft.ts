import { beam, box, curve, dot, line, poly, type Drawing, halo } from './pen.js';

/** What flies by hot air, wings or fire. */
export const AIRCRAFT = {
  balloon: (pen) => {
    const { ctx, tone, coat, lamp } = pen;
    const stripes = 9;
    for (let i = 0; i < stripes; i++) {
      const a = (x: number) => Math.sin(((x / stripes) * 2 - 1) * 1.5708);
      const [x0, x1] = [a(i), a(i + 1)];
      const colour = i % 3 === 0 ? coat(0.62, 0.19, 28) : i % 3 === 1 ? tone(0.93, 0.04, 85) : coat(0.78, 0.15, 70);
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.moveTo(x0 * 0.06, -0.98);
      ctx.bezierCurveTo(x0 * 0.46, -0.97, x0 * 0.52, -0.56, x0 * 0.1, -0.22);
      ctx.lineTo(x1 * 0.1, -0.22);
      ctx.bezierCurveTo(x1 * 0.52, -0.56, x1 * 0.46, -0.97, x1 * 0.06, -0.98);
      ctx.fill();
    }
    dot(ctx, coat(0.55, 0.18, 28), 0, -0.98, 0.07, 0.012);
    dot(ctx, pen.dark ? lamp(0.9, 0.14, 70) : tone(0.4, 0.06, 40), 0, -0.22, 0.1, 0.018);
    for (const x of [-0.09, -0.03, 0.03, 0.09]) line(ctx, tone(0.3, 0.03, 50), 0.006, [x, -0.22, x * 0.7, -0.1]);
    if (pen.dark) halo(pen, 0.88, 0.15, 65, 0.77, 0, -0.3, 0.16 * 1.5);
    ctx.beginPath();
    ctx.fillStyle = tone(0.5, 0.08, 58);
    ctx.roundRect(-0.07, -0.11, 0.14, 0.11, 0.02);
    ctx.fill();
    box(ctx, tone(0.4, 0.07, 55), -0.078, -0.115, 0.156, 0.022);
    for (const x of [-0.025, 0.03]) dot(ctx, tone(0.3, 0.04, 45), x, -0.135, 0.02, 0.024);
  },
  airplane: (pen) => {
    const { ctx, tone, coat } = pen;
    poly(ctx, coat(0.6, 0.03, 245), [0.12, -0.56, -0.3, -0.98, -0.44, -0.98, -0.2, -0.54]);
    poly(ctx, coat(0.58, 0.17, 27), [-0.82, -0.52, -1.08, -0.94, -0.92, -0.94, -0.6, -0.54]);
    curve(
      ctx,
      coat(0.95, 0.008, 240),
      [-1.06, -0.5, -0.6, -0.58, 0.4, -0.62, 0.86, -0.54, 0.96, -0.44, 0.8, -0.36, 0.2, -0.33, -0.6, -0.38],
    );
    curve(
      ctx,
      tone(0.74, 0.015, 245),
      [-1.0, -0.48, -0.4, -0.42, 0.4, -0.41, 0.94, -0.44, 0.8, -0.36, 0.2, -0.33, -0.6, -0.38],
    );
    for (let i = 0; i < 12; i++)
      dot(ctx, pen.dark ? pen.lamp(0.92, 0.1, 85) : tone(0.4, 0.05, 240), -0.55 + i * 0.09, -0.5, 0.02, 0.026);
    poly(ctx, tone(0.36, 0.05, 245), [0.72, -0.56, 0.84, -0.52, 0.88, -0.48, 0.7, -0.48]);
    poly(ctx, coat(0.78, 0.02, 245), [0.16, -0.44, -0.36, 0, -0.56, 0, -0.24, -0.42]);
    poly(ctx, coat(0.5, 0.16, 27), [-0.76, -0.46, -1.04, -0.3, -0.92, -0.3, -0.58, -0.44]);
    dot(ctx, tone(0.55, 0.02, 245), -0.06, -0.2, 0.13, 0.055);
  },
  rocket: (pen) => {
    const { ctx, tone, coat, lamp } = pen;
    for (const [w, h, l, c, hue, alpha] of [
      [0.17, 0.6, 0.72, 0.19, 42, 0.55],
      [0.11, 0.46, 0.84, 0.16, 70, 0.8],
      [0.06, 0.28, 0.97, 0.06, 95, 0.95],
    ] as const)
      curve(ctx, lamp(l, c, hue, alpha), [
        -w,
        -0.24,
        -w * 0.7,
        -0.24 + h * 0.6,
        0,
        -0.24 + h,
        w * 0.7,
        -0.24 + h * 0.6,
        w,
        -0.24,
      ]);
    for (const s of [-1, 1])
      poly(ctx, coat(s < 0 ? 0.6 : 0.48, 0.19, 28), [
        s * 0.12,
        -0.52,
        s * 0.27,
        -0.28,
        s * 0.26,
        -0.16,
        s * 0.1,
        -0.28,
      ]);
    ctx.beginPath();
    ctx.fillStyle = tone(0.95, 0.008, 240);
    ctx.moveTo(-0.11, -0.24);
    ctx.bezierCurveTo(-0.19, -0.52, -0.15, -0.84, 0, -1);
    ctx.bezierCurveTo(0.15, -0.84, 0.19, -0.52, 0.11, -0.24);
    ctx.fill();
    ctx.beginPath();
    ctx.fillStyle = tone(0.78, 0.015, 245);
    ctx.moveTo(0.03, -0.24);
    ctx.bezierCurveTo(0.1, -0.52, 0.08, -0.84, 0, -1);
    ctx.bezierCurveTo(0.15, -0.84, 0.19, -0.52, 0.11, -0.24);
    ctx.fill();
    ctx.beginPath();
    ctx.fillStyle = coat(0.58, 0.2, 28);
    ctx.moveTo(-0.096, -0.83);
    ctx.quadraticCurveTo(-0.06, -0.94, 0, -1);
    ctx.quadraticCurveTo(0.06, -0.94, 0.096, -0.83);
    ctx.fill();
    dot(ctx, tone(0.45, 0.03, 245), 0, -0.66, 0.072);
    dot(ctx, pen.dark ? lamp(0.88, 0.1, 200) : tone(0.65, 0.1, 235), 0, -0.66, 0.052);
    poly(ctx, coat(0.52, 0.19, 28), [-0.025, -0.46, 0.025, -0.46, 0.03, -0.16, -0.03, -0.16]);
    box(ctx, tone(0.4, 0.02, 250), -0.1, -0.26, 0.2, 0.04);
  },
  ufo: (pen) => {
    const { ctx, tone, coat, lamp } = pen;
    beam(pen, 0.92, 0.11, 155, 0.52, [-0.32, -0.42, 0.32, -0.42, 0.9, 1.1, -0.9, 1.1]);
    curve(ctx, lamp(0.86, 0.08, 200, 0.85), [-0.42, -0.62, -0.34, -0.9, 0, -1.02, 0.34, -0.9, 0.42, -0.62]);
    curve(
      ctx,
      coat(0.74, 0.02, 250),
      [-1.1, -0.52, -0.5, -0.7, 0, -0.74, 0.5, -0.7, 1.1, -0.52, 0.5, -0.4, 0, -0.36, -0.5, -0.4],
    );
    curve(ctx, tone(0.5, 0.025, 255), [-1.06, -0.51, 0, -0.46, 1.06, -0.51, 0.5, -0.39, 0, -0.35, -0.5, -0.39]);
    for (let i = 0; i < 7; i++)
      dot(ctx, lamp(0.9, 0.14, i % 2 ? 95 : 155), -0.78 + i * 0.26, -0.5 + Math.abs(i - 3) * -0.012, 0.045, 0.03);
  },
} satisfies Record<string, Drawing>;
