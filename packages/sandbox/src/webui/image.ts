import sharp from 'sharp';
import { paint } from '../images/painter.js';
import { addText } from '../images/png.js';
import type { Fields } from './fields.js';

const UNFINISHED_SIGMA = 25;
const PREVIEW_SCALE = 8;
const VERSION = 'v1.10.1';

export interface Model {
  name: string;
  hash: string;
}

export interface ImageSpec {
  fields: Fields;
  model: Model;
  seed: number;
}

/** Latents are an eighth of the image, so sides are cut to multiples of eight. */
export const sidesOf = ({ width, height }: Fields): [number, number] => [
  Math.max(8, width - (width % 8)),
  Math.max(8, height - (height % 8)),
];

export function infotextOf({ fields, model, seed }: ImageSpec): string {
  const [width, height] = sidesOf(fields);
  const settings = [
    `Steps: ${fields.steps}`,
    `Sampler: ${fields.sampler_name ?? 'Euler'}`,
    `CFG scale: ${fields.cfg_scale}`,
    `Seed: ${seed}`,
    `Size: ${width}x${height}`,
    `Model hash: ${model.hash}`,
    `Model: ${model.name}`,
    `Version: ${VERSION}`,
  ];
  const negative = fields.negative_prompt && `\nNegative prompt: ${fields.negative_prompt}`;
  return `${fields.prompt}${negative}\n${settings.join(', ')}`;
}

const subjectOf = ({ fields, model, seed }: ImageSpec, [width, height]: [number, number]) =>
  paint({
    prompt: fields.prompt,
    negativePrompt: fields.negative_prompt,
    seed,
    width,
    height,
    variation: `${model.name} ${fields.steps} ${fields.cfg_scale} ${fields.sampler_name ?? ''}`,
  });

/** An interrupted image is still noise. */
export async function renderImage(spec: ImageSpec, look: 'finished' | 'unfinished' | 'black'): Promise<Buffer> {
  const painted = subjectOf(spec, sidesOf(spec.fields));
  const png = await painted.png().toBuffer();
  if (look === 'finished') return addText(png, 'parameters', infotextOf(spec));
  const changed = look === 'black' ? sharp(png).linear(0, 0) : sharp(png).blur(UNFINISHED_SIGMA);
  return addText(await changed.png().toBuffer(), 'parameters', infotextOf(spec));
}

export const renderPreview = (spec: ImageSpec): Promise<Buffer> => {
  const [width, height] = sidesOf(spec.fields);
  return subjectOf(spec, [Math.ceil(width / PREVIEW_SCALE), Math.ceil(height / PREVIEW_SCALE)])
    .png()
    .toBuffer();
};

/** The `info` of an answer is JSON in a string. */
export function infoOf({ fields, model }: Omit<ImageSpec, 'seed'>, seeds: number[], startedAt: Date): string {
  const [width, height] = sidesOf(fields);
  return JSON.stringify({
    prompt: fields.prompt,
    all_prompts: seeds.map(() => fields.prompt),
    negative_prompt: fields.negative_prompt,
    all_negative_prompts: seeds.map(() => fields.negative_prompt),
    seed: seeds[0] ?? -1,
    all_seeds: seeds,
    width,
    height,
    sampler_name: fields.sampler_name ?? 'Euler',
    cfg_scale: fields.cfg_scale,
    steps: fields.steps,
    batch_size: fields.batch_size,
    sd_model_name: model.name,
    sd_model_hash: model.hash,
    index_of_first_image: 0,
    infotexts: seeds.map((seed) => infotextOf({ fields, model, seed })),
    job_timestamp: timestampOf(startedAt),
    version: VERSION,
  });
}

export const timestampOf = (moment: Date): string => moment.toISOString().replace(/\D/g, '').slice(0, 14);
