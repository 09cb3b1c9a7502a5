import type { Generation, Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../platform/errors/app-error.js';
import { readGeneration, readUnfinished } from './generation-reads.js';
import type { GenerationAt } from './generation-row.js';
import { GenerationPresenter } from './generation-presenter.js';

// An end is stamped when its transaction begins and seen when it commits: a stream that begins in between must not miss
// it. No transaction lives as long as this.
const SLACK_SECONDS = 15;
/** How far back a stream that lost its connection can ask. */
const MAX_SECONDS = 24 * 3600;

export interface GenerationsSnapshot {
  /** Give it as `since` to the next snapshot to learn what happened in between. */
  at: number;
  generations: Generation[];
}

/** A person's generations as the contract shows them. */
@Injectable()
export class ReadGenerations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shapes: GenerationPresenter,
  ) {}

  /** Throws `NOT_FOUND` alike for one that is unknown, removed or somebody else's. */
  async show(userId: string, id: string, locale: Locale): Promise<Generation> {
    return (await this.showWithTime(userId, id, locale)).generation;
  }

  /** The same with the moment it was read at, as `GenerationsSnapshot.at`. */
  async showWithTime(userId: string, id: string, locale: Locale): Promise<{ at: number; generation: Generation }> {
    const found = await readGeneration(this.dataSource, userId, id);
    if (!found) throw notFound();
    return { at: found.now, generation: this.shown(found, locale) };
  }

  /** The same of one that was read already. */
  shown({ now, generation }: GenerationAt, locale: Locale): Generation {
    return this.shapes.generation(generation, { locale, now });
  }

  /** Open work and what ended since the moment `since` of an earlier snapshot (null: since just now). */
  async snapshot(userId: string, since: number | null, locale: Locale): Promise<GenerationsSnapshot> {
    const found = await readUnfinished(this.dataSource, userId, {
      since,
      slackSeconds: SLACK_SECONDS,
      maxSeconds: MAX_SECONDS,
    });
    const reader = { locale, now: found.now };
    return { at: found.now, generations: found.generations.map((row) => this.shapes.generation(row, reader)) };
  }
}
