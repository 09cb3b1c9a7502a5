import { imageCalls, userCalls } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { JsonText } from '../../../platform/http/json-text.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { readPersonFigures, readPictureFigures } from '../persistence/picture-figures.js';

/** What a person has made, in numbers. */
@Controller()
export class StatsController {
  constructor(private readonly dataSource: DataSource) {}

  @Endpoint(imageCalls.stats)
  ofPictures(@CurrentUser() { userId }: Principal): Promise<JsonText> {
    return readPictureFigures(this.dataSource, userId);
  }

  @Endpoint(userCalls.stats)
  ofPerson(@CurrentUser() { userId }: Principal): Promise<JsonText> {
    return readPersonFigures(this.dataSource, userId);
  }
}
