import type { EngineId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isBacklogFull, type BacklogFacts } from '../domain/waiting-time.js';
import { readBacklog } from '../persistence/submissions.js';

const FRESH_MS = 1_000;
/** After so many pictures of our own the line has changed, however little time has passed. */
const FRESH_PICTURES = 20;

interface Look {
  at: number;
  facts: Promise<BacklogFacts>;
  /** Pictures that this process has added since. */
  added: number;
}

export interface BacklogState {
  isFull: boolean;
  /** False: the engine may be able to do more than it has shown. */
  isRateKnown: boolean;
}

/** Whether the line of an engine is too long. Each engine has its own, so that a slow one closes no other's doors. */
@Injectable()
export class Backlog {
  private readonly looks = new Map<EngineId, Look>();

  constructor(private readonly dataSource: DataSource) {}

  /** Looked up at most once a second or every few pictures, so that a rush of requests costs few looks. */
  async state(engine: EngineId): Promise<BacklogState> {
    const look = this.fresh(engine) ?? this.look(engine);
    const facts = await look.facts;
    const isFull = isBacklogFull({ ...facts, waitingPictures: facts.waitingPictures + look.added });
    return { isFull, isRateKnown: facts.isRateKnown };
  }

  /** So many pictures joined the line of an engine. */
  add(engine: EngineId, pictures: number): void {
    const look = this.looks.get(engine);
    if (look) look.added += pictures;
  }

  private fresh(engine: EngineId): Look | null {
    const last = this.looks.get(engine);
    return last && performance.now() - last.at <= FRESH_MS && last.added < FRESH_PICTURES ? last : null;
  }

  private look(engine: EngineId): Look {
    const look: Look = { at: performance.now(), facts: readBacklog(this.dataSource, engine), added: 0 };
    this.looks.set(engine, look);
    // The next request asks again; this one fails like any that needs the database.
    look.facts.catch(() => this.looks.delete(engine));
    return look;
  }
}
