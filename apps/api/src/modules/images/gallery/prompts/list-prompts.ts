import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RawJson } from '../../../../platform/http/raw-json.js';
import { listPrompts } from './prompt-rows.js';

/** What a person asked for, each wording once. */
@Injectable()
export class ListPrompts {
  constructor(private readonly dataSource: DataSource) {}

  /** Last used first. `page` from 1. */
  page(userId: string, query: { page: number; limit: number }): Promise<RawJson> {
    return listPrompts(this.dataSource, userId, query);
  }
}
