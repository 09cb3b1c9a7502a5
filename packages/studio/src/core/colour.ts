/** A colour in Oklab: lightness 0..1, then the green-red and blue-yellow axes. */
export interface Colour {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

export const clamp = (x: number, low = 0, high = 1): number => (x < low ? low : x > high ? high : x);
export const lerp = (from: number, to: number, t: number): number => from + (to - from) * t;
export const smoothstep = (low: number, high: number, x: number): number => {
  const t = clamp((x - low) / (high - low));
  return t * t * (3 - 2 * t);
};

/** Lightness 0..1, chroma 0..~0.37, hue in degrees. */
export function oklch(l: number, c: number, h: number): Colour {
  const angle = (h * Math.PI) / 180;
  return { l, a: c * Math.cos(angle), b: c * Math.sin(angle) };
}

export const chroma = (c: Colour): number => Math.hypot(c.a, c.b);
export const hue = (c: Colour): number => (Math.atan2(c.b, c.a) * 180) / Math.PI;

export function mix(from: Colour, to: Colour, t: number): Colour {
  return { l: lerp(from.l, to.l, t), a: lerp(from.a, to.a, t), b: lerp(from.b, to.b, t) };
}

/** Lightness multiplied, chroma multiplied. */
export const shift = (c: Colour, light: number, saturation = 1): Colour => ({
  l: clamp(c.l * light),
  a: c.a * saturation,
  b: c.b * saturation,
});

function linear(c: Colour, scale: number): [number, number, number] {
  const a = c.a * scale;
  const b = c.b * scale;
  const l = (c.l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (c.l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (c.l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const inGamut = (value: readonly number[]) => value.every((v) => v > -0.0005 && v < 1.0005);
const encode = (v: number) => {
  const x = clamp(v);
  return 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
};

/** sRGB 0..255 (fractions kept). Colours out of gamut lose chroma, never hue or lightness. */
export function rgb(c: Colour): [number, number, number] {
  const fixed = { l: clamp(c.l), a: c.a, b: c.b };
  let value = linear(fixed, 1);
  if (!inGamut(value)) {
    let low = 0;
    let high = 1;
    for (let i = 0; i < 8; i++) {
      const middle = (low + high) / 2;
      if (inGamut(linear(fixed, middle))) low = middle;
      else high = middle;
    }
    value = linear(fixed, low);
  }
  return [encode(value[0]), encode(value[1]), encode(value[2])];
}

/** For fillStyle and strokeStyle. */
export function css(c: Colour, alpha = 1): string {
  const [r, g, b] = rgb(c);
  return `rgba(${Math.round(r)},${Math.round(g)},${Math.round(b)},${clamp(alpha).toFixed(3)})`;
}

const decode = (v: number) => (v <= 10.31475 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);

/** From sRGB 0..255. */
export function fromRgb(r: number, g: number, b: number): Colour {
  const [x, y, z] = [decode(r), decode(g), decode(b)];
  const l = Math.cbrt(0.4122214708 * x + 0.5363325363 * y + 0.0514459929 * z);
  const m = Math.cbrt(0.2119034982 * x + 0.6806995451 * y + 0.1073969566 * z);
  const s = Math.cbrt(0.0883024619 * x + 0.2817188376 * y + 0.6299787005 * z);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** Evenly spaced colours along a list of stops, as a lookup of n sRGB triples. */
export function ramp(stops: ReadonlyArray<readonly [at: number, colour: Colour]>, n: number): Float32Array {
  const out = new Float32Array(n * 3);
  for (let i = 0; i < n; i++) out.set(rgb(sample(stops, i / Math.max(1, n - 1))), i * 3);
  return out;
}

/** The colour at t of a list of stops sorted by position. */
export function sample(stops: ReadonlyArray<readonly [at: number, colour: Colour]>, t: number): Colour {
  let before = stops[0];
  for (const stop of stops) {
    if (stop[0] >= t) {
      if (!before || before === stop) return stop[1];
      const span = stop[0] - before[0];
      return mix(before[1], stop[1], span <= 0 ? 1 : (t - before[0]) / span);
    }
    before = stop;
  }
  return before ? before[1] : { l: 0, a: 0, b: 0 };
}
