import { TcpProxy } from '@app/api/test-support/proxy';
import { startSandbox, type Sandbox } from '@app/sandbox';
import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const OUTSIDE_SERVICES = ['redis', 'google', 'github', 'mail', 'engine', 'storage'] as const;
/** A service that the product uses through a proxy of its own. */
export type OutsideService = (typeof OUTSIDE_SERVICES)[number];

export interface OutsideProvider {
  id: string;
  chaosModes: string[];
  failureKinds: string[];
}

const SETTINGS: Record<Exclude<OutsideService, 'redis'>, readonly string[]> = {
  google: ['GOOGLE_BASE_URL'],
  github: ['GITHUB_BASE_URL', 'GITHUB_API_URL'],
  mail: ['SMTP_URL'],
  engine: ['STABILITY_BASE_URL'],
  storage: ['S3_ENDPOINT'],
};

const expectStarted = <T>(part: T | undefined): T => {
  if (part === undefined) throw new Error('The outside services are not started');
  return part;
};

/** All external services except the database, each behind a proxy that can be cut, slowed or silenced. */
export class OutsideWorld {
  private readonly proxies = new Map<OutsideService, TcpProxy>();
  private sandbox: Sandbox | undefined;
  private redis: RedisServer | undefined;
  private dir = '';

  async start(): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'outside-'));
    this.sandbox = await startSandbox({ dir: join(this.dir, 'sandbox'), clients: { redirectUris: [] } });
    this.redis = await startRedis({ dir: join(this.dir, 'redis') });
    for (const service of OUTSIDE_SERVICES) {
      const url = { redis: this.redis.url, mail: this.sandbox.smtpUrl }[service as string] ?? this.sandbox.url;
      const proxy = TcpProxy.before(url);
      await proxy.open();
      this.proxies.set(service, proxy);
    }
  }

  async stop(): Promise<void> {
    for (const proxy of this.proxies.values()) await proxy.down();
    await this.redis?.kill();
    await this.sandbox?.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  environment(): Record<string, string> {
    const { environment, offers } = expectStarted(this.sandbox);
    const { stability, s3 } = offers();
    const variables: Record<string, string> = { ...environment(), ...stability, ...s3 };
    for (const [service, names] of Object.entries(SETTINGS)) {
      for (const name of names)
        variables[name] = this.proxy(service as OutsideService).urlThrough(variables[name] ?? '');
    }
    return { ...variables, REDIS_URL: this.proxy('redis').urlThrough(expectStarted(this.redis).url) };
  }

  proxy(service: OutsideService): TcpProxy {
    return expectStarted(this.proxies.get(service));
  }

  offer(provider: string): Record<string, string> {
    return expectStarted(this.sandbox).offers()[provider] ?? {};
  }

  providers(): Promise<OutsideProvider[]> {
    return this.control<OutsideProvider[]>('providers');
  }

  async control<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${expectStarted(this.sandbox).url}/_sandbox/${path}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Registers the redirect address of this product. */
  registerApplication(webUrl: string): void {
    expectStarted(this.sandbox).setRedirectUris([`${webUrl}/auth/callback`]);
  }
}
