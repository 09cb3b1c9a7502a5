import { TcpProxy } from '@app/api/test-support/proxy';
import { startSandbox, type Sandbox } from '@app/sandbox';
import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const NEIGHBOURS = ['redis', 'google', 'github', 'mail', 'engine', 'storage'] as const;
/** Something outside the product that it needs, on a line of its own. */
export type Neighbour = (typeof NEIGHBOURS)[number];

/** A provider, with the moods it can be in and the failures that single requests can meet. */
export interface OutsideProvider {
  id: string;
  chaosModes: string[];
  failureKinds: string[];
}

/** Everything outside the product except its database, each reached through a line that can be cut, slowed or silenced. */
export interface OutsideWorld {
  /** Settings with which a product lives in it. */
  environment(): Record<string, string>;
  line(neighbour: Neighbour): TcpProxy;
  /** Settings by which a product uses what this provider does. */
  offer(provider: string): Record<string, string>;
  /** Everything that the providers can be made to do wrong. */
  providers(): Promise<OutsideProvider[]>;
  /** Calls the sandbox's controls: `body` is posted, without one the answer is read. */
  steer<T>(path: string, body?: object): Promise<T>;
  /** The web address at which people come back from signing in. */
  registerApplication(webUrl: string): void;
}

const SETTINGS: Record<Exclude<Neighbour, 'redis'>, readonly string[]> = {
  google: ['GOOGLE_BASE_URL'],
  github: ['GITHUB_BASE_URL', 'GITHUB_API_URL'],
  mail: ['SMTP_URL'],
  engine: ['STABILITY_BASE_URL'],
  storage: ['S3_ENDPOINT'],
};

/** To be called before `useProduct`: what is started last is stopped first. */
export function useOutsideWorld(): OutsideWorld {
  const lines = new Map<Neighbour, TcpProxy>();
  let sandbox: Sandbox | undefined;
  let redis: RedisServer | undefined;
  let dir = '';
  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The outside world is not there yet');
    return part;
  };
  const line = (neighbour: Neighbour): TcpProxy => running(lines.get(neighbour));

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'outside-'));
    sandbox = await startSandbox({ dir: join(dir, 'sandbox'), clients: { redirectUris: [] } });
    redis = await startRedis({ dir: join(dir, 'redis') });
    for (const neighbour of NEIGHBOURS) {
      const url = { redis: redis.url, mail: sandbox.smtpUrl }[neighbour as string] ?? sandbox.url;
      const proxy = TcpProxy.before(url);
      await proxy.open();
      lines.set(neighbour, proxy);
    }
  });
  afterAll(async () => {
    for (const proxy of lines.values()) await proxy.down();
    await redis?.kill();
    await sandbox?.close();
    await rm(dir, { recursive: true, force: true });
  });

  const steer = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${running(sandbox).url}/_sandbox/${path}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  return {
    line,
    steer,
    providers: () => steer<OutsideProvider[]>('providers'),
    offer: (provider) => running(sandbox).offers()[provider] ?? {},
    environment() {
      const { environment, offers } = running(sandbox);
      const { stability, s3 } = offers();
      const variables: Record<string, string> = { ...environment(), ...stability, ...s3 };
      for (const [neighbour, names] of Object.entries(SETTINGS)) {
        for (const name of names) variables[name] = line(neighbour as Neighbour).urlThrough(variables[name] ?? '');
      }
      return { ...variables, REDIS_URL: line('redis').urlThrough(running(redis).url) };
    },
    registerApplication: (webUrl) => running(sandbox).setRedirectUris([`${webUrl}/auth/callback`]),
  };
}
