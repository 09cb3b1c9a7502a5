import { defineCall, routes } from '@app/contracts';
import { Controller } from '@nestjs/common';
import * as z from 'zod';
import { AppError } from '../errors/app-error.js';
import { Endpoint } from '../http/endpoint.js';
import { Health, type Conditions } from './health.js';

export const liveCall = defineCall(routes.service.live, { answer: z.strictObject({ process: z.literal('ok') }) });
const condition = z.enum(['ok', 'down']);
const conditions = { answer: z.strictObject({ database: condition, redis: condition }) };
export const healthCall = defineCall(routes.service.health, conditions);
export const readyCall = defineCall(routes.service.ready, conditions);

@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Endpoint(healthCall)
  check(): Promise<Conditions> {
    return this.conditions();
  }

  /** Asked by whatever restarts processes: a database that is down is no reason to restart this one. */
  @Endpoint(liveCall)
  checkLive(): { process: 'ok' } {
    return { process: 'ok' };
  }

  /** Asked by load balancers. Without Redis images only start later, so that requests are still welcome. */
  @Endpoint(readyCall)
  checkReady(): Promise<Conditions> {
    return this.conditions();
  }

  private async conditions(): Promise<Conditions> {
    const found = await this.health.check();
    if (found.database === 'down') throw new AppError('SERVICE_UNAVAILABLE');
    return found;
  }
}
