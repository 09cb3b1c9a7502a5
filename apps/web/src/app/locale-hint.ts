import type { Locale } from '@app/contracts';
import { preferredLocale } from './locale';

let other: Locale | null = null;

/**
 * Called once at the start, before the path's language is stored as the choice: a deep link in another language than the
 * person's keeps its language and offers theirs.
 */
export function noticeLocale(shown: Locale): void {
  const preferred = preferredLocale();
  other = preferred === shown ? null : preferred;
}

/** The language to offer on a page in `shown`; null when there is nothing to offer. */
export const localeToOffer = (shown: Locale): Locale | null => (other === shown ? null : other);

export function dismissLocaleHint(): void {
  other = null;
}
