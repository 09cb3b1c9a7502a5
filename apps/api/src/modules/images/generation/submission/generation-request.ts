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

/** What was asked for, as the wire gives it (defaults filled in). */
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

/** A request in the one form in which it is compared, priced and stored. */
export interface GenerationRequest {
  prompt: string;
  negativePrompt: string | null;
  model: string;
  style: Style;
  size: Size;
  quality: Quality;
  outputFormat: OutputFormat;
  /** Null when the person left it to chance. */
  seed: number | null;
  count: number;
  /** What it is made from, if anything. */
  parentId: string | null;
  /** Units of one picture. */
  unitPrice: number;
}

/** Texts cleaned, an empty negative prompt is none, a quality only where the model has several, the price from the list. */
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

/**
 * What is to be decided about a request whoever sends it. Lengths are those that the counter on the screen shows: of the
 * texts as they were typed.
 */
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

/** SHA-256 of what the person asked for: equal for requests that differ only in blanks around a text or in field order. */
export function requestHash(request: GenerationRequest): Buffer {
  // The price is ours, not the person's: a changed price list must not turn a repeated request into another one.
  const { prompt, negativePrompt, model, style, size, quality, outputFormat, seed, count, parentId } = request;
  const asked = [prompt, negativePrompt, model, style, size, quality, outputFormat, seed, count];
  // Only where there is one, so that the hashes of requests that know nothing of parents stay what they were.
  if (parentId !== null) asked.push(parentId);
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}

export const randomSeed = (): number => randomInt(0, SEED_MAX + 1);

/** Seeds of the pictures of one generation: one after the other from the first, starting again at 0 after the last. */
export function imageSeeds(first: number, count: number): number[] {
  if (count > MAX_IMAGES_PER_GENERATION)
    throw new Error(`A generation has at most ${MAX_IMAGES_PER_GENERATION} pictures`);
  return Array.from({ length: count }, (_, idx) => (first + idx) % (SEED_MAX + 1));
}
