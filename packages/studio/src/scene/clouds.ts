import { type Canvas, type Context, perPixel } from '../core/canvas.js';
import { clamp, mix, oklch, ramp, rgb, smoothstep } from '../core/colour.js';
import { fbm, noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';
import type { Scene } from './scene.js';

/** Clouds from above: rounded tops in perspective, lit from the light's side. */
export function paintCloudSea(scene: Scene): void {
  const { plan } = scene;
  const { width, height, horizon, atmosphere: air, light } = plan;
  const noise = noiseFor(plan.seed, 'cloudsea');
  const billow = (u: number, v: number) =>
    Math.abs(noise(u, v)) + 0.5 * Math.abs(noise(u * 2.1 + 7, v * 2.1)) + 0.25 * Math.abs(noise(u * 4.3, v * 4.3 + 3));
  const tones = ramp(
    [
      [0, mix(air.cloudShade, air.shade, 0.35)],
      [0.4, mix(air.cloudShade, air.cloudLit, 0.35)],
      [0.75, air.cloudLit],
      [1, mix(air.cloudLit, oklch(0.99, 0.015, 85), 0.5)],
    ],
    256,
  );
  const haze = rgb(mix(air.haze, air.horizon, 0.5));
  const top = horizon - height * 0.015;
  const scale = Math.max(width, height) / 3.4;
  const clouds = perPixel(width / 2, height / 2, (x, y, out, at) => {
    const swell = noise(((x * 2) / scale) * 1.2, 40) * height * 0.012;
    const t = (y * 2 - top + swell) / (height - top);
    if (t < 0) return;
    const z = 1 / (t + 0.13);
    const u = ((x * 2 - width / 2) / scale) * z * 0.62;
    const v = z * 1.25;
    const here = billow(u, v);
    const step = 0.05 * z ** 0.3;
    const relief = here - billow(u + step * light.side, v + step * 0.7);
    const k = Math.round(clamp(0.4 + relief * 1.7 + here * 0.3) * 255) * 3;
    const far = Math.exp(-t * 9) * 0.75;
    for (let c = 0; c < 3; c++) out[at + c] = (tones[k + c] ?? 0) * (1 - far) + (haze[c] ?? 0) * far;
    out[at + 3] = 255 * smoothstep(0, 0.012, t);
  });
  scene.add('ground', 'cloudsea', 0.4, (ctx) => ctx.drawImage(clouds, 0, 0, clouds.width * 2, clouds.height * 2));
}

/** How much of the sky is covered, 0..1. */
export function coverOf(plan: Plan): number {
  const w = plan.weather;
  if (w.has('storm') || w.has('lightning')) return 0.92;
  if (w.has('overcast') || w.has('rain')) return 0.84;
  if (w.has('snow')) return 0.72;
  if (w.has('clouds')) return plan.moods.has('dramatic') || plan.moods.has('epic') ? 0.62 : 0.5;
  return 0;
}

/** Cloud banks in perspective, lit from the light's side. Half size, transparent where the sky is clear. */
export function paintClouds(plan: Plan): Canvas {
  const { width, height, horizon, light, atmosphere: air, seed } = plan;
  const noise = noiseFor(seed, 'clouds');
  const cover = coverOf(plan);
  const scale = Math.max(width, height) / 2.2;
  const random = stream(seed, 'clouds');
  const drift = random.range(0, 50);
  const stretch = random.range(0.75, 1.7);
  const fine = random.range(0.8, 1.35);
  const threshold = 0.34 - cover * 0.62;
  const soft = cover > 0.7 ? 0.62 : 0.4;
  const shades = ramp(
    [
      [0, mix(air.cloudShade, air.shade, cover > 0.7 ? 0.3 : 0.05)],
      [0.45, mix(air.cloudShade, air.cloudLit, 0.45)],
      [1, mix(air.cloudLit, oklch(0.98, 0.02, 85), 0.18)],
    ],
    256,
  );
  const lx = light.x / 2;
  const ly = light.y / 2;
  return perPixel(width / 2, Math.min(horizon + 4, height) / 2, (x, y, out, at) => {
    const up = clamp(1 - (y * 2) / horizon);
    const depth = 1 / (up * 0.9 + 0.2);
    const u = ((x * 2 - width / 2) / scale) * depth * 1.15 * fine + drift;
    const v = depth * 2.5 * stretch;
    const density = fbm(noise, u, v, 5) - threshold;
    if (density <= 0) return;
    const dx = lx - x;
    const dy = ly - y;
    const far = Math.sqrt(dx * dx + dy * dy) + 1;
    const step = 0.16;
    const toward = fbm(noise, u + (dx / far) * step * depth * 0.6, v - (dy / far) * step * 1.4, 3) - threshold;
    const thick = clamp(density / soft);
    const near = Math.exp(-far / (scale * 0.32));
    const tone = clamp(0.56 - (toward - density * 0.8) * 1.15 - thick * 0.3 + near * 0.42 + 0.1 * up);
    const i = Math.round(tone * 255) * 3;
    out[at] = shades[i] ?? 0;
    out[at + 1] = shades[i + 1] ?? 0;
    out[at + 2] = shades[i + 2] ?? 0;
    out[at + 3] = 255 * smoothstep(0, soft * 0.55, density) * (0.62 + 0.36 * cover) * smoothstep(0, 0.1, up + 0.03);
  });
}

/** A heap of cumulus, bright on top, flat below. Its foot is at y. */
export function heap(ctx: Context, plan: Plan, x: number, y: number, w: number, name: string, flat = false): void {
  const random = stream(plan.seed, `heap/${name}`);
  const { atmosphere: air, light } = plan;
  const top = mix(air.cloudLit, oklch(0.99, 0.012, 90), 0.55);
  const puffs: Array<[number, number, number]> = [];
  for (let i = 0; i < 46; i++) {
    const t = random.range(-1, 1);
    const peak = (1 - Math.abs(t) ** 1.6) * (0.72 + 0.28 * Math.sin(t * 5 + x));
    const h = random() ** 0.8 * peak * 0.62;
    puffs.push([x + t * w * 0.5, y - h * w * 0.72, w * (0.055 + 0.115 * (1 - Math.abs(t)) * random.range(0.55, 1))]);
  }
  puffs.sort((a, b) => a[1] - b[1]);
  for (const [px, py, r] of puffs) {
    const height = clamp((y - py) / (w * 0.42));
    const body = mix(mix(air.cloudShade, air.cloudLit, 0.28), top, height * 0.75 + 0.1);
    const ox = light.side * r * 0.35;
    const gradient = ctx.createRadialGradient(px + ox, py - r * 0.45, r * (flat ? 0.75 : 0.1), px, py, r);
    const low = mix(body, air.cloudShade, 0.35);
    const c = (colour: typeof body, alpha: number) => `rgba(${rgbOf(colour)},${alpha})`;
    gradient.addColorStop(0, c(mix(body, top, 0.85), 1));
    gradient.addColorStop(flat ? 0.06 : 0.6, c(mix(body, low, 0.4), 1));
    gradient.addColorStop(flat ? 1 : 0.88, c(low, flat ? 1 : 0.85));
    gradient.addColorStop(1, c(low, flat ? 1 : 0));
    ctx.fillStyle = gradient;
    ctx.beginPath();
    ctx.arc(px, py, r, 0, Math.PI * 2);
    ctx.fill();
  }
}

function rgbOf(colour: { l: number; a: number; b: number }): string {
  return Array.from(ramp([[0, colour]], 1), Math.round).join(',');
}

/** Towers of cumulus along the horizon and a few above. */
export function paintCumulus(ctx: Context, plan: Plan, flat = false): void {
  const random = stream(plan.seed, 'cumulus');
  const { width, horizon, light } = plan;
  const place = (at: number, y: number, w: number, name: string) => heap(ctx, plan, width * at, y, w, name, flat);
  const big = Math.max(width * 0.5, horizon * 0.55);
  for (let i = 0; i < 4; i++)
    place(random(), horizon * random.range(0.24, 0.55), big * random.range(0.16, 0.3), `small/${i}`);
  place(0.5 - light.side * 0.3, horizon * 0.98, big * 1.15, 'tower');
  place(0.5 + light.side * 0.36, horizon * 1, big * 0.72, 'second');
  for (let i = 0; i < 5; i++)
    place(i / 4 + random.range(-0.08, 0.08), horizon * 1.03, big * random.range(0.35, 0.55), `low/${i}`);
}
