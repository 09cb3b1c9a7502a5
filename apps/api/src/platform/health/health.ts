import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { REDIS } from '../redis/redis.module.js';
import { withTimeout } from '../with-timeout.js';

const TIMEOUT_MS = 1_000;
const REMEMBERED_MS = 1_000;
const PING = { name: 'health', text: 'select 1' };

type Condition = 'ok' | 'down';

export interface Conditions {
  database: Condition;
  redis: Condition;
}

async function conditionOf(work: () => Promise<unknown>): Promise<Condition> {
  try {
    await withTimeout(work(), TIMEOUT_MS, () => new Error('too slow'));
    return 'ok';
  } catch {
    return 'down';
  }
}

/** Each dependency gets at most one second, and is asked at most once a second. */
@Injectable()
export class Health {
  private last: { at: number; found: Promise<Conditions> } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  check(): Promise<Conditions> {
    const now = performance.now();
    if (!this.last || now - this.last.at >= REMEMBERED_MS) this.last = { at: now, found: this.look() };
    return this.last.found;
  }

  private async look(): Promise<Conditions> {
    const [database, redis] = await Promise.all([
      conditionOf(() => prepared(this.dataSource, PING)),
      conditionOf(() => this.redis.ping()),
    ]);
    return { database, redis };
  }
}
