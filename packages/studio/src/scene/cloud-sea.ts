import { perPixel } from '../core/canvas.js';
import { clamp, mix, oklch, ramp, rgb, smoothstep } from '../core/colour.js';
import { noiseFor } from '../core/noise.js';
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
