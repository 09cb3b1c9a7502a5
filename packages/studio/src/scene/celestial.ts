import { disc, glow, linear, radial, saved, type Context } from '../core/canvas.js';
import { css, mix, oklch, shift } from '../core/colour.js';
import { fbm, noiseFor } from '../core/noise.js';
import { stream } from '../core/random.js';
import type { Plan } from '../plan/plan.js';

/** Sun or moon with its halo. */
export function paintLight(ctx: Context, plan: Plan): void {
  const { light, atmosphere: air } = plan;
  if (!light.visible) return;
  const { x, y, radius: r } = light;
  if (plan.sky.has('eclipse')) return paintEclipse(ctx, plan);
  if (light.kind === 'sun') {
    glow(ctx, x, y, r * 7, air.light, 0.42 * air.glare);
    glow(ctx, x, y, r * 2.6, mix(air.light, oklch(0.98, 0.04, 90), 0.5), 0.6 * air.glare);
    const core = mix(air.light, oklch(0.985, 0.035, 95), 0.66);
    ctx.fillStyle = linear(ctx, 0, y - r, 0, y + r, [
      [0, core],
      [1, mix(core, air.light, 0.55)],
    ]);
    disc(ctx, x, y, r);
    return;
  }
  glow(ctx, x, y, r * 8, air.glow, 0.34 * air.glare);
  glow(ctx, x, y, r * 2.4, air.light, 0.4 * air.glare);
  paintMoon(ctx, plan, x, y, r, plan.sky.has('crescent') ? 'crescent' : 'full');
}

function paintEclipse(ctx: Context, plan: Plan): void {
  const { light, atmosphere: air } = plan;
  const r = light.radius * 1.25;
  glow(ctx, light.x, light.y, r * 6, air.light, 0.75);
  const random = stream(plan.seed, 'eclipse');
  for (let i = 0; i < 40; i++) {
    const angle = random.range(0, Math.PI * 2);
    glow(ctx, light.x + Math.cos(angle) * r, light.y + Math.sin(angle) * r, r * random.range(0.4, 1.1), air.light, 0.2);
  }
  ctx.fillStyle = radial(ctx, light.x, light.y, r, [
    [0, shift(air.zenith, 0.5)],
    [0.93, shift(air.zenith, 0.42)],
    [1, shift(air.zenith, 0.6)],
  ]);
  disc(ctx, light.x, light.y, r);
}

function paintMoon(ctx: Context, plan: Plan, x: number, y: number, r: number, phase: 'full' | 'crescent'): void {
  const { atmosphere: air } = plan;
  const face = mix(air.light, oklch(0.96, 0.03, 95), 0.6);
  saved(ctx, () => {
    ctx.beginPath();
    if (phase === 'full') ctx.arc(x, y, r, 0, Math.PI * 2);
    else {
      ctx.arc(x, y, r, Math.PI * 0.36, Math.PI * 1.64, true);
      ctx.arc(x - r * 0.42, y, r * 0.9, Math.PI * 1.72, Math.PI * 0.28, false);
    }
    ctx.clip();
    ctx.fillStyle = radial(ctx, x - r * 0.25, y - r * 0.3, r * 1.5, [
      [0, face],
      [1, mix(face, air.horizon, 0.4)],
    ]);
    ctx.fillRect(x - r, y - r, r * 2, r * 2);
    const random = stream(plan.seed, 'moon');
    for (let i = 0; i < 9; i++) {
      const angle = random.range(0, Math.PI * 2);
      const far = Math.sqrt(random()) * r * 0.85;
      ctx.fillStyle = radial(ctx, x + Math.cos(angle) * far, y + Math.sin(angle) * far, r * random.range(0.16, 0.42), [
        [0, air.upper, 0.3],
        [0.7, air.upper, 0.2],
        [1, air.upper, 0],
      ]);
      ctx.fillRect(x - r, y - r, r * 2, r * 2);
    }
  });
}

/** Stars, denser along the milky way if asked for. */
export function paintStars(ctx: Context, plan: Plan): void {
  const { width, height, unit, seed } = plan;
  const random = stream(seed, 'stars');
  const limit = plan.world === 'space' ? height : plan.horizon;
  const dark = plan.atmosphere.zenith.l < 0.35 ? 1 : 0.75;
  const count = Math.round(((width * limit) / (unit * unit)) * 0.0011);
  const white = oklch(0.98, 0.02, 240);
  for (let i = 0; i < count; i++) {
    const x = random() * width;
    const y = random() * limit;
    const fade = plan.world === 'space' ? 1 : 1 - (y / limit) ** 2.2;
    const size = unit * (0.45 + random() ** 6 * 1.7);
    const warmth = mix(white, oklch(0.93, 0.06, random.chance(0.5) ? 70 : 250), random());
    ctx.fillStyle = css(warmth, dark * fade * random.range(0.35, 1));
    disc(ctx, x, y, size);
    if (size > unit * 1.5) {
      glow(ctx, x, y, size * 5, warmth, 0.35 * fade);
      ctx.fillRect(x - size * 4, y - unit * 0.25, size * 8, unit * 0.5);
      ctx.fillRect(x - unit * 0.25, y - size * 4, unit * 0.5, size * 8);
    }
  }
}

