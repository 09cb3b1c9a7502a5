import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { alerts } from '../observability/metrics.js';
import { withTimeout } from '../with-timeout.js';
import { inBackground } from '../process/in-background.js';
import { isFinal, isUndelivered, type FailedTry } from './mail-faults.js';
import { createMailTransport, type TrackedMail } from './mail-transport.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

export interface MailPurpose {
  /** Named in the log, as is the user. */
  kind: string;
  userId: string;
  /** Makes the mail due again; false if it is too late for it. */
  restore?: () => Promise<boolean>;
}

const SHUTDOWN_WAIT_MS = 5_000;

/** Sends beside the request, so that a slow or failing mail server delays nobody. */
@Injectable()
export class Mailer implements BeforeApplicationShutdown, OnApplicationShutdown {
  protected readonly waits = { retryMs: [1_000, 5_000, 25_000], restoreMs: 10 * 60_000, restoreAgainMs: 60_000 };
  private readonly log = new Logger(Mailer.name);
  private readonly transport: Transporter | null;
  private readonly sender: { name: string; address: string };
  private readonly pending = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(@Inject(CONFIG) { mail }: Config) {
    this.sender = { name: mail.senderName, address: mail.from };
    this.transport = mail.smtpUrl ? createMailTransport(mail.smtpUrl) : null;
  }

  /** Tried a few times. Call it after the transaction has ended. */
  send(mail: Mail, purpose: MailPurpose): void {
    const { transport } = this;
    if (!transport) {
      this.log.warn('No mail server is set (SMTP_URL): a mail was not sent');
      return;
    }
    this.follow(this.deliver(transport, mail, purpose));
  }

  /** Of a mail that could not be written or addressed. */
  restoreUnsent(purpose: MailPurpose, error: unknown): void {
    if (this.transport) this.follow(this.restoreLater(purpose, error));
  }

  /** While the database is still there: waits briefly for mails under way, and restores those that wait. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    const all = Promise.all(this.pending);
    await withTimeout(all, SHUTDOWN_WAIT_MS, () => new Error('late')).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.beforeApplicationShutdown();
    this.transport?.close();
  }

  private follow(delivery: Promise<void>): void {
    this.pending.add(delivery);
    inBackground(delivery.finally(() => this.pending.delete(delivery)));
  }

  private async deliver(transport: Transporter, mail: Mail, purpose: MailPurpose): Promise<void> {
    let canRestore = purpose.restore !== undefined;
    for (const wait of [...this.waits.retryMs, null]) {
      const failed = await this.tryOnce(transport, mail);
      if (failed === null) return;
      canRestore &&= isUndelivered(failed);
      if (wait !== null && !isFinal(failed) && (await this.waited(wait))) continue;
      if (!canRestore) this.reportUnsent(purpose, 'could not be sent', failed.error);
      else await this.restoreLater(purpose, failed.error);
      return;
    }
  }

  private async tryOnce(transport: Transporter, mail: Mail): Promise<FailedTry | null> {
    let wasSignedIn = false;
    // An address as an object, since text would be parsed: of `a,b@example.com` it would reach `b@example.com`.
    const to = { name: '', address: mail.to };
    const tracked: TrackedMail = { from: this.sender, ...mail, to, onSignedIn: () => (wasSignedIn = true) };
    try {
      await transport.sendMail(tracked);
      return null;
    } catch (error) {
      return { error, wasSignedIn };
    }
  }

  private waited(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.stopping.signal }).catch(() => false);
  }

  /** The pause spares a mail server that refuses this mail for now. A crash meanwhile loses the mail. */
  private async restoreLater(purpose: MailPurpose, error: unknown): Promise<void> {
    if (!this.stopping.signal.aborted) {
      this.reportUnsent(purpose, 'could not be sent yet and is tried again later', error);
      await this.waited(this.waits.restoreMs);
    }
    if (!(await this.restore(purpose))) this.reportUnsent(purpose, 'could not be sent', error);
  }

  /** Tried again as long as the database is away; once more, and no longer, when the process stops. */
  private async restore({ restore }: MailPurpose): Promise<boolean> {
    for (let tries = 0; ; tries += 1) {
      const isLast = this.stopping.signal.aborted;
      try {
        return (await restore?.()) ?? false;
      } catch (error) {
        if (isLast) return false;
        if (tries === 0) this.log.warn(`A mail cannot be made due again yet: ${String(error)}`);
      }
      await this.waited(this.waits.restoreAgainMs);
    }
  }

  private reportUnsent({ kind, userId }: MailPurpose, what: string, error: unknown): void {
    alerts.inc({ kind: 'mail_not_sent' });
    this.log.error(`The mail "${kind}" to user ${userId} ${what}`, error);
  }
}
