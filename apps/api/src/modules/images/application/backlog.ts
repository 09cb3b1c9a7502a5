import type { EngineId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isBacklogFull } from '../domain/waiting-time.js';
import { readBacklog } from '../persistence/submissions.js';

const FRESH_MS = 1_000;

interface Look {
  at: number;
  isFull: Promise<boolean>;
}

/** Whether the line of an engine is too long. Each engine has its own, so that a slow one closes no other's doors. */
@Injectable()
export class Backlog {
  private readonly looks = new Map<EngineId, Look>();

  constructor(private readonly dataSource: DataSource) {}

  /** Looked up at most once a second, so that a rush of requests costs one look. */
  isFull(engine: EngineId): Promise<boolean> {
    const last = this.looks.get(engine);
    if (last && performance.now() - last.at <= FRESH_MS) return last.isFull;
    const isFull = this.look(engine);
    this.looks.set(engine, { at: performance.now(), isFull });
    return isFull;
  }

  private async look(engine: EngineId): Promise<boolean> {
    try {
      return isBacklogFull(await readBacklog(this.dataSource, engine));
    } catch (error) {
      // The next request asks again; this one fails like any that needs the database.
      this.looks.delete(engine);
      throw error;
    }
  }
}
