import { oklch, type Colour } from '../core/colour.js';
import type { Backdrop } from '../words/facts.js';
import { type Relief, type Shape } from './terrain.js';

export interface Sheet {
  readonly height: number;
  readonly distance: number;
  readonly frequency: number;
  readonly relief?: Partial<Relief>;
}

export interface Range {
  readonly kind: Shape['kind'];
  readonly colour: Colour;
  readonly mist: number;
  readonly sheets: readonly Sheet[];
}

/** Ranges as data; heights in parts of the sky. */
export const RANGES: Partial<Readonly<Record<Backdrop, Range>>> = {
  mountains: {
    kind: 'jagged',
    colour: oklch(0.5, 0.05, 215),
    mist: 0.7,
    sheets: [
      { height: 0.5, distance: 0.9, frequency: 2.6, relief: { strength: 0.5, fold: 60 } },
      { height: 0.46, distance: 0.7, frequency: 2.1, relief: { strength: 0.8, fold: 80 } },
      { height: 0.26, distance: 0.5, frequency: 2.4, relief: { strength: 0.7, fold: 60 } },
    ],
  },
  peaks: {
    kind: 'jagged',
    colour: oklch(0.5, 0.035, 255),
    mist: 0.6,
    sheets: [
      { height: 0.62, distance: 0.78, frequency: 2, relief: { strength: 1, fold: 95, snow: 0.22 } },
      { height: 0.42, distance: 0.6, frequency: 2.2, relief: { strength: 1, fold: 75, snow: 0.34 } },
    ],
  },
  hills: {
    kind: 'rolling',
    colour: oklch(0.58, 0.1, 135),
    mist: 0.55,
    sheets: [
      { height: 0.3, distance: 0.85, frequency: 1.9 },
      { height: 0.22, distance: 0.66, frequency: 2.2 },
      { height: 0.13, distance: 0.48, frequency: 2 },
    ],
  },
  mesas: {
    kind: 'mesa',
    colour: oklch(0.58, 0.17, 40),
    mist: 0.5,
    sheets: [
      { height: 0.3, distance: 0.84, frequency: 3.4, relief: { strength: 0.5, fold: 46, stripes: 7 } },
      { height: 0.46, distance: 0.56, frequency: 2.4, relief: { strength: 0.8, fold: 50, stripes: 9 } },
    ],
  },
  dunes: {
    kind: 'dune',
    colour: oklch(0.76, 0.105, 68),
    mist: 0.4,
    sheets: [
      { height: 0.2, distance: 0.84, frequency: 3.2, relief: { strength: 0.3, fold: 60, soft: true } },
      { height: 0.25, distance: 0.62, frequency: 2.3, relief: { strength: 0.34, fold: 60, soft: true } },
    ],
  },
  cliffs: {
    kind: 'mesa',
    colour: oklch(0.55, 0.04, 90),
    mist: 0.4,
    sheets: [{ height: 0.24, distance: 0.74, frequency: 2.6, relief: { strength: 0.8, fold: 34, stripes: 12 } }],
  },
  karst: {
    kind: 'karst',
    colour: oklch(0.48, 0.06, 165),
    mist: 0.95,
    sheets: [
      { height: 0.5, distance: 0.92, frequency: 5.4 },
      { height: 0.56, distance: 0.72, frequency: 4.4, relief: { strength: 0.4, fold: 60 } },
      { height: 0.42, distance: 0.5, frequency: 3.6, relief: { strength: 0.5, fold: 60 } },
    ],
  },
  icebergs: {
    kind: 'jagged',
    colour: oklch(0.9, 0.04, 225),
    mist: 0.3,
    sheets: [{ height: 0.2, distance: 0.8, frequency: 3.6, relief: { strength: 0.9, fold: 60 } }],
  },
  woods: {
    kind: 'rolling',
    colour: oklch(0.42, 0.07, 152),
    mist: 0.75,
    sheets: [
      { height: 0.3, distance: 0.84, frequency: 2.2 },
      { height: 0.22, distance: 0.64, frequency: 2 },
      { height: 0.1, distance: 0.44, frequency: 2.2 },
    ],
  },
  village: {
    kind: 'rolling',
    colour: oklch(0.58, 0.1, 132),
    mist: 0.3,
    sheets: [{ height: 0.09, distance: 0.52, frequency: 1.8 }],
  },
  waterfall: {
    kind: 'mesa',
    colour: oklch(0.46, 0.045, 160),
    mist: 0.55,
    sheets: [{ height: 0.62, distance: 0.6, frequency: 1.5, relief: { strength: 1, fold: 36 } }],
  },
};
