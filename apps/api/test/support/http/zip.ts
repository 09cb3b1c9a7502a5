import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';

export interface ZippedFile {
  bytes: Buffer;
  /** Neither packed nor changed. */
  isStored: boolean;
  modifiedAt: Date;
}

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** The files of an archive by name. Throws when the archive is not whole, or two files have one name. */
export async function readZip(archive: Buffer): Promise<Map<string, ZippedFile>> {
  const zip = await open(archive, { lazyEntries: true, validateEntrySizes: true });
  const openEntry = promisify<Entry, NodeJS.ReadableStream>((entry, done) => zip.openReadStream(entry, done as never));
  const files = new Map<string, ZippedFile>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      void (async () => {
        if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
        const bytes = await buffer(await openEntry(entry));
        files.set(entry.fileName, {
          bytes,
          isStored: entry.compressionMethod === 0,
          modifiedAt: entry.getLastModDate(),
        });
        zip.readEntry();
      })().catch(reject);
    });
    zip.readEntry();
  });
  return files;
}
