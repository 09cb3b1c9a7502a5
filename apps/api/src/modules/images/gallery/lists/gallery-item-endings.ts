import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { linkTerms } from '../../files/file-link.js';
import { parseFacts, type GalleryItemText } from './gallery-items.js';
import { FileLinks } from '../../files/file-links.js';
import { outcome, type Reader } from '../../generation/generation-presenter.js';

/**
 * Completes the text of each item with what is not stored: signed links, and the failure in the reader's language.
 * Caches endings while addresses stay the same: signing a page of twelve again costs 150 of 680 µs.
 */
@Injectable()
export class GalleryItemEndings {
  private readonly cache = new LRUCache<string, string>({ max: 16_384 });
  private window = 0;

  constructor(private readonly links: FileLinks) {}

  append({ item, facts }: GalleryItemText, reader: Reader): string {
    const { from } = linkTerms(reader.now);
    if (from !== this.window) this.cache.clear();
    this.window = from;
    return item + (this.cache.get(facts) ?? this.create(facts, reader));
  }

  private create(facts: string, reader: Reader): string {
    const parsed = parseFacts(facts);
    const fields = JSON.stringify({ ...this.links.of(parsed, reader.now), ...outcome(parsed, reader.locale) });
    const ending = `,${fields.slice(1)}`;
    // A failed image says why in the reader's language.
    if (parsed.status === 'completed') this.cache.set(facts, ending);
    return ending;
  }
}
