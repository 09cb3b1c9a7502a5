import { Injectable } from '@nestjs/common';
import { AdminAudit } from './admin-audit.js';
import type { AdminCommand } from './admin-command.js';
import { PersonCommands } from './person-commands.js';
import { RepairBilling } from './repair-billing.js';
import { TurnClock } from './turn-clock.js';

@Injectable()
export class AdminCommands {
  constructor(
    private readonly audit: AdminAudit,
    private readonly people: PersonCommands,
    private readonly repairs: RepairBilling,
    private readonly clock: TurnClock,
  ) {}

  async run(command: AdminCommand): Promise<object> {
    switch (command.name) {
      case 'show':
        return this.people.show(command);
      case 'grant':
        return this.people.grant(command);
      case 'delete':
        return this.people.delete(command);
      case 'refund': {
        const payment = await this.repairs.findPayment(command.paymentId);
        await this.audit.record(command, payment.userId);
        return this.repairs.refund(payment, command);
      }
      case 'replay': {
        const event = await this.repairs.findEvent(command);
        await this.audit.record(command, null);
        return this.repairs.replay(event);
      }
      case 'clock':
        await this.audit.record(command, null);
        return { now: await this.clock.run(command.seconds) };
    }
  }
}
