import { type Context } from '../core/canvas.js';
import type { Plan } from '../plan/plan.js';
import { streaks, flakes } from './weather.js';
import { PARTICLES } from './particles.js';

/** What floats in front of everything: weather and particles. */
export function paintAir(ctx: Context, plan: Plan): void {
  if (plan.weather.has('rain')) streaks(ctx, plan);
  if (plan.weather.has('snow')) flakes(ctx, plan);
  for (const kind of plan.air) PARTICLES[kind]?.(ctx, plan);
  if (plan.moods.has('magical') && !plan.air.has('fireflies')) PARTICLES.fireflies?.(ctx, plan);
}

export const hasAir = (plan: Plan): boolean =>
  plan.air.size > 0 || plan.weather.has('rain') || plan.weather.has('snow') || plan.moods.has('magical');
