import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import { writeAtomically } from '../kit/store.js';

const KEPT_MAILS = 500;

const ReceivedMail = z.object({
  id: z.uuid(),
  /** ISO 8601, by the sandbox's clock. */
  receivedAt: z.string(),
  envelope: z.object({ from: z.string(), to: z.array(z.string()) }),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(z.object({ filename: z.string().nullable(), mimeType: z.string(), size: z.number() })),
  size: z.number(),
});
export type ReceivedMail = z.infer<typeof ReceivedMail>;

export interface Envelope {
  from: string;
  to: string[];
}

/** One file per mail; the oldest are deleted first. */
export class Mailbox {
  private mails: ReceivedMail[] = [];

  constructor(
    private readonly dir: string,
    private readonly now: () => number,
  ) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.mails = readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ReceivedMail.safeParse(JSON.parse(readFileSync(join(dir, name), 'utf8'))))
      .flatMap((result) => (result.success ? [result.data] : []))
      .toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt));
  }

  /** Newest first; `to` filters by envelope recipient. */
  list(to?: string): ReceivedMail[] {
    const wanted = to?.toLowerCase();
    return this.mails.filter(
      ({ envelope }) => wanted === undefined || envelope.to.some((address) => address.toLowerCase() === wanted),
    );
  }

  find(id: string): ReceivedMail | undefined {
    return this.mails.find((mail) => mail.id === id);
  }

  /** @throws Error if `source` is not a readable message */
  async add(source: Buffer, envelope: Envelope): Promise<ReceivedMail> {
    const parsed = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer' });
    const mail: ReceivedMail = {
      id: randomUUID(),
      receivedAt: new Date(this.now()).toISOString(),
      envelope,
      from: parsed.from?.name ? `${parsed.from.name} <${parsed.from.address ?? ''}>` : (parsed.from?.address ?? ''),
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? null,
      headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
      attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
        filename,
        mimeType,
        size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
      })),
      size: source.byteLength,
    };
    writeAtomically(this.file(mail), JSON.stringify(mail, null, 2));
    this.mails.unshift(mail);
    for (const old of this.mails.splice(KEPT_MAILS)) rmSync(this.file(old), { force: true });
    return mail;
  }

  clear(): void {
    for (const mail of this.mails.splice(0)) rmSync(this.file(mail), { force: true });
  }

  private file(mail: ReceivedMail): string {
    return join(this.dir, `${mail.id}.json`);
  }
}
