import { randomInt } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { paint } from '../images/painter.js';
import { ASPECT_RATIOS, type StabilityFields } from './fields.js';

const MAX_RANDOM_SEED = 4_294_967_295;
const BLUR_SIGMA = 60;
/** The turbo models ignore negative prompts. */
const WITHOUT_NEGATIVE = new Set<string>(['sd3.5-large-turbo', 'sd3.5-flash']);

export const ignoresNegativePrompt = ({ model, negative_prompt: negative }: StabilityFields): boolean =>
  WITHOUT_NEGATIVE.has(model) && Boolean(negative);

/** 0 requests a random seed. */
export const seedOf = ({ seed }: StabilityFields): number => (seed === 0 ? randomInt(1, MAX_RANDOM_SEED) : seed);

/** @throws Error if the image of image-to-image cannot be read */
export async function makeImage(fields: StabilityFields, seed: number, isBlurred: boolean): Promise<Buffer> {
  const start = fields.image && Buffer.from(await fields.image.arrayBuffer());
  const [width, height] = start ? await readSize(start) : ASPECT_RATIOS[fields.aspect_ratio ?? '1:1'];
  const painted = paint({
    prompt: fields.prompt,
    negativePrompt: ignoresNegativePrompt(fields) ? '' : (fields.negative_prompt ?? ''),
    seed,
    width,
    height,
    variation: `${fields.model} ${fields.style_preset ?? ''} ${fields.cfg_scale ?? ''}`,
  });
  const image = start ? await blendOver(start, painted, fields.strength ?? 1) : painted;
  const shown = isBlurred ? sharp(await image.png().toBuffer()).blur(BLUR_SIGMA) : image;
  return shown
    .withExif({ IFD0: { Software: 'Stability AI', ImageDescription: fields.prompt.slice(0, 500) } })
    .toFormat(fields.output_format, fields.output_format === 'jpeg' ? { quality: 92 } : { compressionLevel: 6 })
    .toBuffer();
}

async function readSize(image: Buffer): Promise<[number, number]> {
  const { width, height } = await sharp(image).metadata();
  return [width, height];
}

/** `strength` 0 keeps the start image, 1 replaces it. */
async function blendOver(start: Buffer, painted: Sharp, strength: number): Promise<Sharp> {
  const layer = await painted.ensureAlpha(strength).png().toBuffer();
  return sharp(start)
    .removeAlpha()
    .composite([{ input: layer }]);
}
