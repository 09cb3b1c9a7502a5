import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { OUTPUT_FORMATS, SIZE_PIXELS, STYLES } from '@app/contracts';
import { paint } from '../paint.js';

const { values } = parseArgs({
  options: {
    prompt: { type: 'string', default: '' },
    negative: { type: 'string', default: '' },
    style: { type: 'string', default: 'enhance' },
    size: { type: 'string', default: '1:1' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'painting.png' },
  },
});

const style = STYLES.find((known) => known === values.style);
const pixels = Object.entries(SIZE_PIXELS).find(([ratio]) => ratio === values.size)?.[1];
const extension = extname(values.out).slice(1).replace('jpg', 'jpeg');
const format = OUTPUT_FORMATS.find((known) => known === extension);
if (!style || !pixels || !format) {
  console.error(
    `Known styles: ${STYLES.join(', ')}\nKnown sizes: ${Object.keys(SIZE_PIXELS).join(', ')}\nKnown files: .${OUTPUT_FORMATS.join(', .')}`,
  );
  process.exit(2);
}
const started = performance.now();
const painting = await paint({
  prompt: values.prompt,
  negativePrompt: values.negative,
  style,
  ...pixels,
  seed: Number(values.seed),
  format,
});
await writeFile(values.out, painting.bytes);
const words = painting.understood.map((word) => word.text).join(', ') || 'nothing';
console.log(
  `${values.out}: ${painting.bytes.length} bytes in ${Math.round(performance.now() - started)} ms; understood ${words}`,
);
