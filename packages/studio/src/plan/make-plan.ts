import { stream } from '../core/random.js';
import type { Fact } from '../words/facts.js';
import type { Understanding } from '../words/understand.js';
import { atmosphere } from './atmosphere.js';
import { horizonOf, lightOf, placeSubjects, type Frame } from './compose.js';
import type { Plan } from './plan.js';
import { grouped, settle } from './setting.js';
import { SKIES } from './skies.js';

/** What a style wants of the scene itself, before it is painted. */
export interface Wishes {
  /** Facts added when the prompt says nothing of their group. */
  readonly prefer?: readonly Fact[];
  /** Multiplies the height of backdrops. */
  readonly rise?: number;
}

/** From words to a picture's plan. Pure: the same input gives the same plan. */
export function makePlan(
  understood: Understanding,
  request: { readonly prompt: string; readonly width: number; readonly height: number; readonly seed: number },
  wishes: Wishes = {},
): Plan {
  const { width, height, seed } = request;
  const frame: Frame = { seed, width, height, unit: Math.sqrt(width * height) / 1024 };
  const groups = new Set(understood.facts.map((fact) => fact.split(':')[0]));
  const preferred = (wishes.prefer ?? []).filter(
    (fact) => !groups.has(fact.split(':')[0]) && !understood.struck.has(fact),
  );
  const wanted = settle(grouped(understood.facts), understood.struck, seed, request.prompt);
  const extra = grouped(preferred);
  if (extra.time[0]) wanted.time = extra.time;
  if (extra.weather[0]) wanted.weather = extra.weather;
  wanted.air = [...wanted.air, ...extra.air];
  if (wanted.time[0] === 'night' && wanted.sky.length === 0)
    wanted.sky = (['stars', 'moon'] as const).filter((thing) => !understood.struck.has(`sky:${thing}`));

  const moods = new Set(wanted.mood);
  const weather = new Set(wanted.weather);
  const time = wanted.time[0] ?? 'morning';
  const world = wanted.world[0] ?? 'land';
  const base = stream(seed, 'palette').pick(SKIES[time]) ?? SKIES.morning[0];
  if (!base) throw new Error('no sky for this time');
  const horizon = horizonOf(frame, moods);
  const light = lightOf(frame, wanted, horizon);
  const water = wanted.water[0];
  const stands = wanted.subject.length > 0;
  const ground =
    wanted.ground[0] ?? (water ? (water === 'sea' ? 'rock' : water === 'ice' ? 'snow' : 'meadow') : undefined);
  const bank = water ? height * (stands || wanted.ground[0] ? 0.8 : 0.9) + (horizon - height * 0.61) * 0.5 : horizon;
  const subjects = placeSubjects(
    frame,
    wanted,
    light,
    { horizon, bank, hasWater: water !== undefined, world },
    understood.coats,
  );
  return {
    ...frame,
    world,
    time,
    weather,
    moods,
    light,
    horizon,
    bank,
    subjects,
    water,
    ground,
    sky: new Set(wanted.sky),
    backdrops: moods.has('minimal') ? wanted.backdrop.slice(0, 1) : wanted.backdrop,
    flora: moods.has('minimal')
      ? wanted.flora.filter((kind) => understood.facts.includes(`flora:${kind}`))
      : wanted.flora,
    air: new Set(wanted.air),
    palettes: wanted.palette,
    atmosphere: atmosphere(base, weather, moods, wanted.palette),
    rise: (wishes.rise ?? 1) * (moods.has('epic') ? 1.3 : 1) * (moods.has('wild') ? 1.12 : 1),
  };
}
