import { dot, limb, poly, type Drawing, type Pen } from './pen.js';

/** b body, f far side, s second tone, w light, k dark, p pink or accent. */
type Tone = 'b' | 'f' | 's' | 'w' | 'k' | 'p';

/** A part of an animal: a limb of circles (x, y, r …), a polygon (x, y …) or an ellipse (x, y, rx, ry, turn). */
export type Part = readonly [shape: 'limb' | 'poly' | 'dot', tone: Tone, ...numbers: number[]];

export interface Beast {
  /** Lightness, chroma, hue of the body. */
  readonly coat: readonly [number, number, number];
  readonly light?: readonly [number, number, number];
  readonly dark?: readonly [number, number, number];
  readonly accent?: readonly [number, number, number];
  readonly parts: readonly Part[];
}

function colourOf(pen: Pen, beast: Beast, tone: Tone): string {
  const [l, c, h] = beast.coat;
  switch (tone) {
    case 'b':
      return pen.coat(l, c, h);
    case 'f':
      return pen.coat(l * 0.7, c * 0.9, h);
    case 's':
      return pen.coat(l * 0.86, c, h);
    case 'w':
      return pen.tone(...(beast.light ?? [0.94, 0.02, 80]));
    case 'k':
      return pen.tone(...(beast.dark ?? [0.22, 0.015, 50]));
    case 'p':
      return pen.tone(...(beast.accent ?? [0.72, 0.1, 15]));
  }
}

/** The drawing of an animal from its parts, far to near. */
export const beastly =
  (beast: Beast): Drawing =>
  (pen) => {
    for (const [shape, tone, ...n] of beast.parts) {
      const colour = colourOf(pen, beast, tone);
      if (shape === 'limb') limb(pen.ctx, colour, n);
      else if (shape === 'poly') poly(pen.ctx, colour, n);
      else dot(pen.ctx, colour, n[0] ?? 0, n[1] ?? 0, n[2] ?? 0.01, n[3], n[4]);
    }
  };
