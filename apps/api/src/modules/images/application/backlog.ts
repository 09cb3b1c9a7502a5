import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../platform/errors/app-error.js';
import { isBacklogFull } from '../domain/waiting-time.js';
import { readBacklog } from '../persistence/submissions.js';

const FRESH_MS = 1_000;
const RETRY_SECONDS = 30;

/** Keeps the service from accepting what it could not finish in time. */
@Injectable()
export class Backlog {
  private readAt = -Infinity;
  private full: Promise<boolean> = Promise.resolve(false);

  constructor(private readonly dataSource: DataSource) {}

  /** Looked up at most once a second, so that a rush of requests costs one look. */
  isFull(): Promise<boolean> {
    if (performance.now() - this.readAt > FRESH_MS) {
      this.readAt = performance.now();
      this.full = this.look();
    }
    return this.full;
  }

  static refusal(): AppError {
    return new AppError('BACKLOG_FULL', { retryAfter: RETRY_SECONDS });
  }

  private async look(): Promise<boolean> {
    try {
      const { waitingPictures, picturesPerSecond } = await readBacklog(this.dataSource);
      return isBacklogFull(waitingPictures, picturesPerSecond);
    } catch (error) {
      // The next request asks again; this one fails like any that needs the database.
      this.readAt = -Infinity;
      throw error;
    }
  }
}
