import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, wcagContrast, type Color } from 'culori';

const SOURCE = join(__dirname, '..');
const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');

type Theme = 'dark' | 'light';

/** A token's colour in a theme, as the browser would compute it. */
function token(name: string, theme: Theme): Color {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1]?.trim() ?? '';
  const pair = /^light-dark\((.*\)), (.*\))\)$/.exec(value);
  const text = pair ? pair[theme === 'light' ? 1 : 2] : value;
  const colour = text ? parse(text) : undefined;
  if (!colour) throw new Error(`--${name} is no colour: ${value}`);
  return colour;
}

const SURFACES = ['bg', 'surface', 'raised'];

/** Text or mark, what it may stand on, and the least contrast on the worst of it: dark, light. */
const PAIRS: [string, string[], number, number][] = [
  ['field', ['bg', 'surface'], 3.5, 3.5],
  ['ink', SURFACES, 13.6, 15.7],
  ['ink-2', SURFACES, 7.9, 7.4],
  ['ink-3', SURFACES, 5.5, 5.1],
  ['ink-3', ['surround'], 5.5, 4.5],
  ['amber-text', ['surround'], 8.5, 4.5],
  ['on-amber', ['amber'], 8.4, 8.9],
  ['on-amber', ['amber-hover'], 8.4, 8.9],
  ['amber-text', SURFACES, 8.9, 5.6],
  ['on-amber-tint', ['amber-tint'], 8.0, 5.5],
  ['mark', SURFACES, 5.0, 4.7],
  ['danger-text', SURFACES, 6.4, 6.1],
  ['danger-text', ['danger-tint'], 4.5, 4.5],
  ['on-danger', ['danger', 'danger-hover'], 5.2, 6.6],
  ['ok-text', SURFACES, 8.6, 5.1],
  ['info-text', SURFACES, 8.6, 5.1],
  ['focus', SURFACES, 9.9, 5.5],
];

describe('colour tokens', () => {
  it.each(PAIRS)('%s on %j is readable in both themes', (name, surfaces, dark, light) => {
    const worst = (theme: Theme) =>
      Math.min(...surfaces.map((surface) => wcagContrast(token(name, theme), token(surface, theme))));
    expect(worst('dark')).toBeGreaterThanOrEqual(dark);
    expect(worst('light')).toBeGreaterThanOrEqual(light);
  });

  it.each([
    ['bg', 0.016],
    ['surface', 0.016],
    ['raised', 0.016],
    ['surround', 0.006],
  ])('%s lends images no colour', (name, chroma) => {
    for (const theme of ['dark', 'light'] as const) {
      const colour = token(name, theme);
      expect(colour.mode).toBe('oklch');
      expect(colour.mode === 'oklch' ? colour.c : NaN).toBeLessThanOrEqual(chroma);
    }
  });

  it('puts enough black behind white text on an image', () => {
    expect(token('scrim', 'dark').alpha).toBeGreaterThanOrEqual(0.6);
  });
});

// A manifest cannot refer to a style sheet; its colour is compared with the page's below.
const KNOW_COLOURS = new Set(['tokens.css', 'web-manifest.ts']);

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(tsx?|css)$/.test(name) && !/\.spec\.tsx?$/.test(name) && !KNOW_COLOURS.has(name) ? [path] : [];
  });
}

// A number sign before text is a comment or an anchor; a colour has 3 to 8 hexadecimal digits and ends there.
const RAW_COLOUR = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!;)|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/gi;
const NAMED_COLOUR = /(?:color|background|fill|stroke|border)\s*[:=]\s*["']?(?:white|black|red|orange|gr[ae]y)\b/gi;

describe('sources', () => {
  it('hold no colour outside the tokens', () => {
    const found = sources(SOURCE).flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      return [...text.matchAll(RAW_COLOUR), ...text.matchAll(NAMED_COLOUR)].map((match) => `${path}: ${match[0]}`);
    });
    expect(found).toEqual([]);
  });

  it('give an installed app the dark background of the page', () => {
    const page = readFileSync(join(SOURCE, '..', 'index.html'), 'utf8');
    const dark = /data-theme="dark".*content="(#\w+)"/.exec(page)?.[1];
    expect(readFileSync(join(SOURCE, 'app', 'web-manifest.ts'), 'utf8')).toContain(`BACKGROUND = '${dark}'`);
  });
});
