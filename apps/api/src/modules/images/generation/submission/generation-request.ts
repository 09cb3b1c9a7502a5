import {
  cleanText,
  DEFAULT_QUALITY,
  isDalleModel,
  MAX_IMAGES_PER_GENERATION,
  priceUnits,
  SEED_MAX,
  type GenerateSituation,
  type OutputFormat,
  type Quality,
  type Size,
  type Style,
} from '@app/contracts';
import { createHash, randomInt } from 'node:crypto';

export interface RequestedGeneration {
  prompt: string;
  negative_prompt?: string | null | undefined;
  model: string;
  style: Style;
  size: Size;
  quality: Quality;
  output_format: OutputFormat;
  seed?: number | null | undefined;
  count: number;
  parent_id?: string | null | undefined;
}

export interface GenerationRequest {
  prompt: string;
  negativePrompt: string | null;
  model: string;
  style: Style;
  size: Size;
  quality: Quality;
  outputFormat: OutputFormat;
  seed: number | null;
  count: number;
  parentId: string | null;
  unitPrice: number;
}

/** Trimmed texts; a quality only where the model has several; the price from the list. */
export function normaliseRequest(asked: RequestedGeneration): GenerationRequest {
  return {
    prompt: cleanText(asked.prompt),
    negativePrompt: cleanText(asked.negative_prompt ?? '') || null,
    model: asked.model,
    style: asked.style,
    size: asked.size,
    quality: isDalleModel(asked.model) ? asked.quality : DEFAULT_QUALITY,
    outputFormat: asked.output_format,
    seed: asked.seed ?? null,
    count: asked.count,
    parentId: asked.parent_id ?? null,
    unitPrice: priceUnits(asked.model, asked.quality),
  };
}

/** Lengths are of the texts as typed, which the counter on the screen shows. */
export function situationOf(asked: RequestedGeneration, request: GenerationRequest): GenerateSituation {
  return {
    prompt: request.prompt === '' ? '' : asked.prompt,
    negativePrompt: asked.negative_prompt ?? '',
    model: request.model,
    count: request.count,
    signedIn: true,
    totalUnits: request.unitPrice * request.count,
  };
}

/** Equal for requests that differ only in blanks around a text or in field order. */
export function requestHash(request: GenerationRequest): Buffer {
  // Without the price: a changed price list must not make a repeated request another one.
  const { prompt, negativePrompt, model, style, size, quality, outputFormat, seed, count, parentId } = request;
  const asked = [prompt, negativePrompt, model, style, size, quality, outputFormat, seed, count];
  // Only if given, so that the hashes of requests without a parent stay the same.
  if (parentId !== null) asked.push(parentId);
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}

export const randomSeed = (): number => randomInt(0, SEED_MAX + 1);

/** Consecutive; 0 follows the last seed. */
export function imageSeeds(first: number, count: number): number[] {
  if (count > MAX_IMAGES_PER_GENERATION)
    throw new Error(`A generation has at most ${MAX_IMAGES_PER_GENERATION} images`);
  return Array.from({ length: count }, (_, idx) => (first + idx) % (SEED_MAX + 1));
}
