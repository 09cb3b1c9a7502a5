import { chroma, clamp, hue, lerp, mix, oklch, shift, type Colour } from '../core/colour.js';
import type { Part } from '../words/colours.js';
import type { Mood, PaletteName, Weather } from '../words/facts.js';
import type { SkyColours } from './skies.js';
import { tinted } from './tints.js';

/** The light of a image: the sky's colours and what they do to things at a distance. */
export interface Atmosphere extends SkyColours {
  /** 0..1: how soon distance fades into the haze. */
  readonly density: number;
  readonly cloudLit: Colour;
  readonly cloudShade: Colour;
  /** Strength of the sun's glow, 0..1. */
  readonly glare: number;
  readonly palettes: readonly PaletteName[];
}

type Adjust = (sky: SkyColours) => SkyColours;

const every = (sky: SkyColours, change: (c: Colour) => Colour): SkyColours => ({
  ...sky,
  zenith: change(sky.zenith),
  upper: change(sky.upper),
  horizon: change(sky.horizon),
  glow: change(sky.glow),
  light: change(sky.light),
  haze: change(sky.haze),
  shade: change(sky.shade),
});

const WEATHER: Partial<Record<Weather, Adjust>> = {
  overcast: (s) => ({
    ...every(s, (c) => ({ l: c.l * 0.84 + 0.015, a: c.a * 0.42, b: c.b * 0.42 - 0.006 })),
    upper: mix(shift(s.upper, 0.78, 0.35), oklch(s.key * 0.55, 0.025, 255), 0.5),
    key: s.key * 0.8,
  }),
  rain: (s) => ({
    ...every(s, (c) => ({ l: c.l * 0.82, a: c.a * 0.5 - 0.006, b: c.b * 0.5 - 0.014 })),
    key: s.key * 0.76,
  }),
  storm: (s) => ({
    ...every(s, (c) => ({ l: c.l * 0.8, a: c.a * 0.6 - 0.008, b: c.b * 0.6 - 0.01 })),
    zenith: shift(s.zenith, 0.55, 0.5),
    upper: shift(s.upper, 0.58, 0.45),
    key: s.key * 0.75,
  }),
  snow: (s) => ({
    ...every(s, (c) => ({ l: c.l * 0.9 + 0.06, a: c.a * 0.6, b: c.b * 0.6 - 0.008 })),
    key: s.key * 0.95,
  }),
  fog: (s) => ({
    ...every(s, (c) => ({ l: c.l, a: c.a * 0.72, b: c.b * 0.72 })),
    upper: mix(s.upper, s.haze, 0.5),
    haze: mix(s.haze, shift(s.horizon, 1.03, 0.6), 0.55),
    key: s.key * 0.93,
  }),
  haze: (s) => ({ ...every(s, (c) => mix(c, s.haze, 0.22)), upper: mix(s.upper, s.haze, 0.45) }),
  clear: (s) => ({
    ...every(s, (c) => ({ l: clamp(c.l * 1.02), a: c.a * 1.14, b: c.b * 1.14 })),
    key: Math.min(1.05, s.key * 1.05),
  }),
};

