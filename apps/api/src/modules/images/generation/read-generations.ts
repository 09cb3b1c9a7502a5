import type { Generation, Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../platform/errors/app-error.js';
import { readGeneration, readUnfinished } from './generation-reads.js';
import type { GenerationAt } from './generation-row.js';
import { GenerationPresenter } from './generation-presenter.js';

// The time of an end is that of the begin of its transaction, which is visible later. No transaction takes as long.
const SLACK_SECONDS = 15;
/** The longest time that a stream can miss. */
const MAX_SECONDS = 24 * 3600;

export interface GenerationsSnapshot {
  /** Give it as `since` to the next snapshot to learn what happened in between. */
  at: number;
  generations: Generation[];
}

@Injectable()
export class ReadGenerations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shapes: GenerationPresenter,
  ) {}

  /** Throws `NOT_FOUND` for a generation that is unknown, deleted or of another user. */
  async show(userId: string, id: string, locale: Locale): Promise<Generation> {
    return (await this.showWithTime(userId, id, locale)).generation;
  }

  /** The same with the moment it was read at, as `GenerationsSnapshot.at`. */
  async showWithTime(userId: string, id: string, locale: Locale): Promise<{ at: number; generation: Generation }> {
    const found = await readGeneration(this.dataSource, userId, id);
    if (!found) throw notFound();
    return { at: found.now, generation: this.shown(found, locale) };
  }

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
