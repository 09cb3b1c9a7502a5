import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../src/sandbox.js';

/** No server listens there; tests only read the redirect. */
export const REDIRECT_URI = 'http://127.0.0.1:3000/auth/callback';

export interface TestSandbox extends Sandbox {
  dir: string;
  control(path: string, body?: object): Promise<unknown>;
  restart(): Promise<TestSandbox>;
  dispose(): Promise<void>;
}

export async function startTestSandbox(): Promise<TestSandbox> {
  return startOn(await mkdtemp(join(tmpdir(), 'sandbox-spec-')));
}

async function startOn(dir: string, port?: number): Promise<TestSandbox> {
  const sandbox = await startSandbox({
    dir,
    clients: { redirectUris: [REDIRECT_URI], name: 'Lumina' },
    ...(port !== undefined && { port }),
  });
  return {
    ...sandbox,
    dir,
    control: async (path, body) => {
      const init = body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      };
      const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, init);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    restart: async () => {
      await sandbox.close();
      const restarted = await startOn(dir, Number(new URL(sandbox.url).port));
      // The client may still hold connections that the restart closed; its next answer shows that it let them go.
      while (!(await fetch(restarted.url).catch(() => null)));
      return restarted;
    },
    dispose: async () => {
      await sandbox.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
