import { blurred, drawn, fillPolygon, glow, linear, type Canvas, type Context } from '../core/canvas.js';
import { clamp, mix, oklch, rgb } from '../core/colour.js';
import { stream } from '../core/random.js';
import { seen, sunlit } from '../plan/atmosphere.js';
import type { Plan } from '../plan/plan.js';
import { paintPlanet } from '../scene/celestial.js';
import type { Scene } from '../scene/scene.js';
import { pine } from '../scene/vegetation/trees.js';
import { bloom, contours, grade, luma, mapped, stencil, vignette, widened } from './passes.js';
import type { StyleRecipe } from './recipe.js';

/** A rock that hangs in the air, green on top. */
function floatingRock(ctx: Context, plan: Plan, x: number, y: number, w: number, distance: number, name: string): void {
  const random = stream(plan.seed, `rock/${name}`);
  const { atmosphere: air, light } = plan;
  const stone = seen(air, oklch(0.5, 0.045, 40), distance);
  const dark = mix(seen(air, oklch(0.36, 0.045, 300), distance), air.shade, 0.2);
  const grass = seen(air, oklch(0.6, 0.13, 140), distance);
  const n = 13;
  const top: Array<[number, number]> = [];
  const under: Array<[number, number]> = [];
  for (let i = 0; i <= n; i++) {
    const t = i / n;
    top.push([x - w / 2 + w * t, y - Math.sin(Math.PI * t) * w * 0.09 * random.range(0.7, 1.3)]);
    under.push([x + w / 2 - w * t, y + (1 - Math.abs(t - 0.5) * 2) ** 0.9 * w * random.range(0.5, 0.86) + w * 0.04]);
  }
  under[0] = [x + w / 2, y];
  under[n] = [x - w / 2, y];
  ctx.fillStyle = linear(ctx, x - (light.side * w) / 2, y + w * 0.5, x + (light.side * w) / 2, y, [
    [0, dark],
    [0.6, stone],
    [1, sunlit(air, stone, 0.6)],
  ]);
  fillPolygon(ctx, [...top, ...under]);
  for (let i = 1; i < n; i += 1) {
    const a = under[i];
    const b = under[i + 1];
    if (!a || !b) continue;
    ctx.fillStyle = linear(ctx, 0, y, 0, y + w * 0.8, [
      [0, i % 2 ? sunlit(air, stone, 0.4) : dark, 0.5],
      [1, dark, 0.1],
    ]);
    fillPolygon(ctx, [a, b, [(a[0] + b[0]) / 2 + (x - a[0]) * 0.3, y + w * 0.02]]);
  }
  ctx.fillStyle = linear(ctx, x - (light.side * w) / 2, 0, x + (light.side * w) / 2, 0, [
    [0, grass],
    [1, sunlit(air, grass, 0.5)],
  ]);
  fillPolygon(ctx, [
    ...top,
    ...top.map(([px], i): [number, number] => [px, y + w * (i % 2 ? 0.075 : 0.025)]).reverse(),
  ]);
  for (let i = 0; i < 7; i++) {
    const t = random.range(0.14, 0.86);
    pine(
      ctx,
      plan,
      x - w / 2 + w * t,
      y - Math.sin(Math.PI * t) * w * 0.06,
      w * random.range(0.14, 0.3),
      distance,
      random,
    );
  }
}

