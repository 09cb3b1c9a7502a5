import { imageCalls, userCalls } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import type { SerializedAnswer } from '../../../../platform/http/serialized-answer.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { ShowStats } from './show-stats.js';

@Controller()
export class StatsController {
  constructor(private readonly stats: ShowStats) {}

  @Endpoint(imageCalls.stats)
  ofImages(@CurrentUser() { userId }: Principal): Promise<SerializedAnswer> {
    return this.stats.ofImages(userId);
  }

  @Endpoint(userCalls.stats)
  ofPerson(@CurrentUser() { userId }: Principal): Promise<SerializedAnswer> {
    return this.stats.ofPerson(userId);
  }
}
