import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { linkTerms } from '../../files/file-link.js';
import { parseFacts, type GalleryItemText } from './gallery-items.js';
import { FileLinks } from '../../files/file-links.js';
import { outcome, type Reader } from '../../generation/generation-presenter.js';

/**
 * Completes gallery items, which Postgres writes as JSON text, by their outcome and signed addresses. Those of delivered
 * images are cached until the addresses change: they depend on the image's facts alone, and signing a page of twelve again
 * would cost 150 µs of its 680.
 */
@Injectable()
export class GallerySerializer {
  private readonly endings = new LRUCache<string, string>({ max: 16_384 });
  private window = 0;

  constructor(private readonly links: FileLinks) {}

  /** A `GalleryItem` as JSON. */
  item({ item, facts }: GalleryItemText, reader: Reader): string {
    const { from } = linkTerms(reader.now);
    if (from !== this.window) this.endings.clear();
    this.window = from;
    return item + (this.endings.get(facts) ?? this.createEnding(facts, reader));
  }

  private createEnding(facts: string, reader: Reader): string {
    const parsed = parseFacts(facts);
    const fields = JSON.stringify({ ...this.links.of(parsed, reader.now), ...outcome(parsed, reader.locale) });
    const ending = `,${fields.slice(1)}`;
    // An image that failed says why in the reader's language.
    if (parsed.status === 'completed') this.endings.set(facts, ending);
    return ending;
  }
}
