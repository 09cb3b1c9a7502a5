/**
 * Lets the embedded engine paint the images that the pages show: sample works, pairs of the guide, and one scene in each
 * of the sixteen styles. Paints again only when the engine or a list has changed.
 */
import { SIZE_PIXELS, STYLES } from '@app/contracts';
import { createStudioProcess } from '@app/studio/process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const target = join(root, 'public', 'samples');
const lists = ['sample-works', 'explore-works', 'batch-works', 'guide-pairs'].map((name) =>
  readFileSync(join(root, 'src', 'entities', 'sample', `${name}.json`), 'utf8'),
);
const [works, furtherWorks, batchWorks, pairs] = lists.map((list) => JSON.parse(list));

const WIDTHS = [320, 640];
const QUALITY = { quality: 82, effort: 4 };
/** One scene for all styles, cut to its subject: a style shows in the material of a thing, and in its edges. */
const SCENE = { prompt: 'Close-up of a fox by a lake, mountains, morning', seed: 3 };
const TILE = { painted: 768, shown: 192, cut: { left: 225, top: 225, side: 504 } };
/** Styles that place the subject elsewhere, or show themselves beside it. */
const CUTS = {
  'analog-film': { left: 232, top: 200, side: 536 },
  cinematic: { left: 202, top: 188, side: 537 },
  'fantasy-art': { left: 190, top: 60, side: 578 },
  'pixel-art': { left: 352, top: 248, side: 264 },
  isometric: { left: 202, top: 218, side: 384 },
  'tile-texture': { left: 322, top: 60, side: 384 },
};

const studio = createStudioProcess({ children: Math.min(4, availableParallelism()), niceness: 0 });

/** What the pictures depend on: the engine's code, the lists, this script. */
function fingerprint() {
  const hash = createHash('sha256');
  const engine = dirname(createRequire(import.meta.url).resolve('@app/studio'));
  const files = readdirSync(engine, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of files) hash.update(readFileSync(join(engine, name)));
  for (const list of lists) hash.update(list);
  hash.update(readFileSync(import.meta.filename));
  return hash.digest('hex');
}

const save = (bytes, width, file) =>
  sharp(bytes).resize({ width, withoutEnlargement: true }).webp(QUALITY).toFile(join(target, file));

async function paintWork(file, { prompt, negative, style, size, seed }) {
  const { bytes, width } = await studio.paint({
    prompt: prompt.en,
    negativePrompt: negative?.en ?? '',
    style,
    seed,
    format: 'png',
    ...SIZE_PIXELS[size],
  });
  await save(bytes, width, `${file}.webp`);
  for (const small of WIDTHS) await save(bytes, small, `${file}.w${small}.webp`);
}

async function paintStyle(style) {
  const { painted } = TILE;
  const { bytes } = await studio.paint({
    ...SCENE,
    negativePrompt: '',
    style,
    width: painted,
    height: painted,
    format: 'png',
  });
  const { left, top, side } = CUTS[style] ?? TILE.cut;
  const cut = await sharp(bytes).extract({ left, top, width: side, height: side }).toBuffer();
  await save(cut, TILE.shown * 2, `styles/${style}.webp`);
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
for (const folder of ['works', 'guide', 'styles']) mkdirSync(join(target, folder), { recursive: true });
const allWorks = [...works, ...furtherWorks, ...batchWorks];
process.stdout.write(
  `Painting ${allWorks.length} sample works, ${pairs.length} pairs and ${STYLES.length} style tiles …\n`,
);
const files = [
  ...allWorks.map((work) => [`works/${work.id}`, work]),
  ...pairs.flatMap(({ id, before, after }) => [
    [`guide/${id}-before`, before],
    [`guide/${id}-after`, after],
  ]),
];
await Promise.all([...files.map(([file, work]) => paintWork(file, work)), ...STYLES.map(paintStyle)]);
await studio.close();
await paintFrames();
writeFileSync(stamp, current);
