import { imageCalls, userCalls } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import type { JsonText } from '../../../../platform/http/json-text.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { ShowStats } from './show-stats.js';

@Controller()
export class StatsController {
  constructor(private readonly stats: ShowStats) {}

  @Endpoint(imageCalls.stats)
  ofPictures(@CurrentUser() { userId }: Principal): Promise<JsonText> {
    return this.stats.ofPictures(userId);
  }

  @Endpoint(userCalls.stats)
  ofPerson(@CurrentUser() { userId }: Principal): Promise<JsonText> {
    return this.stats.ofPerson(userId);
  }
}
