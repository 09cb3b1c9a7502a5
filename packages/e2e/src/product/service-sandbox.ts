import { startSandbox, type Sandbox } from '@app/sandbox';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class ServiceSandbox {
  private constructor(
    private readonly sandbox: Sandbox,
    private readonly dir: string,
  ) {}

  static async start(): Promise<ServiceSandbox> {
    const dir = await mkdtemp(join(tmpdir(), 'services-'));
    return new ServiceSandbox(await startSandbox({ dir, clients: { redirectUris: [] } }), dir);
  }

  environment(...services: ('stability' | 's3')[]): Record<string, string> {
    const offers = this.sandbox.offers();
    return Object.assign({}, ...services.map((service) => offers[service]));
  }

  failNext(kind: string, times = 1): Promise<void> {
    return this.control('/failures', { provider: 'stability', kind, times, method: 'POST' });
  }

  setMode(mode: 'normal' | 'down'): Promise<void> {
    return this.control('/chaos', { provider: 'stability', mode });
  }

  async stop(): Promise<void> {
    await this.sandbox.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  private async control(path: string, body: object): Promise<void> {
    const answer = await fetch(`${this.sandbox.url}/_sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  }
}
