import type { Generation, GenerationSort, Locale, Paged } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GenerationPresenter } from '../../generation/generation-presenter.js';
import { readGenerations } from '../../generation/generation-reads.js';
import { findGenerations } from './find-filtered.js';
import { findNumberedGenerations } from './find-numbered-generations.js';
import { isFiltered, type ListQuery } from './list-query.js';

@Injectable()
export class ReadGenerationLists {
  constructor(
    private readonly dataSource: DataSource,
    private readonly presenter: GenerationPresenter,
  ) {}

  async list(userId: string, query: ListQuery<GenerationSort>, locale: Locale): Promise<Paged<Generation>> {
    const page = { ...query, skip: (query.page - 1) * query.limit };
    const find = query.sort === 'created_at' && !isFiltered(query) ? findNumberedGenerations : findGenerations;
    const { total, ids } = await find(this.dataSource, userId, page);
    const { now, generations } = await readGenerations(this.dataSource, userId, ids);
    const data = generations.map((row) => this.presenter.generation(row, { locale, now }));
    return { data, page: query.page, limit: query.limit, total };
  }
}
