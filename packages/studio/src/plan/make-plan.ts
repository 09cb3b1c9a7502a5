import { shift } from '../core/colour.js';
import { stream } from '../core/random.js';
import type { Fact, Ground } from '../words/facts.js';
import type { Understanding } from '../words/understand.js';
import { atmosphere } from './atmosphere.js';
import { horizonOf, lightOf, placeSubjects, type Frame } from './compose.js';
import { HOMES } from './homes.js';
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
  // Stars that are asked for want a sky dark enough to show them.
  const starlit = time !== 'night' && (wanted.sky.includes('stars') || wanted.sky.includes('milkyway'));
  const horizon = horizonOf(frame, moods);
  const light = lightOf(frame, wanted, horizon);
  const water = wanted.water[0];
  const stands = wanted.subject.some((subject) => HOMES[subject].place === 'ground');
  const shore: Ground | undefined =
    water === 'sea' ? (stands ? 'rock' : undefined) : water === 'ice' ? 'snow' : water && 'meadow';
  const ground = wanted.ground[0] ?? shore;
  const bank = !water
    ? horizon
    : !ground
      ? height
      : height * (stands || wanted.ground[0] ? 0.8 : 0.9) + (horizon - height * 0.61) * 0.5;
  const subjects = placeSubjects(
    frame,
    wanted,
    light,
    { horizon, bank, hasWater: water !== undefined, hasGround: ground !== undefined || world === 'underwater', world },
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
    atmosphere: atmosphere(
      starlit ? { ...base, zenith: shift(base.zenith, 0.74), upper: shift(base.upper, 0.86) } : base,
      weather,
      moods,
      wanted.palette,
    ),
    rise:
      (wishes.rise ?? 1) *
      (moods.has('epic') ? 1.3 : 1) *
      (moods.has('wild') ? 1.12 : 1) *
      (moods.has('giant') ? 1.35 : 1) *
      (moods.has('tiny') ? 0.6 : 1),
  };
}
