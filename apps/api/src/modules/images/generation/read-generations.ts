import type { Generation, Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../platform/errors/app-error.js';
import { readGeneration, readGenerations, readUnfinished } from './generation-reads.js';
import type { GenerationAt } from './generation-row.js';
import { GenerationPresenter } from './generation-presenter.js';

// An end is dated at the begin of its transaction and visible at its commit: no transaction takes longer.
const SLACK_SECONDS = 15;
const MAX_SECONDS = 24 * 3600;

export interface GenerationsSnapshot {
  at: number;
  generations: Generation[];
}

@Injectable()
export class ReadGenerations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly presenter: GenerationPresenter,
  ) {}

  async show(userId: string, id: string, locale: Locale): Promise<Generation> {
    return (await this.showWithTime(userId, id, locale)).generation;
  }

  /** With the time of reading, as `GenerationsSnapshot.at`. */
  async showWithTime(userId: string, id: string, locale: Locale): Promise<{ at: number; generation: Generation }> {
    const found = await readGeneration(this.dataSource, userId, id);
    if (!found) throw notFound();
    return { at: found.now, generation: this.present(found, locale) };
  }

  /** Those of `ids` that are the user's and not deleted, in this order. */
  async showMany(userId: string, ids: string[], locale: Locale): Promise<Generation[]> {
    if (ids.length === 0) return [];
    const { now, generations } = await readGenerations(this.dataSource, userId, ids);
    return generations.map((row) => this.presenter.generation(row, { locale, now }));
  }

  present({ now, generation }: GenerationAt, locale: Locale): Generation {
    return this.presenter.generation(generation, { locale, now });
  }

  /** Open work, and what ended since `since` of an earlier snapshot (null: just now). */
  async snapshot(userId: string, since: number | null, locale: Locale): Promise<GenerationsSnapshot> {
    const found = await readUnfinished(this.dataSource, userId, {
      since,
      slackSeconds: SLACK_SECONDS,
      maxSeconds: MAX_SECONDS,
    });
    const reader = { locale, now: found.now };
    return { at: found.now, generations: found.generations.map((row) => this.presenter.generation(row, reader)) };
  }
}
