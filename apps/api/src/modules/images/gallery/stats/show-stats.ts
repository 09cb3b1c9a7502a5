import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SerializedAnswer } from '../../../../platform/http/serialized-answer.js';
import { readUserStats, readImageStats } from './stats-rows.js';

@Injectable()
export class ShowStats {
  constructor(private readonly dataSource: DataSource) {}

  ofImages(userId: string): Promise<SerializedAnswer> {
    return readImageStats(this.dataSource, userId);
  }

  ofPerson(userId: string): Promise<SerializedAnswer> {
    return readUserStats(this.dataSource, userId);
  }
}
