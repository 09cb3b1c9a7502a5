import type { SharedImage } from '@app/contracts';
import { writePromptDraft } from './prompt-draft';
import { writeTab } from './tab-storage';

/** Where the tab keeps those settings of the generate page that do not stand in its address. */
export const GENERATE_DRAFT_KEY = 'generate_draft';

type Recipe = Pick<
  SharedImage,
  'prompt' | 'negative_prompt' | 'model' | 'style' | 'size' | 'quality' | 'output_format'
>;

/** What of a picture's making goes on in another one. */
export interface Lineage {
  /** Without it the server rolls the dice. */
  seed?: number;
  /** The picture that the new one goes back to. */
  parentId?: string;
}

/**
 * Lays what a picture was made from out for the generate page of this tab, where it waits through a sign-in. Without a
 * `lineage` the seed stays behind: what is made from it is another picture. Returns the part that belongs into the page's
 * address.
 */
export function carryRecipe(
  recipe: Recipe,
  { seed, parentId }: Lineage = {},
): { model: string; style: string; size: string } {
  const { prompt, negative_prompt, model, style, size, quality, output_format: outputFormat } = recipe;
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