/** A band of star dust across the sky. */
export function paintMilkyWay(ctx: Context, plan: Plan): void {
  const { width, horizon, unit, seed, atmosphere: air } = plan;
  const random = stream(seed, 'milkyway');
  const noise = noiseFor(seed, 'milkyway');
  const tilt = random.range(0.5, 0.75) * -plan.light.side;
  const middle = width * 0.5;
  ctx.globalCompositeOperation = 'lighter';
  const long = Math.hypot(width, horizon);
  for (let i = 0; i < 1700; i++) {
    const t = random.range(-0.6, 0.6);
    const across = (random() + random() + random() - 1.5) * 0.17;
    const density = fbm(noise, t * 5, across * 14, 3) + 0.45 - Math.abs(across) * 1.4;
    if (density < random()) continue;
    const x = middle + (Math.sin(tilt) * t + Math.cos(tilt) * across) * long;
    const y = horizon * 0.45 + (Math.cos(tilt) * t * 0.9 - Math.sin(tilt) * across) * long;
    const fade = Math.max(0, 1 - (y / horizon) ** 3);
    const tone = mix(air.glow, oklch(0.85, 0.09, random.chance(0.4) ? 330 : 250), 0.5);
    if (random.chance(0.35)) glow(ctx, x, y, unit * random.range(18, 62), tone, 0.055 * fade);
    ctx.fillStyle = css(oklch(0.97, 0.02, 240), fade * random.range(0.2, 0.9));
    disc(ctx, x, y, unit * random.range(0.3, 0.9));
  }
}

/** Shooting stars, all from one radiant. */
export function paintMeteors(ctx: Context, plan: Plan): void {
  const { width, horizon, unit, seed, light } = plan;
  const random = stream(seed, 'meteors');
  const white = oklch(0.98, 0.03, 220);
  for (let i = 0; i < 9; i++) {
    const x = random() * width;
    const y = random() * horizon * 0.7;
    const length = unit * random.range(110, 320) * (i === 0 ? 1.6 : 1);
    const dx = -light.side * length * 0.86;
    const dy = length * 0.5;
    ctx.strokeStyle = linear(ctx, x, y, x + dx, y + dy, [
      [0, white, 0],
      [1, white, 0.95],
    ]);
    ctx.lineWidth = unit * random.range(1.2, 2.8);
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + dx, y + dy);
    ctx.stroke();
    glow(ctx, x + dx, y + dy, unit * 16, white, 0.8);
  }
}

/** A shaded globe, banded, perhaps ringed. */
export function paintPlanet(ctx: Context, plan: Plan, x: number, y: number, r: number, name: string): void {
  const random = stream(plan.seed, `planet/${name}`);
  const noise = noiseFor(plan.seed, `planet/${name}`);
  const base = random.range(0, 360);
  const night = plan.atmosphere.zenith;
  const ringed = random.chance(0.6);
  const tilt = random.range(-0.5, 0.5);
  const ring = (front: boolean) =>
    saved(ctx, () => {
      ctx.translate(x, y);
      ctx.rotate(tilt);
      ctx.scale(1, 0.28);
      for (let i = 0; i < 5; i++) {
        ctx.strokeStyle = linear(ctx, -r * 2, 0, r * 2, 0, [
          [0, oklch(0.85, 0.05, base + 30), 0.6],
          [1, oklch(0.55, 0.05, base + 30), 0.35],
        ]);
        ctx.lineWidth = r * 0.085;
        ctx.beginPath();
        ctx.arc(0, 0, r * (1.38 + i * 0.115), front ? 0 : Math.PI, front ? Math.PI : Math.PI * 2);
        ctx.stroke();
      }
    });
  if (ringed) ring(false);
  saved(ctx, () => {
    ctx.beginPath();
    ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.clip();
    ctx.translate(x, y);
    ctx.rotate(tilt);
    for (let i = 0; i < 60; i++) {
      const v = i / 30 - 1;
      const n = fbm(noise, v * 3.2, 1, 4);
      ctx.fillStyle = css(oklch(0.68 + n * 0.22, 0.1, base + n * 45));
      ctx.fillRect(-r, v * r - 1, r * 2, r / 30 + 2);
    }
    ctx.rotate(-tilt);
    const lx = plan.light.side * r * 0.6;
    ctx.fillStyle = radial(ctx, lx, -r * 0.5, r * 2, [
      [0, oklch(0.97, 0.05, 80), 0.35],
      [0.3, night, 0.1],
      [0.62, night, 0.7],
      [0.9, night, 0.97],
    ]);
    ctx.fillRect(-r, -r, r * 2, r * 2);
  });
  if (ringed) ring(true);
}