const MOODS: Partial<Record<Mood, Adjust>> = {
  calm: (s) => ({
    ...every(s, (c) => ({ l: c.l * 0.94 + 0.035, a: c.a * 0.8, b: c.b * 0.8 })),
    upper: mix(s.upper, s.horizon, 0.3),
  }),
  dramatic: (s) => ({
    ...every(s, (c) => ({ l: clamp(0.5 + (c.l - 0.5) * 1.25 - 0.05), a: c.a * 1.18, b: c.b * 1.18 })),
    zenith: shift(s.zenith, 0.7),
    key: s.key * 0.8,
  }),
  mysterious: (s) => ({ ...every(s, (c) => tinted({ ...c, l: c.l * 0.86 }, 'teal', 0.35)), key: s.key * 0.78 }),
  romantic: (s) => every(s, (c) => tinted(c, 'pink', 0.42)),
  lonely: (s) => every(s, (c) => tinted({ l: c.l * 0.97, a: c.a * 0.72, b: c.b * 0.72 }, 'cool', 0.35)),
  epic: (s) => ({
    ...every(s, (c) => ({ l: clamp(0.5 + (c.l - 0.5) * 1.16), a: c.a * 1.2, b: c.b * 1.2 })),
    zenith: shift(s.zenith, 0.82, 1.1),
  }),
  dreamy: (s) => every(s, (c) => tinted(c, 'candy', 0.38)),
  cozy: (s) => every(s, (c) => tinted(c, 'orange', 0.4)),
  gloomy: (s) => ({ ...every(s, (c) => ({ l: c.l * 0.72, a: c.a * 0.42, b: c.b * 0.42 + 0.004 })), key: s.key * 0.72 }),
  joyful: (s) => ({
    ...every(s, (c) => ({ l: clamp(c.l * 1.05 + 0.01), a: c.a * 1.3, b: c.b * 1.3 })),
    key: Math.min(1.08, s.key * 1.12),
  }),
  minimal: (s) => ({
    ...every(s, (c) => ({ l: lerp(c.l, 0.8, 0.22), a: c.a * 0.62, b: c.b * 0.62 })),
    upper: mix(s.upper, s.horizon, 0.5),
    zenith: mix(s.zenith, s.horizon, 0.45),
  }),
  magical: (s) => every(s, (c) => tinted(c, 'purple', 0.36)),
  dark: (s) => ({ ...every(s, (c) => ({ ...c, l: c.l * 0.6 })), key: s.key * 0.56 }),
  bright: (s) => ({
    ...every(s, (c) => ({ ...c, l: clamp(c.l * 0.84 + 0.19) })),
    key: Math.min(1.12, s.key * 1.15 + 0.08),
  }),
  futuristic: (s) => every(s, (c) => tinted(c, 'teal', 0.4)),
  wild: (s) => ({
    ...every(s, (c) => tinted({ l: clamp(0.5 + (c.l - 0.5) * 1.1), a: c.a, b: c.b }, 'brown', 0.3)),
    key: s.key * 0.93,
  }),
};

const DENSITY: Partial<Record<Weather, number>> = {
  fog: 0.34,
  haze: 0.2,
  rain: 0.16,
  snow: 0.16,
  storm: 0.08,
  overcast: 0.06,
  clear: -0.12,
};

/** The light of a sky under weather, moods and palettes, in that order. */
export function atmosphere(
  base: SkyColours,
  weather: ReadonlySet<Weather>,
  moods: ReadonlySet<Mood>,
  palettesOf: (part: Part) => readonly PaletteName[],
): Atmosphere {
  let sky = base;
  for (const kind of weather) sky = WEATHER[kind]?.(sky) ?? sky;
  for (const mood of moods) sky = MOODS[mood]?.(sky) ?? sky;
  for (const palette of palettesOf('sky'))
    sky = { ...every(sky, (c) => tinted(c, palette)), key: palette === 'black' ? sky.key * 0.6 : sky.key };
  let density = 0.5;
  for (const kind of weather) density += DENSITY[kind] ?? 0;
  if (moods.has('mysterious') || moods.has('dreamy')) density += 0.14;
  const covered = weather.has('overcast') || weather.has('rain') || weather.has('storm');
  const glare = covered ? 0.35 : weather.has('fog') ? 0.6 : 1;
  return {
    ...sky,
    density: clamp(density, 0.2, 0.95),
    glare,
    palettes: palettesOf('land'),
    cloudLit: mix(sky.glow, oklch(Math.max(sky.glow.l, 0.6), 0.02, hue(sky.light)), covered ? 0.2 : 0.45),
    cloudShade: mix(mix(sky.upper, sky.shade, covered ? 0.42 : 0.22), sky.haze, 0.3),
  };
}

/** Things lit by the image's light, before distance. */
export function lit(air: Atmosphere, local: Colour, amount = 1): Colour {
  let colour = local;
  for (const palette of air.palettes) colour = tinted(colour, palette, 0.8);
  const key = Math.min(1.05, air.key);
  const base = {
    l: colour.l * lerp(0.42, 1, key) * amount,
    a: colour.a * lerp(0.55, 1, key),
    b: colour.b * lerp(0.55, 1, key),
  };
  const dim = clamp(1 - key);
  const tone = { ...air.shade, l: base.l };
  return mix(base, tone, 0.2 + dim * 0.42);
}

/** Things lit and seen through the air; distance 0 at the lens to 1 at the horizon. */
export function seen(air: Atmosphere, local: Colour, distance: number, amount = 1): Colour {
  const fade = clamp(distance ** 1.2 * (0.28 + air.density * 0.95));
  return mix(lit(air, local, amount), air.haze, Math.min(0.94, fade));
}

/** The same colour turned to the light: where the sun touches it. */
export function sunlit(air: Atmosphere, colour: Colour, strength: number): Colour {
  const warm = oklch(Math.min(0.97, colour.l * 1.1 + 0.1), chroma(colour) + 0.03, hue(air.light));
  return mix(colour, mix(warm, air.light, 0.3), strength * air.glare);
}
