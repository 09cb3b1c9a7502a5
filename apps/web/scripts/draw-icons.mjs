/** Draws the icons of an installed app from the one of the browser's tab. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const target = join(root, 'public', 'icons');
const mark = readFileSync(join(root, 'public', 'favicon.svg'));
/** `--bg` of the dark theme. */
const GROUND = '#120d0a';
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** `share`: of the mark in the icon. Systems may cut away all but the middle 80 % of a maskable icon. */
async function draw(file, size, share, background) {
  const side = Math.round(size * share);
  const input = await sharp(mark, { density: 1200 }).resize(side, side).png().toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input }])
    .png()
    .toFile(join(target, file));
}

mkdirSync(target, { recursive: true });
await Promise.all([
  draw('icon-192.png', 192, 1, CLEAR),
  draw('icon-512.png', 512, 1, CLEAR),
  draw('maskable-512.png', 512, 0.76, GROUND),
  draw('apple-touch-icon.png', 180, 0.86, GROUND),
]);
