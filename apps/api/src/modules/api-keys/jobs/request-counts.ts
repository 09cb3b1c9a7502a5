import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { rows } from '../../../platform/database/rows.js';

const EVERY_MS = 30_000;

const WRITE = `
update api_keys k set requests = k.requests + u.requests, last_used_at = greatest(k.last_used_at, u.at)
  from unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) as u (id, requests, at) where k.id = u.id`;

/** Counts requests in memory and writes them now and then: a row per request would cost more than it tells. */
@Injectable()
export class RequestCounts implements OnModuleDestroy {
  private readonly log = new Logger(RequestCounts.name);
  private pending = new Map<string, { requests: number; at: Date }>();

  constructor(private readonly dataSource: DataSource) {}

  add(keyId: string, requests = 1, at = new Date()): void {
    const other = this.pending.get(keyId);
    const latest = other && other.at > at ? other.at : at;
    this.pending.set(keyId, { requests: (other?.requests ?? 0) + requests, at: latest });
  }

  @Interval(EVERY_MS)
  async write(): Promise<void> {
    const counted = [...this.pending];
    if (counted.length === 0) return;
    this.pending = new Map();
    try {
      await rows(this.dataSource, WRITE, [
        counted.map(([id]) => id),
        counted.map(([, { requests }]) => requests),
        counted.map(([, { at }]) => at),
      ]);
    } catch (error) {
      this.log.warn(
        `Requests of API keys are written later: ${error instanceof Error ? error.message : String(error)}`,
      );
      for (const [id, { requests, at }] of counted) this.add(id, requests, at);
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.write();
  }
}
