import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { alerts } from '../observability/metrics.js';
import { withTimeout } from '../with-timeout.js';
import { inBackground } from '../process/in-background.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

const RETRY_AFTER_MS = [1_000, 5_000, 25_000];
const SHUTDOWN_WAIT_MS = 5_000;
const TIMEOUT_MS = 10_000;

/** A permanent refusal: another try changes nothing. */
const isFinal = (error: unknown): boolean => {
  const status = (error as { responseCode?: unknown }).responseCode;
  return typeof status === 'number' && status >= 500;
};

/** Sends beside the request, so that a slow or failing mail server delays nobody. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly log = new Logger(Mailer.name);
  private readonly transport: Transporter | null;
  private readonly sender: { name: string; address: string };
  private readonly pending = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(@Inject(CONFIG) { mail, productName }: Config) {
    this.sender = { name: productName, address: mail.from };
    this.transport = mail.smtpUrl
      ? createTransport(mail.smtpUrl, {
          connectionTimeout: TIMEOUT_MS,
          greetingTimeout: TIMEOUT_MS,
          socketTimeout: TIMEOUT_MS,
        } as object)
      : null;
  }

  /** Tried a few times. Call it after the transaction has ended. */
  send(mail: Mail): void {
    const { transport } = this;
    if (!transport) {
      this.log.warn('No mail server is set (SMTP_URL): a mail was not sent');
      return;
    }
    const delivery = this.deliver(transport, mail);
    this.pending.add(delivery);
    inBackground(delivery.finally(() => this.pending.delete(delivery)));
  }

  /** Waits briefly for mails under way and drops those that wait for another try. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    const all = Promise.all(this.pending);
    await withTimeout(all, SHUTDOWN_WAIT_MS, () => new Error('late')).catch(() => undefined);
    this.transport?.close();
  }

  private async deliver(transport: Transporter, mail: Mail): Promise<void> {
    for (const wait of [...RETRY_AFTER_MS, null]) {
      try {
        // As an object, since text would be parsed: of `a,b@example.com` it would reach `b@example.com`.
        await transport.sendMail({ from: this.sender, ...mail, to: { name: '', address: mail.to } });
        return;
      } catch (error) {
        if (wait === null || isFinal(error) || !(await this.waited(wait))) {
          this.giveUp(error);
          return;
        }
      }
    }
  }

  private waited(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.stopping.signal }).catch(() => false);
  }

  private giveUp(error: unknown): void {
    alerts.inc({ kind: 'mail_not_sent' });
    this.log.error('A mail could not be sent', error);
  }
}