/** Peaks twice as high, rocks in the air, two moons, dust that glows. */
export const fantasyArt: StyleRecipe = {
  wishes: { rise: 1.75 },
  manner: {
    beyond: (scene) => {
      const { plan } = scene;
      const short = Math.min(plan.width, plan.height);
      if (!plan.struck.has('sky:moon'))
        scene.add('celestial', 'moons', 0.95, (ctx) => {
          ctx.globalAlpha = plan.atmosphere.key > 0.7 ? 0.62 : 0.9;
          paintPlanet(
            ctx,
            plan,
            plan.width * (0.5 - plan.light.side * 0.29),
            plan.horizon * 0.27,
            short * 0.135,
            'great moon',
          );
          paintPlanet(
            ctx,
            plan,
            plan.width * (0.5 - plan.light.side * 0.11),
            plan.horizon * 0.13,
            short * 0.045,
            'small moon',
          );
        });
      scene.add('backdrop', 'floating rocks', 0.66, (ctx) => {
        const s = plan.light.side;
        floatingRock(ctx, plan, plan.width * (0.5 + s * 0.34), plan.horizon * 0.3, short * 0.24, 0.6, 'a');
        floatingRock(ctx, plan, plan.width * (0.5 - s * 0.4), plan.horizon * 0.56, short * 0.17, 0.7, 'b');
        floatingRock(ctx, plan, plan.width * (0.5 + s * 0.07), plan.horizon * 0.34, short * 0.1, 0.8, 'c');
      });
    },
  },
  finish: (scene) => {
    const { plan } = scene;
    const { width, height, unit } = plan;
    const toned = grade(bloom(scene.flat, unit * 46, 0.85, 0.5), {
      contrast: 0.42,
      saturation: 1.3,
      shadows: [12, -8, 30],
      lights: [16, 8, -10],
    });
    const ctx = toned.getContext('2d');
    const random = stream(plan.seed, 'dust');
    ctx.globalCompositeOperation = 'soft-light';
    ctx.fillStyle = linear(ctx, 0, 0, 0, height, [
      [0, oklch(0.42, 0.24, 295), 0.9],
      [0.5, oklch(0.72, 0.2, 345), 0.45],
      [1, oklch(0.42, 0.2, 285), 0.6],
    ]);
    ctx.fillRect(0, 0, width, height);
    ctx.globalCompositeOperation = 'lighter';
    for (let i = 0; i < 150; i++) {
      const t = random();
      const x = width * t;
      const y = plan.horizon * 0.95 + Math.sin(t * 7 + 1) * height * 0.12 + random.range(-1, 1) * height * 0.2;
      const colour = oklch(0.88, 0.12, random.chance(0.5) ? 85 : 190);
      const r = unit * random.range(0.8, 2.8);
      glow(ctx, x, y, r * 7, colour, 0.5);
      ctx.fillStyle = 'rgba(255,250,225,0.9)';
      ctx.beginPath();
      ctx.arc(x, y, r * 0.7, 0, Math.PI * 2);
      ctx.fill();
    }
    ctx.globalCompositeOperation = 'source-over';
    return vignette(toned, 0.55, oklch(0.12, 0.06, 290));
  },
};

const NIGHT = [6, 3, 16];

/** Black night, edges of light, the whole foreground a wet mirror. */
export const neonPunk: StyleRecipe = {
  wishes: { prefer: ['time:night', 'palette:neon'] },
  manner: { wet: true },
  finish: (scene: Scene): Canvas => {
    const { plan } = scene;
    const { width, height, unit } = plan;
    const lines = widened(contours(scene, scene.flat, 0.16), width, height, unit > 0.7 ? 1 : 0);
    const cyan = rgb(oklch(0.85, 0.14, 205));
    const pink = rgb(oklch(0.68, 0.27, 345));
    const violet = rgb(oklch(0.58, 0.25, 295));
    const dark = mapped(scene.flat, (px, at, _x, y) => {
      const l = luma(px, at);
      const t = y / height;
      const k = 0.1 + 0.42 * l ** 1.5;
      const hot = clamp((l - 0.62) * 2.4);
      for (let c = 0; c < 3; c++) {
        const tint = (violet[c] ?? 0) * (1 - t) + (pink[c] ?? 0) * t;
        px[at + c] = (px[at + c] ?? 0) * k * 0.5 + tint * l * 0.34 + hot * (pink[c] ?? 0) * 0.75 + (NIGHT[c] ?? 0);
      }
    });
    const tubes = mapped(stencil(lines, width, height, [255, 255, 255]), (px, at, x, y) => {
      const t = clamp(0.5 + 0.5 * Math.sin((x / width) * 5.2 + (y / height) * 3.1 + plan.seed));
      for (let c = 0; c < 3; c++) px[at + c] = (cyan[c] ?? 0) * t + (pink[c] ?? 0) * (1 - t);
    });
    const ctx = dark.getContext('2d');
    ctx.globalCompositeOperation = 'lighter';
    for (const [radius, alpha] of [
      [26, 0.85],
      [8, 0.9],
      [2.2, 0.95],
    ] as const) {
      ctx.globalAlpha = alpha;
      ctx.drawImage(blurred(tubes, unit * radius), 0, 0);
    }
    ctx.globalAlpha = 0.85;
    ctx.drawImage(tubes, 0, 0);
    ctx.globalAlpha = 1;
    ctx.fillStyle = linear(ctx, 0, plan.horizon - height * 0.2, 0, plan.horizon + height * 0.1, [
      [0, oklch(0.5, 0.25, 340), 0],
      [0.66, oklch(0.5, 0.25, 340), 0.36],
      [1, oklch(0.5, 0.2, 250), 0],
    ]);
    ctx.fillRect(0, 0, width, height);
    return vignette(
      drawn(width, height, (out) => out.drawImage(bloom(dark, unit * 24, 0.5, 0.6), 0, 0)),
      0.6,
    );
  },
};
