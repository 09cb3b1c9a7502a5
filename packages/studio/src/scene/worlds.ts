import { glow, linear, perPixel, trace } from '../core/canvas.js';
import { clamp, mix, oklch, ramp, rgb, smoothstep } from '../core/colour.js';
import { fbm, noiseFor, ridged } from '../core/noise.js';
import { stream } from '../core/random.js';
import { paintMeteors, paintPlanet, paintStars } from './celestial.js';
import type { Scene } from './scene.js';
import { dither } from './sky.js';
import { tinted } from '../plan/tints.js';
import { paintReef, paintCoral, paintKelp } from './reef.js';

/** Nebula, stars and planets. */
export function paintSpace(scene: Scene): void {
  const { plan } = scene;
  const { width, height, seed, light, unit } = plan;
  const noise = noiseFor(seed, 'nebula');
  const random = stream(seed, 'space');
  const turn = random.range(0, 360);
  const paint = (l: number, c: number, h: number) =>
    plan.palettes.reduce((colour, palette) => tinted(colour, palette), oklch(l, c, h));
  const bright = plan.moods.has('bright') ? 0.12 : plan.moods.has('dark') ? -0.1 : 0;
  const gas = ramp(
    [
      [0, paint(0.1, 0.03, turn + 20)],
      [0.3, paint(0.22 + bright, 0.09, turn)],
      [0.55, paint(0.44 + bright, 0.15, turn + 50)],
      [0.8, paint(0.7 + bright, 0.15, turn + 95)],
      [1, paint(0.93, 0.07, turn + 120)],
    ],
    256,
  );
  const scale = Math.max(width, height);
  const half = perPixel(width / 2, height / 2, (x, y, out, at) => {
    const u = (x * 2) / scale;
    const v = (y * 2) / scale;
    const wx = fbm(noise, u * 2, v * 2, 3);
    const wy = fbm(noise, u * 2 + 9, v * 2 + 4, 3);
    const cloud = fbm(noise, u * 2.6 + wx * 0.9, v * 2.6 + wy * 0.9, 5);
    const dust = ridged(noise, u * 3 + wy * 0.5, v * 3 + 20, 3);
    const core = Math.exp(-(((x * 2 - light.x) / scale) ** 2 * 7 + ((y * 2 - height * 0.4) / scale) ** 2 * 9));
    const t = clamp(0.24 + cloud * 0.5 + core * 0.36 - dust * 0.24);
    const i = Math.round(t * 255) * 3;
    const bias = dither(x, y);
    for (let k = 0; k < 3; k++) out[at + k] = (gas[i + k] ?? 0) + bias;
    out[at + 3] = 255;
  });
  scene.add('sky', 'nebula', 1, (ctx) => ctx.drawImage(half, 0, 0, width, height));
  if (!plan.struck.has('sky:stars')) scene.add('sky', 'stars', 0.99, (ctx) => paintStars(ctx, plan));
  scene.add('celestial', 'planets', 0.95, (ctx) => {
    const short = Math.min(width, height);
    const near = plan.subjects.length > 0 ? 0.17 : 0.26;
    if (!plan.struck.has('sky:planets')) {
      paintPlanet(ctx, plan, light.x, height * 0.3, short * near, 'near');
      paintPlanet(ctx, plan, width * (0.5 - light.side * 0.33), height * 0.17, short * 0.05, 'far');
    }
    if (plan.sky.has('planets')) {
      paintPlanet(ctx, plan, width * (0.5 - light.side * 0.16), height * 0.46, short * 0.085, 'third');
      paintPlanet(ctx, plan, width * (0.5 + light.side * 0.42), height * 0.68, short * 0.12, 'fourth');
    }
    if (plan.sky.has('sun')) glow(ctx, width * 0.5, height * 0.1, unit * 400, oklch(0.96, 0.08, 80), 0.95);
    if (plan.sky.has('meteors')) paintMeteors(ctx, plan);
  });
}

/** Light from above through water, with far rocks. */
export function paintDeep(scene: Scene): void {
  const { plan } = scene;
  const { width, height, light, unit, seed } = plan;
  const dark = plan.time === 'night' || plan.time === 'dusk' || plan.moods.has('dark');
  const paint = (l: number, c: number, h: number) =>
    plan.palettes.reduce((colour, palette) => tinted(colour, palette), oklch(l * (dark ? 0.66 : 1), c, h));
  const column = ramp(
    [
      [0, paint(0.86, 0.09, 200)],
      [0.22, paint(0.68, 0.11, 215)],
      [0.6, paint(0.42, 0.1, 238)],
      [1, paint(0.22, 0.07, 255)],
    ],
    512,
  );
  const noise = noiseFor(seed, 'deep');
  const pale = rgb(paint(0.96, 0.05, 195));
  const scale = Math.max(width, height);
  const water = perPixel(width, height, (x, y, out, at) => {
    const dx = (x - light.x) / scale;
    const v = y / height;
    const d = clamp(Math.sqrt(dx * dx * 1.3 + v * v * 0.75));
    const angle = Math.atan2(x - light.x, y + height * 0.35);
    const ray =
      smoothstep(0.1, 0.8, 0.5 + 0.5 * noise(angle * 9, 3) * 0.7 + 0.25 * noise(angle * 23, 8)) *
      Math.exp(-v * 2.1) *
      0.5;
    const surface =
      v < 0.12
        ? Math.max(0, ridged(noise, ((x / scale) * 14) / (v * 8 + 0.4), v * 40, 2) - 0.3) * (1 - v / 0.12) * 0.8
        : 0;
    const g = clamp(ray * (1 - Math.abs(dx) * 1.2) + surface);
    const i = Math.round(d * 511) * 3;
    const bias = dither(x, y);
    for (let k = 0; k < 3; k++) out[at + k] = Math.floor((column[i + k] ?? 0) * (1 - g) + (pale[k] ?? 0) * g + bias);
    out[at + 3] = 255;
  });
  scene.put('sky', 'water', 1, water);
  for (let i = 0; i < 3; i++) {
    const distance = 0.8 - i * 0.25;
    scene.add('backdrop', `reef/${i}`, distance, (ctx) =>
      paintReef(ctx, plan, i, mix(paint(0.2, 0.05, 245), paint(0.5, 0.1, 225), distance)),
    );
  }
  scene.add('ground', 'seabed', 0.2, (ctx) => {
    const top = height * 0.84;
    const sand = mix(paint(0.72, 0.06, 90), paint(0.35, 0.08, 235), dark ? 0.75 : 0.45);
    ctx.fillStyle = linear(ctx, 0, top, 0, height, [
      [0, mix(sand, paint(0.5, 0.09, 225), 0.5)],
      [0.4, sand],
      [1, mix(sand, paint(0.2, 0.06, 250), 0.5)],
    ]);
    const points: Array<[number, number]> = [];
    for (let x = 0; x <= width; x += 4) points.push([x, top + unit * 26 * fbm(noise, x / (unit * 300), 7, 3)]);
    trace(ctx, [...points, [width, height], [0, height]]);
    ctx.fill();
  });
  if (plan.flora.includes('coral')) scene.add('flora', 'coral', 0.12, (ctx) => paintCoral(ctx, plan, paint));
  if (plan.flora.includes('kelp')) scene.add('flora', 'kelp', 0.1, (ctx) => paintKelp(ctx, plan, paint));
}
