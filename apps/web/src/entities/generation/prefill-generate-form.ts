import type { SharedImage } from '@app/contracts';
import { writePromptDraft } from '../../shared/prompt-draft';
import { writeTab } from '../../shared/tab-storage';

export const GENERATE_DRAFT_KEY = 'generate_draft';

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
  writePromptDraft(prompt);
  writeTab(GENERATE_DRAFT_KEY, {
    negativePrompt: negative_prompt ?? '',
    quality,
    outputFormat,
    count: 1,
    seed: seed === undefined ? '' : String(seed),
    ...(parentId !== undefined && { parentId }),
  });
  return { model, style, size };
}
