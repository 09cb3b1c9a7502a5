import { defineCall, routes } from '@app/contracts';
import { Controller } from '@nestjs/common';
import * as z from 'zod';
import { AppError } from '../errors/app-error.js';
import { Endpoint } from '../http/endpoint.js';
import { Health, type Condition } from './health.js';

const condition = z.enum(['ok', 'down']);
export const healthCall = defineCall(routes.service.health, {
  answer: z.strictObject({ database: condition, redis: condition }),
});

@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  /**
   * For load balancers and for people who look whether we are there. Without the database nothing works; without Redis
   * pictures start later, which is no reason to send people away.
   */
  @Endpoint(healthCall)
  async check(): Promise<{ database: Condition; redis: Condition }> {
    const found = await this.health.check();
    if (found.database === 'down') throw new AppError('SERVICE_UNAVAILABLE');
    return found;
  }
}
