import { Injectable } from '@nestjs/common';
import { parseFacts, type GalleryItemText } from '../persistence/gallery-items.js';
import { linkTerms } from '../domain/file-link.js';
import { FileLinks } from './file-links.js';
import { outcome, type Reader } from './wire-shapes.js';

/** Pictures whose ends are remembered, some kilobyte each: the first pages of more than a thousand people. */
const MOST_REMEMBERED = 16_384;

/**
 * Puts gallery items together as JSON text: most of each comes finished from Postgres, its end is added here. Ends with
 * addresses are remembered for as long as these addresses stay the same; they are made from nothing but the facts, so
 * they are the same for whoever may see the picture.
 */
@Injectable()
export class GalleryTexts {
  private readonly ends = new Map<string, string>();
  private window = 0;

  constructor(private readonly links: FileLinks) {}

  /** A `GalleryItem` as JSON. */
  item({ item, facts }: GalleryItemText, reader: Reader): string {
    return item + this.end(facts, reader);
  }

  private end(facts: string, reader: Reader): string {
    const { from } = linkTerms(reader.now);
    if (from !== this.window) this.ends.clear();
    this.window = from;
    return this.ends.get(facts) ?? this.make(facts, reader);
  }

  private make(facts: string, reader: Reader): string {
    const parsed = parseFacts(facts);
    const links = this.links.of(parsed, reader.now);
    const fields = JSON.stringify(Object.assign({}, links, outcome(parsed, reader.locale)));
    const end = `,${fields.slice(1)}`;
    // Others say why there is nothing to see, each reader in their language.
    if (parsed.status === 'completed') this.remember(facts, end);
    return end;
  }

  private remember(facts: string, end: string): void {
    this.ends.set(facts, end);
    if (this.ends.size <= MOST_REMEMBERED) return;
    const [oldest] = this.ends.keys();
    if (oldest !== undefined) this.ends.delete(oldest);
  }
}
