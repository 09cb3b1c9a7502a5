import { until } from '@app/api/test-support/until';
import type { ApiResponse } from '@app/e2e/api-client';
import type { ProductFixtures } from '@app/e2e/product';
import type { OAuthProvider } from '@app/contracts';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 300;
const PROVIDERS: readonly OAuthProvider[] = ['google', 'github'];

/** Clients that sign in, request mails and download images while outside services fail. */
export class Visitors {
  /** Answers that no fault may cause. */
  readonly violations: string[] = [];
  readonly counts = { arrived: 0, mails: 0, downloads: 0, refused: 0 };
  private isClosing = false;
  private loops: Promise<void>[] = [];

  constructor(private readonly fixtures: ProductFixtures) {}

  begin(): void {
    this.loops = [...PROVIDERS.map((provider) => this.signInLoop(provider)), this.downloadLoop()];
  }

  stop(): void {
    this.isClosing = true;
  }

  async end(): Promise<void> {
    this.stop();
    await Promise.all(this.loops);
  }

  private async signInLoop(provider: OAuthProvider): Promise<void> {
    const { api } = this.fixtures;
    while (!this.isClosing) {
      await sleep(PAUSE_MS);
      // Without the provider's page the product has not been called yet.
      const comeBack = await api.signInAtProvider(provider, { verified: 'no' }).catch(() => null);
      const came = await comeBack?.().catch(() => null);
      if (!came || !this.isFine(`back from ${provider}`, came)) continue;
      this.counts.arrived += 1;
      const { access_token: token } = (came.body as { data: { access_token: string } }).data;
      const sent = await api.send('POST', '/auth/resend-verification', { token }).catch(() => null);
      if (sent && this.isFine('resend', sent)) this.counts.mails += 1;
    }
  }

  private async downloadLoop(): Promise<void> {
    const { api, database, journal } = this.fixtures;
    while (!this.isClosing) {
      await sleep(PAUSE_MS);
      const [newest] = await database
        .query<{ id: string; generation: string; sha256: string }[]>(
          `select id, generation_id as generation, encode(sha256, 'hex') as sha256 from images
            where status = 'completed' order by random() limit 1`,
        )
        .catch(() => []);
      const owner = journal.submissions.find(({ id }) => id === newest?.generation)?.user;
      if (!newest || !owner) continue;
      const response = await api
        .fetch('GET', `/images/${newest.id}/download`, { token: owner.token })
        .catch(() => null);
      const bytes = await response?.arrayBuffer().catch(() => null);
      // An aborted download is visible to the client.
      if (!response || !bytes) continue;
      const answer = { status: response.status, headers: response.headers, body: null };
      if (!this.isFine('download', answer)) continue;
      const sha256 = createHash('sha256').update(Buffer.from(bytes)).digest('hex');
      if (sha256 === newest.sha256) this.counts.downloads += 1;
      else this.violations.push(`image ${newest.id} was sent with other bytes`);
    }
  }

  /** Success, or 503, which is counted; anything else is a violation. */
  private isFine(what: string, { status, body }: ApiResponse): boolean {
    if (status < 300) return true;
    this.counts.refused += 1;
    if (status !== 503) this.violations.push(`${what}: ${status} ${JSON.stringify(body)}`);
    return false;
  }

  /** Waits until each kind of request has succeeded once more. */
  async areServed(withinMs: number): Promise<void> {
    const before = { ...this.counts };
    const { counts } = this;
    await until(
      () => counts.arrived > before.arrived && counts.mails > before.mails && counts.downloads > before.downloads,
      withinMs,
    );
  }
}
