import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RawJson } from '../../../../platform/http/raw-json.js';
import { readUserStats, readImageStats } from './stats-rows.js';

/** What a person has made, in numbers. Answers are JSON made by the database, in the shape of the contract. */
@Injectable()
export class ShowStats {
  constructor(private readonly dataSource: DataSource) {}

  ofPictures(userId: string): Promise<RawJson> {
    return readImageStats(this.dataSource, userId);
  }

  ofPerson(userId: string): Promise<RawJson> {
    return readUserStats(this.dataSource, userId);
  }
}
