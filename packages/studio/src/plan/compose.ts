import { clamp, lerp } from '../core/colour.js';
import { stream } from '../core/random.js';
import type { Fact, Mood, Subject, Time } from '../words/facts.js';
import type { Understanding } from '../words/understand.js';
import { HOMES } from './homes.js';
import type { Light, Place, Placement } from './plan.js';
import type { Wanted } from './setting.js';

export interface Frame {
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly unit: number;
}

/** Height of the sun over the horizon, as a part of the sky. */
const ALTITUDE: Readonly<Record<Time, number>> = {
  dawn: 0.06,
  sunrise: 0.12,
  morning: 0.5,
  noon: 0.86,
  afternoon: 0.62,
  golden: 0.26,
  sunset: 0.1,
  dusk: -0.04,
  bluehour: -0.08,
  night: 0.62,
};

/** y of the horizon: tall frames show more sky, vast ones too. */
export function horizonOf(frame: Frame, moods: ReadonlySet<Mood>): number {
  const tall = clamp(Math.log2(frame.height / frame.width), -1.3, 1.3);
  let at = 0.61 + tall * 0.06 + stream(frame.seed, 'horizon').range(-0.025, 0.025);
  if (moods.has('wide')) at += 0.1;
  if (moods.has('epic')) at += 0.06;
  if (moods.has('closeup')) at += 0.03;
  return clamp(at, 0.42, 0.8) * frame.height;
}

/** Where the light stands: on the third opposite the subject. */
export function lightOf(frame: Frame, wanted: Wanted, struck: ReadonlySet<Fact>, horizon: number): Light {
  const random = stream(frame.seed, 'light');
  const side: -1 | 1 = random.chance(0.5) ? 1 : -1;
  const offset = random.range(0.15, 0.21);
  const wobble = random.range(-0.02, 0.04);
  const time = wanted.time[0] ?? 'morning';
  const moonlit = wanted.sky.includes('moon') && (time === 'bluehour' || struck.has('sky:sun'));
  const kind = time === 'night' || moonlit ? 'moon' : 'sun';
  const covered = wanted.weather.some((w) => w === 'overcast' || w === 'rain' || w === 'storm' || w === 'lightning');
  const asked = wanted.sky.includes('sun') || wanted.sky.includes('moon') || wanted.sky.includes('eclipse');
  const low = time === 'sunrise' || time === 'sunset' || time === 'golden' || time === 'dawn';
  const crescent = wanted.sky.includes('crescent');
  const shines = (low || kind === 'moon') && !struck.has(`sky:${kind}`);
  const visible = crescent || wanted.sky.includes('moon') || ((asked || shines) && !covered);
  let altitude = ALTITUDE[time] + wobble;
  if (visible && altitude < 0.05 && (asked || crescent)) altitude = wanted.sky.includes('sun') ? 0.05 : 0.5;
  if (wanted.sky.includes('sun') && altitude > 0.6) altitude = 0.66;
  const giant = wanted.mood.includes('epic') || wanted.mood.includes('dreamy') ? 1.5 : 1;
  const short = Math.min(frame.width, frame.height);
  return {
    kind,
    side,
    visible,
    x: frame.width * (0.5 + side * offset),
    y: horizon - altitude * horizon * 0.9,
    radius: short * (kind === 'moon' ? 0.05 : low ? 0.062 : 0.045) * giant,
  };
}

export interface Bounds {
  readonly horizon: number;
  readonly bank: number;
  readonly hasWater: boolean;
  readonly hasGround: boolean;
  readonly world: string;
}

/** What moods do to the size of subjects. */
const SCALES: ReadonlyArray<readonly [Mood, number]> = [
  ['closeup', 1.55],
  ['giant', 1.6],
  ['tiny', 0.45],
  ['lonely', 0.62],
  ['wide', 0.72],
  ['epic', 0.9],
];
/** Sideways places of the first, second … subject, in frame widths away from the light. */
const SLOTS = [-0.15, 0.17, -0.36, 0.36] as const;

