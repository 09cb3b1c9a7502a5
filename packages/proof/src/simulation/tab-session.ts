import type { SeededRandom } from '../random.js';
import { retryUntilAnswered } from './retry.js';
import type { ProcessSlot, Environment } from './environment.js';

const TOKEN_REUSE = 0.04;

/** The session of a tab: refreshed repeatedly, and now and then with a stolen token. */
export class TabSession {
  private tokens: string[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly slot: ProcessSlot,
    private readonly userId: string,
    private readonly random: SeededRandom,
  ) {}

  async refresh(): Promise<void> {
    if (this.tokens.length === 0) await this.open();
    else if (this.tokens.length > 2 && this.random.chance(TOKEN_REUSE)) await this.reuseOldToken();
    else await this.rotate();
  }

  async settle(): Promise<string[]> {
    if (this.tokens.length === 0) return [];
    await this.rotate();
    const [left] = await this.environment.query<{ unused: number }>(
      `select count(*)::int as unused from refresh_tokens t join sessions s on s.id = t.session_id
        where s.user_id = $1 and s.revoked_at is null and t.used_at is null group by s.id order by 1 desc limit 1`,
      [this.userId],
    );
    return left?.unused === 1
      ? []
      : [`${this.userId}: an active session has ${left?.unused ?? 0} unused refresh tokens`];
  }

  private async open(): Promise<void> {
    const outcome = await retryUntilAnswered(() =>
      this.slot.run('refresh', ({ sessions }) => sessions.open(this.userId)),
    );
    if ('answer' in outcome) this.tokens = [outcome.answer.tokens.refresh_token];
  }

  private async rotate(): Promise<void> {
    const token = this.tokens.at(-1) ?? '';
    const outcome = await retryUntilAnswered(() => this.slot.run('refresh', ({ refresh }) => refresh.run(token)));
    if ('answer' in outcome) this.tokens.push(outcome.answer.refresh_token);
    else this.environment.unexpectedErrors.push(`refresh: its owner was signed out (${outcome.refused})`);
  }

  /** Reuse of an older token must end the session. */
  private async reuseOldToken(): Promise<void> {
    const [stolen, last] = [this.tokens.at(-3) ?? '', this.tokens.at(-1) ?? ''];
    for (const token of [stolen, last]) {
      const outcome = await retryUntilAnswered(() => this.slot.run('refresh', ({ refresh }) => refresh.run(token)));
      if ('answer' in outcome)
        this.environment.unexpectedErrors.push('refresh: a token of a reused family was accepted');
    }
    await this.open();
  }
}
