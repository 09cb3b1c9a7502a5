import type { GalleryItem, Generation, GenerationImage } from '@app/contracts';
import { diffArrays, type ChangeObject } from 'diff';

const SETTINGS = ['prompt', 'negative_prompt', 'style', 'model', 'size', 'quality', 'output_format', 'seed'] as const;
export type Setting = (typeof SETTINGS)[number];

/** An image with what it was made from. */
export type Compared = Pick<
  GalleryItem,
  Setting | 'id' | 'status' | 'url' | 'thumbnails' | 'thumbhash' | 'width' | 'height'
>;

export const comparedFrom = (generation: Generation, image: GenerationImage): Compared => ({ ...generation, ...image });

/** What two images were made from differently. */
export const changedSettings = (before: Compared, after: Compared): Setting[] =>
  SETTINGS.filter((setting) => (before[setting] ?? '') !== (after[setting] ?? ''));

/** A run of text. */
export interface MarkedRun {
  /** Where it begins. */
  start: number;
  text: string;
  /** The other text does not have it in this place. */
  isChanged: boolean;
}

/** Words, gaps between them, and each character of a script that writes without gaps. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\s+|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

type Part = ChangeObject<string[]>;

/** A gap between two changes belongs to them: replaced words are marked as one run. */
const isWithinChange = (parts: readonly Part[], at: number): boolean => {
  const isChange = (part: Part | undefined) => part !== undefined && (part.added || part.removed);
  return parts[at]?.value.join('').trim() === '' && isChange(parts[at - 1]) && isChange(parts[at + 1]);
};

/** The runs of one of the two texts; `left` are the parts that only the other one has. */
function runsOf(parts: readonly Part[], left: 'added' | 'removed'): MarkedRun[] {
  const runs: MarkedRun[] = [];
  let start = 0;
  for (const [at, part] of parts.entries()) {
    if (part[left]) continue;
    const text = part.value.join('');
    const isChanged = part.added || part.removed || isWithinChange(parts, at);
    const last = runs.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else runs.push({ start, text, isChanged });
    start += text.length;
  }
  return runs;
}

/** Marks in both texts what the other one does not have. */
export function markChanges(before: string, after: string): { before: MarkedRun[]; after: MarkedRun[] } {
  const parts = diffArrays(before.match(PIECES) ?? [], after.match(PIECES) ?? []);
  return { before: runsOf(parts, 'added'), after: runsOf(parts, 'removed') };
}
