import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { rows } from '../../../platform/database/rows.js';
import { ReconcileBilling } from '../application/sync/reconcile-billing.js';
import { billingNow } from '../persistence/billing-time.js';
import { AdminError } from './admin-command.js';

/** Together with the sandbox's clock, so that a year of renewals can be watched. */
@Injectable()
export class TurnClock {
  constructor(
    private readonly dataSource: DataSource,
    private readonly billing: ReconcileBilling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(seconds: number): Promise<Date> {
    if (this.config.mode === 'production') throw new AdminError('In production, time passes by itself');
    await this.shift(seconds);
    try {
      await this.turnSandbox(seconds);
    } catch (error) {
      await this.shift(-seconds);
      throw error;
    }
    await this.billing.run(new AbortController().signal, 0);
    return billingNow(this.dataSource);
  }

  private async shift(seconds: number): Promise<void> {
    await rows(this.dataSource, `update billing_clock set shift_seconds = shift_seconds + $1`, [seconds]);
  }

  private async turnSandbox(seconds: number): Promise<void> {
    const address = this.config.payments.stripe?.baseUrl;
    if (!address) return;
    const answer = await fetch(new URL('/_sandbox/clock/advance', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ms: seconds * 1000 }),
    });
    if (!answer.ok) throw new AdminError(`The sandbox answered ${answer.status}: ${await answer.text()}`);
  }
}
