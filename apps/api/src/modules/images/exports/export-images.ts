import { EXPORT_TICKET_SECONDS, fillPath, routes, type Answer, type ExportFormat, type Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { ExportAccount } from './export-account.js';
import { csvExport, exportFileName, jsonExport } from './export-file.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { insertTicket, readTicket, redeemTicket, type TicketedExport, type WantedTicket } from './export-tickets.js';
import { ownsImages, readClock, readExportBatches, splitDeleted } from './export-rows.js';
import { RunningExports, type ExportLease } from './running-exports.js';
import { archiveParts } from './archive-parts.js';
import { ARCHIVE_LIMITS, WriteArchive } from './write-archive.js';

const TICKET_BYTES = 32;

export interface ExportFile {
  name: string;
  format: ExportFormat;
  /** Destroy it unless it is read to the end. */
  stream: Readable;
}

@Injectable()
export class ExportImages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly leases: RunningExports,
    private readonly archive: WriteArchive,
    private readonly account: ExportAccount,
  ) {}

  /** Resolves with the first bytes, so that an early failure is an error answer. Throws `EXPORT_RUNNING`. */
  async exportAll(userId: string, format: ExportFormat, locale: Locale): Promise<ExportFile> {
    const lease = await this.leases.acquire(this.dataSource, userId);
    return this.begin({ userId, format, locale, imageIds: null, before: null }, lease);
  }

  async createTicket(wanted: WantedTicket): Promise<Answer<'images.createExport'>> {
    const { userId, imageIds } = wanted;
    if (imageIds && !(await ownsImages(this.dataSource.manager, userId, imageIds))) throw notFound();
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    const expiresAt = await insertTicket(this.dataSource.manager, secretHash(ticket), wanted, EXPORT_TICKET_SECONDS);
    const url = `/api${fillPath(routes.images.openExport.path, { ticket })}`;
    const isWhole = wanted.format === 'zip' && imageIds === null && wanted.before === null;
    const parts = isWhole ? await archiveParts(this.dataSource, userId, ARCHIVE_LIMITS) : [];
    return { url, expires_at: expiresAt.toISOString(), ...(parts.length > 1 && { parts }) };
  }

  /** Throws `NOT_FOUND`, `TICKET_USED` and `EXPORT_RUNNING`, which leaves the ticket unused. */
  async exportByTicket(ticket: string): Promise<ExportFile> {
    const { wanted, lease } = await inTransaction(this.dataSource, async (tx) => {
      const spent = await redeemTicket(tx, secretHash(ticket));
      if (!spent) throw (await readTicket(tx, secretHash(ticket))) ? new AppError('TICKET_USED') : notFound();
      return { wanted: spent, lease: await this.leases.acquire(tx, spent.userId) };
    });
    return this.begin(wanted, lease);
  }

  /** Does not use the ticket. Throws `NOT_FOUND` and `TICKET_USED`. */
  async formatOf(ticket: string): Promise<ExportFormat> {
    const found = await readTicket(this.dataSource.manager, secretHash(ticket));
    if (!found) throw notFound();
    if (!found.isOpen) throw new AppError('TICKET_USED');
    return found.format;
  }

  private async begin(wanted: TicketedExport, lease: ExportLease): Promise<ExportFile> {
    try {
      const { at, exact } = await readClock(this.dataSource);
      const source = await this.createSource(wanted, at, exact);
      const stream = await waitForFirstBytes(this.leases.releaseWhenRead(lease, source));
      return { name: exportFileName(wanted.format, at), format: wanted.format, stream };
    } catch (error) {
      await this.leases.release(lease);
      throw error;
    }
  }

  /** Reads the first images before it answers. */
  private async createSource(wanted: TicketedExport, at: string, since: string): Promise<Readable> {
    const { userId, imageIds, before, locale, format } = wanted;
    const question = { userId, imageIds, before, since };
    const rest = readExportBatches(this.dataSource, question, format === 'zip' ? 'not_failed' : 'any');
    const batches = prepend(await rest.next(), rest);
    if (format === 'csv') return readableOf(csvExport(splitDeleted(batches), locale));
    if (format === 'json') return readableOf(jsonExport(splitDeleted(batches), at));
    // In every part, so that none of them is the one that must not be lost.
    const texts = imageIds ? [] : await this.account.texts({ userId, at, locale });
    return this.archive.stream({ question, at, texts, batches });
  }
}

/** Chunks are large, so the next one is made on demand. */
const readableOf = (chunks: AsyncIterable<unknown>): Readable =>
  Readable.from(chunks, { objectMode: true, highWaterMark: 1 });

/** Rejects if the stream fails before. */
function waitForFirstBytes(stream: Readable): Promise<Readable> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('readable', () => {
      stream.off('error', reject);
      resolve(stream);
    });
  });
}

async function* prepend<T>(first: IteratorResult<T, void>, rest: AsyncIterator<T, void>): AsyncGenerator<T, void> {
  for (let batch = first; !batch.done; batch = await rest.next()) yield batch.value;
}
