import { oklch, type Colour } from '../core/colour.js';
import type { Ground } from '../words/facts.js';
import { type Relief } from './terrain.js';

export interface Soil {
  readonly colour: Colour;
  readonly waves: number;
  readonly relief?: Relief;
  readonly cover:
    | 'blades'
    | 'wheat'
    | 'blooms'
    | 'rows'
    | 'sparkle'
    | 'ripples'
    | 'pebbles'
    | 'craters'
    | 'moss'
    | 'steps';
}

export const SOILS: Readonly<Record<Exclude<Ground, 'street' | 'cloudsea'>, Soil>> = {
  meadow: { colour: oklch(0.57, 0.115, 132), waves: 0.5, cover: 'blades' },
  wheat: { colour: oklch(0.76, 0.115, 82), waves: 0.4, cover: 'wheat' },
  sand: {
    colour: oklch(0.8, 0.08, 75),
    waves: 0.6,
    relief: { strength: 0.24, fold: 60, soft: true },
    cover: 'ripples',
  },
  snow: {
    colour: oklch(0.94, 0.014, 235),
    waves: 0.6,
    relief: { strength: 0.26, fold: 60, soft: true },
    cover: 'sparkle',
  },
  lavender: { colour: oklch(0.54, 0.12, 300), waves: 0.15, cover: 'rows' },
  blooms: { colour: oklch(0.55, 0.11, 135), waves: 0.4, cover: 'blooms' },
  rock: {
    colour: oklch(0.5, 0.025, 60),
    waves: 0.8,
    relief: { strength: 0.55, fold: 60, soft: true },
    cover: 'pebbles',
  },
  terrace: { colour: oklch(0.58, 0.11, 128), waves: 0.7, cover: 'steps' },
  moss: {
    colour: oklch(0.47, 0.095, 138),
    waves: 0.7,
    relief: { strength: 0.24, fold: 60, soft: true },
    cover: 'moss',
  },
  lunar: {
    colour: oklch(0.62, 0.012, 80),
    waves: 0.7,
    relief: { strength: 0.4, fold: 60, soft: true },
    cover: 'craters',
  },
};
