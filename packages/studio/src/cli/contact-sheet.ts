import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { STYLES } from '@app/contracts';
import sharp from 'sharp';
import { paint } from '../paint.js';

const PROMPTS = [
  'a fox by a mountain lake at sunset',
  '雾中的松林，月光下的鹿',
  'lighthouse on a cliff, stormy sea, lightning',
  '樱花树下的宝塔，湖面倒影，清晨',
  'astronaut on an alien planet, nebula',
  'city skyline at night, rain, neon',
];
const CELL = { width: 480, height: 320 };
const GAP = 8;

const out = fileURLToPath(new URL('../../screenshots/contact-sheet.png', import.meta.url));
const tiles: Array<{ input: Buffer; left: number; top: number }> = [];
for (const [row, style] of STYLES.entries()) {
  const started = performance.now();
  for (const [column, prompt] of PROMPTS.entries()) {
    const painting = await paint({
      prompt,
      negativePrompt: '',
      style,
      width: CELL.width * 2,
      height: CELL.height * 2,
      seed: 7 + column,
      format: 'png',
    });
    const input = await sharp(painting.bytes).resize(CELL.width, CELL.height).png().toBuffer();
    tiles.push({ input, left: GAP + column * (CELL.width + GAP), top: GAP + row * (CELL.height + GAP) });
  }
  console.log(
    `${row + 1}/${STYLES.length} ${style}: ${Math.round((performance.now() - started) / PROMPTS.length)} ms an image`,
  );
}
await mkdir(fileURLToPath(new URL('../../screenshots/', import.meta.url)), { recursive: true });
await sharp({
  create: {
    width: GAP + PROMPTS.length * (CELL.width + GAP),
    height: GAP + STYLES.length * (CELL.height + GAP),
    channels: 3,
    background: '#141210',
  },
})
  .composite(tiles)
  .png()
  .toFile(out);
console.log(out);
