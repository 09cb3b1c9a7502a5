import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RawJson } from '../../../../platform/http/raw-json.js';
import { readUserStats, readImageStats } from './stats-rows.js';

@Injectable()
export class ShowStats {
  constructor(private readonly dataSource: DataSource) {}

  ofImages(userId: string): Promise<RawJson> {
    return readImageStats(this.dataSource, userId);
  }

  ofPerson(userId: string): Promise<RawJson> {
    return readUserStats(this.dataSource, userId);
  }
}
