import { shift } from '../core/colour.js';
import { stream } from '../core/random.js';
import type { Part } from '../words/colours.js';
import type { Fact, Ground, Mood, Water } from '../words/facts.js';
import type { Understanding } from '../words/understand.js';
import { atmosphere } from './atmosphere.js';
import { horizonOf, lightOf, placeSubjects, type Frame } from './compose.js';
import { HOMES } from './homes.js';
import type { Plan } from './plan.js';
import { grouped, settle, type Wanted } from './setting.js';
import { SKIES, type SkyColours } from './skies.js';

/** What a style requires of the scene, before it is painted. */
export interface Wishes {
  /** Facts added when the prompt says nothing of their group. */
  readonly prefer?: readonly Fact[];
  /** Multiplies the height of backdrops. */
  readonly rise?: number;
}

/** Completes the scene with what the style prefers where the prompt says nothing. */
function wantedOf(understood: Understanding, wishes: Wishes, seed: number, prompt: string): Wanted {
  const groups = new Set(understood.facts.map((fact) => fact.split(':')[0]));
  const preferred = (wishes.prefer ?? []).filter(
    (fact) => !groups.has(fact.split(':')[0]) && !understood.struck.has(fact),
  );
  const wanted = settle(grouped(understood.facts), understood.struck, seed, prompt);
  const extra = grouped(preferred);
  if (extra.time[0]) wanted.time = extra.time;
  if (extra.palette[0]) wanted.palette = extra.palette;
  if (wanted.time[0] === 'night' && wanted.sky.length === 0)
    wanted.sky = (['stars', 'moon'] as const).filter((thing) => !understood.struck.has(`sky:${thing}`));
  if (!wanted.mood.includes('minimal')) return wanted;
  return {
    ...wanted,
    backdrop: wanted.backdrop.slice(0, 1),
    flora: wanted.flora.filter((kind) => understood.facts.includes(`flora:${kind}`)),
  };
}

function lightOfTime(wanted: Wanted, seed: number): SkyColours {
  const time = wanted.time[0] ?? 'morning';
  const base = stream(seed, 'palette').pick(SKIES[time]);
  if (time === 'night' || !(wanted.sky.includes('stars') || wanted.sky.includes('milkyway'))) return base;
  // Stars need a sky dark enough to show them.
  return { ...base, zenith: shift(base.zenith, 0.74), upper: shift(base.upper, 0.86) };
}

/** The shore of a water if the prompt names no ground; the open sea needs one only to stand on. */
const SHORES: Readonly<Record<Water, Ground>> = { sea: 'rock', ice: 'snow', lake: 'meadow', river: 'meadow' };

function groundOf(wanted: Wanted, stands: boolean): Ground | undefined {
  const water = wanted.water[0];
  if (wanted.ground[0] || !water) return wanted.ground[0];
  return water === 'sea' && !stands ? undefined : SHORES[water];
}

/** What moods do to the height of backdrops. */
const RISES: ReadonlyArray<readonly [Mood, number]> = [
  ['epic', 1.3],
  ['wild', 1.12],
  ['giant', 1.35],
  ['tiny', 0.6],
];

/** Pure: the same input gives the same plan. */
export function makePlan(
  understood: Understanding,
  request: { readonly prompt: string; readonly width: number; readonly height: number; readonly seed: number },
  wishes: Wishes = {},
): Plan {
  const { width, height, seed } = request;
  const frame: Frame = { seed, width, height, unit: Math.sqrt(width * height) / 1024 };
  const wanted = wantedOf(understood, wishes, seed, request.prompt);
  const moods = new Set(wanted.mood);
  const weather = new Set(wanted.weather);
  const world = wanted.world[0] ?? 'land';
  const water = wanted.water[0];
  const horizon = horizonOf(frame, moods);
  const light = lightOf(frame, wanted, understood.struck, horizon);
  const palettesOf = (part: Part) =>
    wanted.palette.filter((palette) => (understood.parts.get(palette) ?? part) === part);
  const stands = wanted.subject.some((subject) => HOMES[subject].place === 'ground');
  const ground = groundOf(wanted, stands);
  const shore = height * (stands || wanted.ground[0] ? 0.8 : 0.9) + (horizon - height * 0.61) * 0.5;
  const bank = !water ? horizon : ground ? shore : height;
  const hasGround = ground !== undefined || world === 'underwater';
  const bounds = { horizon, bank, hasWater: water !== undefined, hasGround, world };
  return {
    ...frame,
    world,
    time: wanted.time[0] ?? 'morning',
    weather,
    moods,
    light,
    horizon,
    bank,
    subjects: placeSubjects(frame, wanted, light, bounds, understood),
    ...(water ? { water } : {}),
    ...(ground ? { ground } : {}),
    sky: new Set(wanted.sky),
    struck: understood.struck,
    backdrops: wanted.backdrop,
    flora: wanted.flora,
    air: new Set(wanted.air),
    palettes: wanted.palette,
    atmosphere: atmosphere(lightOfTime(wanted, seed), weather, moods, palettesOf),
    rise: RISES.reduce((rise, [mood, by]) => (moods.has(mood) ? rise * by : rise), wishes.rise ?? 1),
  };
}
