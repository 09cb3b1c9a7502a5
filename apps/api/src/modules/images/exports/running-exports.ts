import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import type { Sql } from '../../../platform/database/rows.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { beginExport, endExport, prolongExport } from './running-export-rows.js';
import { untilUnread } from './until-unread.js';
import { inBackground } from '../../../platform/process/in-background.js';

/** How long an export of a process that died keeps its user from another one. */
const LEASE_SECONDS = 30;
const BEAT_MS = 10_000;
/** For a client that keeps its connection but reads nothing. */
const UNREAD_MS = 120_000;

export interface ExportLease {
  userId: string;
  id: string;
}

/** One export per user, across all processes. Throws `EXPORT_RUNNING`. */
@Injectable()
export class RunningExports {
  private readonly logger = new Logger(RunningExports.name);

  constructor(private readonly dataSource: DataSource) {}

  async acquire(sql: Sql, userId: string): Promise<ExportLease> {
    const id = randomUUID();
    if (!(await beginExport(sql, userId, id, LEASE_SECONDS))) {
      throw new AppError('EXPORT_RUNNING', { retryAfter: LEASE_SECONDS });
    }
    return { userId, id };
  }

  /** Held until all bytes are read, `source` fails, or the reader is gone or stuck. */
  releaseWhenRead(lease: ExportLease, source: Readable): Readable {
    const watched = untilUnread(UNREAD_MS);
    const beat = setInterval(() => inBackground(this.prolong(lease, watched)), BEAT_MS);
    pipeline(source, watched, () => {
      clearInterval(beat);
      inBackground(this.release(lease));
    });
    return watched;
  }

  /** Otherwise it ends by itself. */
  async release({ userId, id }: ExportLease): Promise<void> {
    try {
      await endExport(this.dataSource.manager, userId, id);
    } catch (error) {
      this.logger.warn(`The end of an export was not noted: ${String(error)}`);
    }
  }

  private async prolong({ userId, id }: ExportLease, stream: Readable): Promise<void> {
    try {
      if (await prolongExport(this.dataSource.manager, userId, id, LEASE_SECONDS)) return;
      stream.destroy(new Error('Another export of this user has begun'));
    } catch (error) {
      this.logger.warn(`An export was not prolonged: ${String(error)}`);
    }
  }
}
