import { FOOT, HOMES, SCENES, type Setting } from './homes.js';
import { hash, stream } from '../core/random.js';
import type {
  Air,
  Backdrop,
  Fact,
  Flora,
  Ground,
  Mood,
  PaletteName,
  SkyThing,
  Subject,
  Time,
  Water,
  Weather,
  World,
} from '../words/facts.js';

/** Facts sorted by group, in the order of the prompt. */
export type Wanted = {
  time: Time[];
  world: World[];
  weather: Weather[];
  sky: SkyThing[];
  backdrop: Backdrop[];
  water: Water[];
  ground: Ground[];
  flora: Flora[];
  air: Air[];
  palette: PaletteName[];
  mood: Mood[];
  subject: Subject[];
};

/** Sorts facts into their groups. */
export function grouped(facts: Iterable<Fact>): Wanted {
  const wanted: Wanted = {
    time: [],
    world: [],
    weather: [],
    sky: [],
    backdrop: [],
    water: [],
    ground: [],
    flora: [],
    air: [],
    palette: [],
    mood: [],
    subject: [],
  };
  const lists: Record<string, string[]> = wanted;
  for (const fact of facts) lists[fact.slice(0, fact.indexOf(':'))]?.push(fact.slice(fact.indexOf(':') + 1));
  return wanted;
}

const TIMES_OF_CHANCE: readonly [Time, ...Time[]] = [
  'sunset',
  'golden',
  'dawn',
  'morning',
  'dusk',
  'afternoon',
  'sunrise',
  'night',
];

/** Fills what the prompt leaves open, so that the scene is coherent; struck facts never come back by a default. */
export function settle(wanted: Wanted, struck: ReadonlySet<Fact>, seed: number, prompt: string): Wanted {
  const nothing = Object.values(wanted).every((list: readonly string[]) => list.length === 0);
  const random = stream(nothing ? (seed ^ hash(prompt)) >>> 0 : seed, 'setting');
  const scene = random.pick(SCENES);
  const chosenTime = random.pick(TIMES_OF_CHANCE);
  const chosenSky = random();
  const out: Wanted = { ...wanted };

  const hero = wanted.subject[0];
  const placed = [wanted.world, wanted.backdrop, wanted.water, wanted.ground].some((list) => list.length > 0);
  let setting: Setting = scene;
  if (placed) setting = foot(wanted);
  else if (hero) setting = HOMES[hero].setting;
  fill(out, setting, placed);

  if (out.time.length === 0) out.time = [pastTime(wanted, chosenTime, struck)];
  if (out.weather.length === 0 && wanted.mood.every((mood) => mood !== 'minimal') && chosenSky < 0.75)
    out.weather = ['clouds'];
  if (out.time[0] === 'night' && wanted.sky.length === 0) out.sky = ['stars', 'moon'];
  return strike(out, struck, scene);
}

function pastTime(wanted: Wanted, chance: Time, struck: ReadonlySet<Fact>): Time {
  if (wanted.sky.some((thing) => thing === 'stars' || thing === 'milkyway' || thing === 'moon')) return 'night';
  if (wanted.air.includes('fireflies') || wanted.air.includes('lanterns')) return 'dusk';
  if (wanted.weather.includes('rainbow')) return 'afternoon';
  if (wanted.sky.includes('cumulus')) return 'noon';
  return struck.has(`time:${chance}`) ? 'morning' : chance;
}

/** What stands behind a ground or water if the prompt names no backdrop. */
function behind(wanted: Wanted): readonly Backdrop[] {
  const grounds = new Set(wanted.ground);
  if (grounds.has('street')) return ['city'];
  if (wanted.water.includes('sea')) return ['islands'];
  if (grounds.has('sand')) return ['dunes'];
  return grounds.has('blooms') || grounds.has('lavender') || grounds.has('wheat') ? ['hills'] : ['mountains'];
}

/** What grows if the prompt names a ground or water but no plants. */
function growth(wanted: Wanted): readonly Flora[] {
  if (wanted.ground.includes('snow')) return ['pine'];
  if (wanted.ground.includes('meadow')) return ['grass', 'broadleaf'];
  return wanted.water.includes('lake') || wanted.water.includes('river') ? ['pine'] : [];
}

/** Completes a place that the prompt names in part. */
function foot(wanted: Wanted): Setting {
  if (wanted.world.some((world) => world !== 'land'))
    return wanted.world[0] === 'underwater' ? { flora: ['coral', 'kelp'] } : {};
  const backdrop = wanted.backdrop.at(-1);
  const base: Setting = backdrop ? FOOT[backdrop] : {};
  const backdrops = backdrop ? [] : behind(wanted);
  if (wanted.water.length + wanted.ground.length > 0) return { backdrops, flora: growth(wanted) };
  return { ...base, backdrops };
}

function fill(out: Wanted, setting: Setting, placed: boolean): void {
  if (out.world.length === 0) out.world = [setting.world ?? 'land'];
  if (out.backdrop.length === 0) out.backdrop = [...(setting.backdrops ?? [])];
  if (out.water.length === 0 && setting.water) out.water = [setting.water];
  if (out.ground.length === 0 && setting.ground) out.ground = [setting.ground];
  if (out.flora.length === 0) out.flora = [...(setting.flora ?? [])];
  else if (!placed) for (const kind of setting.flora ?? []) if (kind === 'grass') out.flora = [...out.flora, kind];
}

function strike(out: Wanted, struck: ReadonlySet<Fact>, scene: Setting): Wanted {
  const kept = grouped(
    Object.entries(out)
      .flatMap(([group, values]: [string, string[]]) => values.map((value) => `${group}:${value}` as Fact))
      .filter((fact) => !struck.has(fact)),
  );
  if (kept.world.length === 0) kept.world = ['land'];
  if (kept.time.length === 0) kept.time = struck.has('time:morning') ? ['sunset'] : ['morning'];
  const land = kept.world[0] === 'land';
  if (land && kept.water.length + kept.ground.length === 0)
    kept.ground = [struck.has('ground:meadow') ? 'rock' : (scene.ground ?? 'meadow')];
  return kept;
}
