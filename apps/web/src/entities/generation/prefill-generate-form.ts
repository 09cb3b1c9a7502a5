import type { SharedImage } from '@app/contracts';
import { offerUndo, readGenerateDraft, writeGenerateDraft } from './generate-draft';

type GenerationInput = Pick<
  SharedImage,
  'prompt' | 'negative_prompt' | 'model' | 'style' | 'size' | 'quality' | 'output_format'
>;

export interface SeedAndParent {
  /** Without it the server draws one. */
  seed?: number;
  /** The image that the new one is made from. */
  parentId?: string;
}

/**
 * Stores what an image was made from as the draft of the generate page of this tab, where it survives a sign-in. Returns
 * the part that belongs into the address of that page.
 */
export function prefillGenerateForm(
  input: GenerationInput,
  { seed, parentId }: SeedAndParent = {},
): { model: string; style: string; size: string } {
  const { prompt, negative_prompt, model, style, size, quality, output_format: outputFormat } = input;
  const before = readGenerateDraft();
  const next = {
    prompt,
    negativePrompt: negative_prompt ?? '',
    model,
    style,
    size,
    quality,
    outputFormat,
    count: 1,
    seed: seed === undefined ? '' : String(seed),
    ...(parentId !== undefined && { parentId }),
  };
  writeGenerateDraft(next);
  offerUndo(before, { parentId: null, ...next });
  return { model, style, size };
}
