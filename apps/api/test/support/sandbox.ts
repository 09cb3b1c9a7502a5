import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@app/sandbox';

/** Where the settings of tests say the web app is; nothing listens there, tests read the redirect. */
export const REDIRECT_URI = 'http://localhost:3000/auth/callback';

export interface TestSandbox {
  /** Settings that point the API at it. */
  environment(): Record<string, string>;
  /** Settings with which the API uses what it does without by default, by service. */
  offers(): Record<string, Record<string, string>>;
  /** A call of the control desk, `/_sandbox/<path>`. */
  control<T>(path: string, body?: object): Promise<T>;
  readonly url: string;
}

/** Gives the test file an outside world of its own. Reset after each test, unless it `keepsState`. */
export function useSandbox({ keepsState = false } = {}): TestSandbox {
  let sandbox: Sandbox | undefined;
  let dir = '';
  const running = (): Sandbox => {
    if (!sandbox) throw new Error('The sandbox is not running yet');
    return sandbox;
  };
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'api-sandbox-'));
    sandbox = await startSandbox({ dir, clients: { redirectUris: [REDIRECT_URI] } });
  });
  if (!keepsState) afterEach(() => sandbox?.reset());
  afterAll(async () => {
    await sandbox?.close();
    await rm(dir, { recursive: true, force: true });
  });
  return {
    environment: () => running().environment(),
    offers: () => running().offers(),
    get url() {
      return running().url;
    },
    control: async <T>(path: string, body?: object): Promise<T> => {
      const init = body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      };
      const answer = await fetch(`${running().url}/_sandbox/${path}`, init);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}
