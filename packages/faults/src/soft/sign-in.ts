import type { Chance } from '../chance.js';
import { insist } from './insist.js';
import type { Host, World } from './world.js';

const THIEVES = 0.04;

/** The session of a tab: refreshed again and again, and now and then robbed. */
export class SignIn {
  /** The last refresh token that was heard of, and those before it. */
  private tokens: string[] = [];

  constructor(
    private readonly world: World,
    private readonly host: Host,
    private readonly userId: string,
    private readonly chance: Chance,
  ) {}

  /** Whoever lost the answer asks again with the same token, and must be given the same successor. */
  async refresh(): Promise<void> {
    if (this.tokens.length === 0) await this.open();
    else if (this.tokens.length > 2 && this.chance.isLucky(THIEVES)) await this.rob();
    else await this.rotate();
  }

  /** Answers what is wrong, if anything. */
  async settle(): Promise<string[]> {
    if (this.tokens.length === 0) return [];
    await this.rotate();
    const [left] = await this.world.ask<{ unused: number }>(
      `select count(*)::int as unused from refresh_tokens t join sessions s on s.id = t.session_id
        where s.user_id = $1 and s.revoked_at is null and t.used_at is null group by s.id order by 1 desc limit 1`,
      [this.userId],
    );
    return left?.unused === 1
      ? []
      : [`${this.userId}: a living session has ${left?.unused ?? 0} unused refresh tokens`];
  }

  private async open(): Promise<void> {
    const heard = await insist(() => this.host.run('refresh', ({ sessions }) => sessions.open(this.userId)));
    if ('answer' in heard) this.tokens = [heard.answer.tokens.refresh_token];
  }

  private async rotate(): Promise<void> {
    const token = this.tokens.at(-1) ?? '';
    const heard = await insist(() => this.host.run('refresh', ({ refresh }) => refresh.run(token)));
    if ('answer' in heard) this.tokens.push(heard.answer.refresh_token);
    else this.world.surprises.push(`refresh: its owner was signed out (${heard.refused})`);
  }

  /** A token before the last: nobody has the session afterwards. */
  private async rob(): Promise<void> {
    const [stolen, last] = [this.tokens.at(-3) ?? '', this.tokens.at(-1) ?? ''];
    for (const token of [stolen, last]) {
      const heard = await insist(() => this.host.run('refresh', ({ refresh }) => refresh.run(token)));
      if ('answer' in heard) this.world.surprises.push('refresh: a token of a stolen family was good');
    }
    await this.open();
  }
}
