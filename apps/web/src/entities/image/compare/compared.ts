import type { GalleryItem, Generation, GenerationImage } from '@app/contracts';

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

export interface MarkedText {
  head: string;
  /** What the other text does not have in this place. */
  changed: string;
  tail: string;
}

/** Words, gaps between them, and each character of a script that writes without gaps. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\s+|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

const sharedLength = (one: readonly string[], other: readonly string[]): number => {
  const end = Math.min(one.length, other.length);
  let length = 0;
  while (length < end && one[length] === other[length]) length += 1;
  return length;
};

/** Parts two texts into what both begin with, what differs, and what both end with. */
export function markChange(before: string, after: string): { before: MarkedText; after: MarkedText } {
  const one = before.match(PIECES) ?? [];
  const other = after.match(PIECES) ?? [];
  const head = sharedLength(one, other);
  const tail = sharedLength(one.slice(head).toReversed(), other.slice(head).toReversed());
  const part = (pieces: readonly string[]): MarkedText => ({
    head: pieces.slice(0, head).join(''),
    changed: pieces.slice(head, pieces.length - tail).join(''),
    tail: pieces.slice(pieces.length - tail).join(''),
  });
  return { before: part(one), after: part(other) };
}
