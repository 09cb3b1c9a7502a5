import type { Generation, GenerationSort, Locale, Paged } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GenerationPresenter } from '../../generation/generation-presenter.js';
import type { ListQuery } from './list-filter.js';
import { listGenerations } from './list-generations.js';

@Injectable()
export class ReadGenerationLists {
  constructor(
    private readonly dataSource: DataSource,
    private readonly presenter: GenerationPresenter,
  ) {}

  async list(userId: string, query: ListQuery<GenerationSort>, locale: Locale): Promise<Paged<Generation>> {
    const { page, limit } = query;
    const found = await listGenerations(this.dataSource, userId, { ...query, skip: (page - 1) * limit });
    const reader = { locale, now: found.now };
    return { data: found.items.map((row) => this.presenter.generation(row, reader)), page, limit, total: found.total };
  }
}
