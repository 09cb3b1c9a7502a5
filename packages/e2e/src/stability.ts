import { startSandbox, type Sandbox } from '@app/sandbox';
import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stability AI as the sandbox plays it, for products that are to paint with it. */
export interface StabilityService {
  /** Settings with which a product uses it. */
  environment(): Record<string, string>;
  /** The next `times` requests meet a failure of this kind. */
  plan(kind: string, times?: number): Promise<void>;
  /** Whether it answers at all. */
  turn(mode: 'normal' | 'down'): Promise<void>;
  /** Requests for pictures that it got so far. */
  requests(): Promise<number>;
}

/** To be called before `useProduct`: what is started last is stopped first. */
export function useStability(): StabilityService {
  let sandbox: Sandbox | undefined;
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'stability-'));
    sandbox = await startSandbox({ dir, clients: { redirectUris: [] } });
  });
  afterAll(async () => {
    await sandbox?.close();
    await rm(dir, { recursive: true, force: true });
  });

  const there = (): Sandbox => {
    if (!sandbox) throw new Error('The service does not run: use it inside tests only');
    return sandbox;
  };
  const steer = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${there().url}/_sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  };
  return {
    environment: () => ({ ...there().offers()['stability'] }),
    plan: (kind, times = 1) => steer('/failures', { provider: 'stability', kind, times, method: 'POST' }),
    turn: (mode) => steer('/chaos', { provider: 'stability', mode }),
    requests: async () => {
      const answer = await fetch(`${there().url}/_sandbox/requests?provider=stability`);
      return ((await answer.json()) as { method: string }[]).filter(({ method }) => method === 'POST').length;
    },
  };
}
