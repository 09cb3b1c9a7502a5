/**
 * Lets the embedded engine paint the pictures that the pages show: the works of the home page's sheet and one scene in
 * each of the sixteen styles. Paints again only when the engine or the list has changed.
 */
import { SIZE_PIXELS, STYLES } from '@app/contracts';
import { paint } from '@app/studio';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const target = join(root, 'public', 'samples');
const worksFile = join(root, 'src', 'entities', 'sample', 'sample-works.json');
const works = JSON.parse(readFileSync(worksFile, 'utf8'));

const WIDTHS = [320, 640];
const QUALITY = { quality: 82, effort: 4 };
/** One scene for all styles: a subject, a building, water, plants and a sky show what a style does. */
const SCENE = { prompt: 'A red fox by a lake at sunset, a small house, pine trees and mountains', seed: 7 };
const TILE = { painted: 512, shown: 192 };

/** What the pictures depend on: the engine's code, the lists, this script. */
function fingerprint() {
  const hash = createHash('sha256');
  const engine = dirname(createRequire(import.meta.url).resolve('@app/studio'));
  const files = readdirSync(engine, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of files) hash.update(readFileSync(join(engine, name)));
  hash.update(readFileSync(worksFile)).update(readFileSync(import.meta.filename));
  return hash.digest('hex');
}

const save = (bytes, width, file) =>
  sharp(bytes).resize({ width, withoutEnlargement: true }).webp(QUALITY).toFile(join(target, file));

async function paintWork({ id, prompt, style, size, seed }) {
  const { bytes, width } = await paint({
    prompt: prompt.en,
    negativePrompt: '',
    style,
    seed,
    format: 'png',
    ...SIZE_PIXELS[size],
  });
  await save(bytes, width, `works/${id}.webp`);
  for (const small of WIDTHS) await save(bytes, small, `works/${id}.w${small}.webp`);
}

async function paintStyle(style) {
  const { painted } = TILE;
  const { bytes } = await paint({
    ...SCENE,
    negativePrompt: '',
    style,
    width: painted,
    height: painted,
    format: 'png',
  });
  await save(bytes, TILE.shown * 2, `styles/${style}.webp`);
}

/** A strip of small squares for the pricing page, at twice their size: each work in three crops. */
const FRAME = { count: 24, pitch: 36, size: 30, crops: ['centre', 'left', 'right'] };

async function paintFrames() {
  const { count, pitch, size, crops } = FRAME;
  const frames = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      // Neighbours show different works.
      const work = join(target, 'works', `${works[(index * 3) % works.length].id}.w320.webp`);
      const position = crops[Math.floor(index / works.length) % crops.length];
      const input = await sharp(work).resize(size, size, { position }).toBuffer();
      return { input, left: index * pitch, top: 0 };
    }),
  );
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const strip = sharp({ create: { width: count * pitch, height: pitch, channels: 4, background } });
  await strip.composite(frames).webp(QUALITY).toFile(join(target, 'frames.webp'));
}

const stamp = join(target, '.fingerprint');
const current = fingerprint();
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) process.exit(0);

rmSync(target, { recursive: true, force: true });
for (const folder of ['works', 'styles']) mkdirSync(join(target, folder), { recursive: true });
process.stdout.write(`Painting ${works.length} sample works and ${STYLES.length} style tiles …\n`);
for (const work of works) await paintWork(work);
for (const style of STYLES) await paintStyle(style);
await paintFrames();
writeFileSync(stamp, current);
