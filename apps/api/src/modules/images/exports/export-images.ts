import { EXPORT_TICKET_SECONDS, fillPath, routes, type Answer, type ExportFormat, type Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { ExportAccount } from './export-account.js';
import { csvExport, exportFileName, jsonExport, type ExportBatch } from './export-file.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { insertTicket, readTicket, redeemTicket, type TicketedExport, type WantedTicket } from './export-tickets.js';
import { ownsImages, readClock, readExportBatches, type ExportRow } from './export-rows.js';
import { RunningExports, type ExportTurn } from './running-exports.js';
import { archiveParts } from './archive-parts.js';
import { ARCHIVE_LIMITS, WriteArchive } from './write-archive.js';

const ROWS_PER_BATCH = 200;
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
    private readonly turns: RunningExports,
    private readonly archive: WriteArchive,
    private readonly account: ExportAccount,
  ) {}

  /** Resolves with the first bytes, so that an early failure is an error answer. Throws `EXPORT_RUNNING`. */
  async everything(userId: string, format: ExportFormat, locale: Locale): Promise<ExportFile> {
    const turn = await this.turns.take(this.dataSource, userId);
    return this.begin({ userId, format, locale, imageIds: null, before: null }, turn);
  }

  async ticket(wanted: WantedTicket): Promise<Answer<'images.createExport'>> {
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
  async byTicket(ticket: string): Promise<ExportFile> {
    const { wanted, turn } = await inTransaction(this.dataSource, async (tx) => {
      const spent = await redeemTicket(tx, secretHash(ticket));
      if (!spent) throw (await readTicket(tx, secretHash(ticket))) ? new AppError('TICKET_USED') : notFound();
      return { wanted: spent, turn: await this.turns.take(tx, spent.userId) };
    });
    return this.begin(wanted, turn);
  }

  /** Does not use the ticket. Throws `NOT_FOUND` and `TICKET_USED`. */
  async formatOf(ticket: string): Promise<ExportFormat> {
    const found = await readTicket(this.dataSource.manager, secretHash(ticket));
    if (!found) throw notFound();
    if (!found.isOpen) throw new AppError('TICKET_USED');
    return found.format;
  }

  private async begin(wanted: TicketedExport, turn: ExportTurn): Promise<ExportFile> {
    try {
      const { at, exact } = await readClock(this.dataSource);
      const { userId, imageIds, before, locale } = wanted;
      const question = { userId, imageIds, before, since: exact };
      const batches = readExportBatches(this.dataSource, question, ROWS_PER_BATCH);
      const all = continued(await batches.next(), batches);
      const source =
        wanted.format === 'zip'
          ? this.archive.stream({
              question,
              at,
              // In every part, so that none of them is the one that must not be lost.
              texts: imageIds ? [] : await this.account.texts({ userId, at, locale }),
              batches: all,
            })
          : Readable.from(
              wanted.format === 'csv' ? csvExport(told(all), locale) : jsonExport(told(all), at),
              // Chunks are large, so the next one is made on demand.
              { objectMode: true, highWaterMark: 1 },
            );
      const stream = await begun(this.turns.hold(turn, source));
      return { name: exportFileName(wanted.format, at), format: wanted.format, stream };
    } catch (error) {
      await this.turns.end(turn);
      throw error;
    }
  }
}

/** Resolves once the stream has data, and rejects if it fails before. */
function begun(stream: Readable): Promise<Readable> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('readable', () => {
      stream.off('error', reject);
      resolve(stream);
    });
  });
}

async function* continued<T>(first: IteratorResult<T, void>, rest: AsyncIterator<T, void>): AsyncGenerator<T, void> {
  for (let batch = first; !batch.done; batch = await rest.next()) yield batch.value;
}

async function* told(batches: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportBatch, void> {
  for await (const batch of batches) {
    yield {
      images: batch.filter(({ isDeleted }) => !isDeleted).map(({ image }) => image),
      removed: batch.filter(({ isDeleted }) => isDeleted).map(({ image }) => image.id),
    };
  }
}
