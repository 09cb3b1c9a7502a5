import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JsonText } from '../../../../platform/http/json-text.js';
import { readPersonFigures, readPictureFigures } from './stats-rows.js';

/** What a person has made, in numbers. Answers are JSON made by the database, in the shape of the contract. */
@Injectable()
export class ShowStats {
  constructor(private readonly dataSource: DataSource) {}

  ofPictures(userId: string): Promise<JsonText> {
    return readPictureFigures(this.dataSource, userId);
  }

  ofPerson(userId: string): Promise<JsonText> {
    return readPersonFigures(this.dataSource, userId);
  }
}
