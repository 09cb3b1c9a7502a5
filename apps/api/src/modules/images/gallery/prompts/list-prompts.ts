import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JsonText } from '../../../../platform/http/json-text.js';
import { listPrompts } from './prompt-rows.js';

/** What a person asked for, each wording once. */
@Injectable()
export class ListPrompts {
  constructor(private readonly dataSource: DataSource) {}

  /** Last used first. `page` from 1. */
  page(userId: string, query: { page: number; limit: number }): Promise<JsonText> {
    return listPrompts(this.dataSource, userId, query);
  }
}
