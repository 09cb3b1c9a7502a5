import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../kit/store.js';
import { md5 } from './checksums.js';

const StoredObject = z.object({
  key: z.string(),
  file: z.string(),
  size: z.number(),
  /** In quotes, as in the header. */
  etag: z.string(),
  /** Milliseconds since 1970, in whole seconds as in the header. */
  lastModified: z.number(),
  headers: z.record(z.string(), z.string()),
  checksum: z.object({ header: z.string(), value: z.string() }).optional(),
});
export type StoredObject = z.infer<typeof StoredObject>;

/** UTF-8 order, as S3 lists. */
const byKey = (a: { key: string }, b: { key: string }): number =>
  Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));

export class Bucket {
  private readonly objects = new Map<string, StoredObject>();

  constructor(private readonly dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(dir).filter((entry) => entry.endsWith('.json'))) {
      const result = StoredObject.safeParse(JSON.parse(readFileSync(join(dir, name), 'utf8')));
      if (result.success) this.objects.set(result.data.key, result.data);
    }
  }

  find(key: string): StoredObject | undefined {
    return this.objects.get(key);
  }

  list(): StoredObject[] {
    return [...this.objects.values()].toSorted(byKey);
  }

  read({ file }: StoredObject): Buffer {
    return readFileSync(join(this.dir, file));
  }

  /** Replaces atomically: readers, and a start after a crash, see the old or the new object. */
  put(
    { key, headers, checksum }: Pick<StoredObject, 'key' | 'headers' | 'checksum'>,
    data: Buffer,
    now: number,
  ): StoredObject {
    const previous = this.objects.get(key);
    const object: StoredObject = {
      key,
      file: `${randomUUID()}.bin`,
      size: data.byteLength,
      etag: `"${md5(data).toString('hex')}"`,
      lastModified: Math.floor(now / 1000) * 1000,
      headers,
      ...(checksum && { checksum }),
    };
    writeFileSync(join(this.dir, object.file), data, { mode: 0o600 });
    writeAtomically(this.description(key), JSON.stringify(object, null, 2));
    this.objects.set(key, object);
    if (previous) rmSync(join(this.dir, previous.file), { force: true });
    return object;
  }

  remove(key: string): void {
    const object = this.objects.get(key);
    if (!object) return;
    rmSync(this.description(key), { force: true });
    rmSync(join(this.dir, object.file), { force: true });
    this.objects.delete(key);
  }

  /** Keys can be longer than file names and contain other characters. */
  private description(key: string): string {
    return join(this.dir, `${createHash('sha256').update(key).digest('hex')}.json`);
  }
}

export class ObjectStore {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly dir: string,
    private readonly initial: string,
  ) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    for (const name of new Set([...readdirSync(dir), initial])) this.create(name);
  }

  names(): string[] {
    return [...this.buckets.keys()].toSorted();
  }

  find(name: string): Bucket | undefined {
    return this.buckets.get(name);
  }

  create(name: string): void {
    this.buckets.set(name, new Bucket(join(this.dir, name)));
  }

  remove(name: string): void {
    this.buckets.delete(name);
    rmSync(join(this.dir, name), { recursive: true, force: true });
  }

  reset(): void {
    for (const name of this.names()) this.remove(name);
    this.create(this.initial);
  }
}
