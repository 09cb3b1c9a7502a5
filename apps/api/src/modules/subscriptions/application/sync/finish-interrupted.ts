import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findUnfinishedRefunds } from '../../persistence/overdue-reads.js';
import { findInterruptedChanges } from '../../persistence/planned-change-reads.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { PlannedChanges } from '../changes/planned-changes.js';
import { RefundPayment } from '../changes/refund-payment.js';
import { eachUntilAborted, leftForNextPass } from './each-until-aborted.js';

/** Goes on with what a crash or a provider that did not answer has left half done. */
@Injectable()
export class FinishInterrupted {
  private readonly logger = new Logger(FinishInterrupted.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly refunds: RefundPayment,
    private readonly plannedChanges: PlannedChanges,
  ) {}

  async run(signal: AbortSignal, patienceSeconds: number): Promise<void> {
    const each = <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> =>
      eachUntilAborted(signal, all, work, leftForNextPass(this.logger));
    const asked = { providers: this.providers.ids, seconds: patienceSeconds };
    await each(await findUnfinishedRefunds(this.dataSource, asked), (payment) => this.refunds.finish(payment));
    await each(await findInterruptedChanges(this.dataSource, asked), (kept) =>
      this.plannedChanges.readAndRestore(kept),
    );
  }
}
