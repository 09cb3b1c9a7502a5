import { chroma, clamp, hue, lerp, oklch, type Colour } from '../core/colour.js';
import type { PaletteName } from '../words/facts.js';

/** Where a palette pulls colours: dark ones to one hue, light ones to another. */
interface Tint {
  readonly dark: number;
  readonly light: number;
  /** How far hues are pulled, 0..1. */
  readonly pull: number;
  /** Chroma multiplied and added. */
  readonly chroma: number;
  readonly add?: number;
  readonly lightness?: number;
  readonly lift?: number;
}

const TINTS: Readonly<Record<PaletteName, Tint>> = {
  red: { dark: 10, light: 42, pull: 0.86, chroma: 1, add: 0.06 },
  orange: { dark: 30, light: 68, pull: 0.84, chroma: 1, add: 0.055 },
  yellow: { dark: 70, light: 100, pull: 0.84, chroma: 1, add: 0.055, lift: 0.03 },
  green: { dark: 165, light: 128, pull: 0.84, chroma: 1, add: 0.045 },
  teal: { dark: 220, light: 178, pull: 0.86, chroma: 1, add: 0.04 },
  blue: { dark: 268, light: 228, pull: 0.86, chroma: 1, add: 0.05 },
  purple: { dark: 285, light: 325, pull: 0.86, chroma: 1, add: 0.05 },
  pink: { dark: 330, light: 368, pull: 0.86, chroma: 1, add: 0.05, lift: 0.04 },
  brown: { dark: 45, light: 68, pull: 0.88, chroma: 0.75, add: 0.03, lightness: 0.88 },
  black: { dark: 265, light: 250, pull: 0.4, chroma: 0.35, lightness: 0.62 },
  white: { dark: 240, light: 95, pull: 0.3, chroma: 0.32, lightness: 0.62, lift: 0.38 },
  gold: { dark: 35, light: 90, pull: 0.88, chroma: 1, add: 0.055 },
  silver: { dark: 250, light: 240, pull: 0.7, chroma: 0.3, add: 0.008 },
  mono: { dark: 0, light: 0, pull: 0, chroma: 0 },
  sepia: { dark: 50, light: 82, pull: 0.94, chroma: 0.32, add: 0.032, lightness: 0.9, lift: 0.06 },
  pastel: { dark: 300, light: 60, pull: 0.12, chroma: 0.72, lightness: 0.6, lift: 0.36 },
  neon: { dark: 292, light: 340, pull: 0.5, chroma: 1.5, add: 0.04, lightness: 0.92 },
  vivid: { dark: 0, light: 0, pull: 0, chroma: 1.55, add: 0.012 },
  muted: { dark: 0, light: 0, pull: 0, chroma: 0.45, lightness: 0.94, lift: 0.04 },
  warm: { dark: 20, light: 72, pull: 0.5, chroma: 1.05, add: 0.022 },
  cool: { dark: 262, light: 220, pull: 0.55, chroma: 0.95, add: 0.014 },
  ink: { dark: 255, light: 90, pull: 0.85, chroma: 0.16, add: 0.006, lightness: 0.74, lift: 0.24 },
  autumn: { dark: 15, light: 72, pull: 0.55, chroma: 1.15, add: 0.025 },
  candy: { dark: 310, light: 350, pull: 0.5, chroma: 1, add: 0.045, lightness: 0.62, lift: 0.34 },
};

/** A colour under a palette; amount 0..1 of the effect. */
export function tinted(colour: Colour, palette: PaletteName, amount = 1): Colour {
  const tint = TINTS[palette];
  const target = lerp(tint.dark, tint.light, clamp((colour.l - 0.15) / 0.75));
  const from = hue(colour);
  const turn = ((target - from + 540) % 360) - 180;
  // Nearly neutral colours take the palette's hue outright: turning them would sweep through the whole wheel.
  const neutral = 1 - clamp(chroma(colour) / 0.03);
  const h = from + turn * Math.max(tint.pull, neutral * (tint.pull > 0 ? 1 : 0)) * amount;
  const c = lerp(chroma(colour), chroma(colour) * tint.chroma + (tint.add ?? 0), amount);
  const l = lerp(colour.l, colour.l * (tint.lightness ?? 1) + (tint.lift ?? 0), amount);
  return oklch(clamp(l), c, h);
}

/** The colour of a thing that the prompt gives a colour: "red balloon", 白马. */
export function coated(colour: Colour, palette: PaletteName): Colour {
  if (palette === 'white') return oklch(clamp(0.9 + (colour.l - 0.6) * 0.3), 0.01, 90);
  if (palette === 'black') return oklch(clamp(0.24 + (colour.l - 0.6) * 0.3), 0.015, 270);
  const tint = TINTS[palette];
  if (tint.pull < 0.5) return tinted(colour, palette);
  const c = chroma(colour) < 0.03 && colour.l > 0.9 ? 0.04 : palette === 'silver' ? 0.01 : 0.15;
  // Paler than this, most hues turn into another.
  const l = Math.min(colour.l, 0.8);
  return oklch(l, c, lerp(tint.dark, tint.light, clamp((l - 0.15) / 0.75) * 0.5));
}