/** Puts the subjects on thirds, the first one largest, away from the light. */
export function placeSubjects(
  frame: Frame,
  wanted: Wanted,
  light: Light,
  bounds: Bounds,
  { coats, counts }: Pick<Understanding, 'coats' | 'counts'>,
): Placement[] {
  const random = stream(frame.seed, 'subjects');
  const crowd = wanted.subject.length;
  const measure = Math.min(frame.height, frame.width * 1.05) ** 0.75 * Math.max(frame.height, frame.width) ** 0.25;
  const moods = SCALES.reduce(
    (scale, [mood, by]) => (wanted.mood.includes(mood) ? scale * by : scale),
    crowd > 2 ? 0.85 : 1,
  );
  return wanted.subject.flatMap((subject, index) => {
    const copies = counts.get(subject) ?? 1;
    const own = stream(frame.seed, `subject/${subject}`);
    const place = placeIn(subject, bounds);
    const coat = coats.get(subject);
    return Array.from({ length: copies }, (_, copy): Placement => {
      const wish =
        measure * HOMES[subject].size * moods * (index === 0 ? 1 : 0.74) * (copy ? own.range(0.55, 0.85) : 1);
      const size = Math.min(wish, largest(place, frame, bounds));
      const alone = crowd === 1 && copies > 1;
      const spread = ((copy - (copies - 1) / 2) * (alone ? 0.74 : 0.4)) / copies;
      const slot = (SLOTS[index] ?? 0) * light.side * (alone ? 0.2 : 1);
      return {
        subject,
        place,
        size,
        x: frame.width * clamp(0.5 + slot + spread + random.range(-0.02, 0.02), 0.12, 0.88),
        y: footOf(place, frame, bounds, size, index + copy, own),
        flip: own.chance(copy ? 0.5 : 0) !== (light.side === 1),
        depth: place === 'rise' || place === 'span' ? 0.34 : place === 'air' ? 0.2 : 0.1 + copy * 0.03,
        ...(coat ? { coat } : {}),
      };
    });
  });
}

function largest(place: Place, frame: Frame, bounds: Bounds): number {
  const { width, height } = frame;
  switch (place) {
    case 'rise':
      return Math.min(width * 0.8, bounds.horizon * 0.82);
    case 'air':
      return Math.min(width * 0.56, bounds.world === 'land' ? bounds.horizon * 0.86 : height * 0.8);
    case 'span':
      return Math.min(width * 0.5, height * 0.8);
    case 'water':
      return Math.min(width * 0.56, height * 0.8);
    case 'ground':
      return Math.min(width * 0.8, height * 0.8);
  }
}

function placeIn(subject: Subject, bounds: Bounds): Place {
  const { place, setting } = HOMES[subject];
  if (bounds.world !== 'land') {
    if (place === 'water' || !bounds.hasGround) return 'air';
    return place === 'air' ? 'air' : 'ground';
  }
  if (setting.world === 'underwater' && bounds.hasWater) return 'water';
  return place === 'water' && !bounds.hasWater ? 'air' : place;
}

function footOf(
  place: Place,
  frame: Frame,
  bounds: Bounds,
  size: number,
  order: number,
  random: { range(a: number, b: number): number },
): number {
  const { horizon, bank } = bounds;
  switch (place) {
    case 'ground':
      return lerp(Math.max(bank, horizon), frame.height, 0.72) - (order ? frame.height * 0.02 * order : 0);
    case 'water':
      return (
        lerp(horizon, Math.min(bank + (frame.height - bank) * 0.3, frame.height), 0.5) + order * frame.height * 0.02
      );
    case 'rise':
      return bounds.hasWater ? horizon - size * 0.06 - frame.unit * 6 : horizon + frame.height * 0.015;
    case 'span':
      return lerp(horizon, frame.height, 0.2);
    case 'air': {
      const middle =
        bounds.world === 'land' ? horizon * random.range(0.42, 0.52) : frame.height * random.range(0.42, 0.5);
      const drift = order ? random.range(-0.16, 0.12) * frame.height : 0;
      return Math.max(size * 1.06, middle + size * 0.5) + drift;
    }
  }
}
