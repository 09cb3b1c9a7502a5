import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { ChannelListener } from '../../../platform/database/channel-listener.js';
import type { Principal } from '../../../platform/http/principal.js';
import { notifyEnd, SESSION_ENDS, Sessions } from '../persistence/sessions.js';

/** What was changed past this program, by hand in the database, is noticed after so long. */
const REMEMBER_MS = 60_000;
const MOST_SESSIONS = 10_000;

interface Remembered {
  principal: Principal;
  /** By `performance.now()`. */
  until: number;
}

/**
 * Sessions that were found living a moment ago. They are remembered only while this process is sure to hear of every
 * one that ends, in whichever process; one that ends here is forgotten before it does.
 */
@Injectable()
export class SessionMemory implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly remembered = new Map<string, Remembered>();
  /** Ended not long ago, and until when they are known as such: a look-up that began before may still say they live. */
  private readonly ended = new Map<string, number>();
  private readonly listener: ChannelListener;
  private gaps = 0;

  constructor(sessions: Sessions, dataSource: DataSource, @Inject(CONFIG) config: Config) {
    sessions.onEnding((sessionId) => this.forget(sessionId));
    this.listener = new ChannelListener({
      url: config.database.url,
      channel: SESSION_ENDS,
      notify: (payload) => notifyEnd(dataSource, payload),
      onNotice: (sessionId) => this.forget(sessionId),
      onGap: () => this.forgetAll(),
    });
  }

  onApplicationBootstrap(): void {
    this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.stop();
  }

  /** How many sessions are remembered. */
  get size(): number {
    return this.remembered.size;
  }

  /** Whose session it is, or undefined if the database must be asked. */
  recall(sessionId: string): Principal | undefined {
    const known = this.remembered.get(sessionId);
    if (!known || !this.listener.isSure) return undefined;
    if (known.until > performance.now()) return known.principal;
    this.remembered.delete(sessionId);
    return undefined;
  }

  /** To be taken before a session is looked up, and handed to `remember` with what was found. */
  get moment(): number {
    return this.gaps;
  }

  /** `millisecondsLeft`: of the session's life. */
  remember(principal: Principal, millisecondsLeft: number, moment: number): void {
    const { sessionId } = principal;
    if (moment !== this.gaps || !this.listener.isSure || this.ended.has(sessionId)) return;
    this.remembered.delete(sessionId);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size >= MOST_SESSIONS && oldest !== undefined) this.remembered.delete(oldest);
    const until = performance.now() + Math.min(REMEMBER_MS, millisecondsLeft);
    this.remembered.set(sessionId, { principal, until });
  }

  /** For one that was found ended. */
  drop(sessionId: string): void {
    this.remembered.delete(sessionId);
  }

  private forget(sessionId: string): void {
    const now = performance.now();
    this.remembered.delete(sessionId);
    for (const [id, until] of this.ended) {
      if (until > now) break;
      this.ended.delete(id);
    }
    this.ended.delete(sessionId);
    this.ended.set(sessionId, now + REMEMBER_MS);
  }

  private forgetAll(): void {
    this.gaps += 1;
    this.remembered.clear();
  }
}
