import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** The same values produce the same image, byte by byte. */
export interface Subject {
  prompt: string;
  negativePrompt: string;
  seed: number;
  width: number;
  height: number;
  variation: string;
}

function numbersOf(text: string): () => number {
  let block = createHash('sha256').update(text).digest();
  let at = 0;
  return () => {
    if (at + 4 > block.byteLength) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    const number = block.readUInt32BE(at) / 2 ** 32;
    at += 4;
    return number;
  };
}

/** Draws no text, because the machine may have no fonts. */
function draw({ width, height, ...subject }: Subject): string {
  const next = numbersOf(JSON.stringify([subject.prompt, subject.negativePrompt, subject.seed, subject.variation]));
  const between = (low: number, high: number) => low + next() * (high - low);
  const colour = (lightness: number) =>
    `hsl(${between(0, 360).toFixed(0)},${between(35, 85).toFixed(0)}%,${lightness.toFixed(0)}%)`;
  const span = Math.min(width, height);
  const shapes = Array.from({ length: 12 }, (_, index) => {
    const [x, y, size] = [between(0, width), between(0, height), between(0.08, 0.4) * span];
    const paint = `fill="${colour(between(25, 80))}" fill-opacity="${between(0.35, 0.9).toFixed(2)}"`;
    if (index % 3 === 0) return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(1)}" ${paint}/>`;
    const points = Array.from({ length: 3 + (index % 4) }, () =>
      [x + between(-size, size), y + between(-size, size)].map((value) => value.toFixed(1)).join(','),
    );
    return `<polygon points="${points.join(' ')}" ${paint}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x1="0" y1="0" x2="${between(0, 1).toFixed(2)}" y2="1">
      <stop offset="0" stop-color="${colour(30)}"/><stop offset="1" stop-color="${colour(75)}"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/>${shapes.join('')}</svg>`;
}

export const paint = (subject: Subject): Sharp => sharp(Buffer.from(draw(subject))).removeAlpha();
