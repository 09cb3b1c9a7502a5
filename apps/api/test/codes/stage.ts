import type { Answer, Body, Generation } from '@app/contracts';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { mkdtemp, rename, rm, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { OAuthAdapter } from '../../src/modules/auth/providers/oauth-provider.port.js';
import { OAuthProviders } from '../../src/modules/auth/providers/oauth-providers.js';
import { BatchDispatcher } from '../../src/modules/batches/jobs/batch-dispatcher.js';
import { PurgeImages } from '../../src/modules/images/files/clean-up/purge-images.js';
import { Sweeper } from '../../src/modules/images/worker/recovery/sweeper.js';
import { PaymentProviders } from '../../src/modules/subscriptions/providers/payment-providers.js';
import { RemovalSweeper } from '../../src/modules/users/jobs/removal-sweeper.js';
import type { Config } from '../../src/platform/config/config.js';
import { CONFIG } from '../../src/platform/config/config.module.js';
import { row, rows } from '../../src/platform/database/rows.js';
import { useApp, type AppOptions, type SignedIn, type TestApp, type TestUser } from '../support/app.js';
import { FILES_DIR } from '../support/config.js';
import { createKey } from '../support/api-keys.js';
import { stopBillingJobs } from '../support/billing/billing.js';
import { Browser, type Provider } from '../support/http/browser.js';
import { giveUnits } from '../support/credits/credits.js';
import { useSandbox, type TestSandbox } from '../support/sandbox.js';
import { until } from '../support/timing/until.js';
import { deliverImage } from '../support/images/work.js';

/** Painted by another engine than all others, whose line can be filled without standing in anybody's way. */
export const ASIDE = { engine: 'webui', model: 'sd3.5-large' } as const;

/** What probes make their states with. */
export interface Stage {
  api: TestApp;
  sandbox: TestSandbox;
  sql(text: string, values?: unknown[]): Promise<unknown>;
  /** Somebody with credits for whatever is asked. */
  person(user?: TestUser): Promise<SignedIn>;
  /** The same person, asking with a key that may do everything. */
  withKey(by: SignedIn, wish?: Partial<Body<'apiKeys.create'>>): Promise<SignedIn>;
  /** Switches the public API off until the next reset. */
  switchOffPublicApi(): void;
  generated(by: SignedIn, more?: Partial<Body<'images.generate'>>): Promise<Generation>;
  /** A delivered image; `id` is that of its generation too. */
  delivered(by: SignedIn): Promise<{ id: string; key: string }>;
  /** A browser that comes back from the provider, and what it brings. */
  returning(
    provider: Provider,
    account: string,
  ): Promise<{ returned: { code: string; state: string }; cookie: Record<string, string> }>;
  /** An export that another process writes stands in this person's way. */
  exporting(by: SignedIn): Promise<void>;
  /** Waits for the ends of exports that this process writes: they are written down after the answer. */
  exportsEnded(): Promise<void>;
  /** Lets nothing be read from the storage while `work` runs. */
  withoutStorage<T>(work: () => Promise<T>): Promise<T>;
  /** The installation serves no batches until the next reset. */
  withoutBatches(): void;
  /** The installation sends no mail until the next reset. */
  withoutMail(): void;
  /** Nobody signs in with this provider until the next reset. */
  withoutSignIn(provider: Provider): void;
  /** Lets a provider of the sandbox fail until `reset`. */
  failing(provider: string, mode: 'down' | 'error'): Promise<void>;
  /** PayPal pays nothing out until the next reset. */
  withoutMoney(): Promise<unknown>;
  /** What is costly to make and nobody changes, made for all probes that ask for it by this name. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Ends outages, so that the next probe finds everything in order. */
  reset(): Promise<void>;
}

const CREDITS = 100_000;
const ANOTHER_PROCESS = '00000000-0000-0000-0000-000000000000';

/** Gives the test file an application, and the world around it, in which every code can be provoked. */
export function useStage({
  env,
  onCreated,
}: Pick<AppOptions, 'onCreated'> & { env?: (databaseUrl: string) => Record<string, string> } = {}): Stage {
  // Prices are prepared once; probes use people of their own, so that only outages need to end.
  const sandbox = useSandbox({ keepsState: true });
  const failing = new Set<string>();
  let isOutOfMoney = false;
  const made = new Map<string, Promise<unknown>>();
  const withoutSignIn = new Map<Provider, OAuthAdapter>();
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(FILES_DIR, 'stage-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const api = useApp({
    refusesBacklog: true,
    pool: 10,
    env: (databaseUrl) => ({
      ...sandbox.environment(),
      FREE_ALLOWANCE: 'none',
      IN_FLIGHT_FREE: '1',
      STORAGE_DIR: join(folder, 'pictures'),
      WEBUI_URL: 'http://127.0.0.1:9',
      WEBUI_MODELS: ASIDE.model,
      ...env?.(databaseUrl),
    }),
    ...(onCreated && { onCreated }),
  });
  // What time does must not look like what a request did.
  beforeAll(async () => {
    await api.app.get(Sweeper, { strict: false }).task.stop();
    await api.app.get(PurgeImages, { strict: false }).task.stop();
    await api.app.get(RemovalSweeper, { strict: false }).onModuleDestroy();
    await stopBillingJobs(api);
    await api.app.get(BatchDispatcher, { strict: false }).onModuleDestroy();
    for (const provider of api.app.get(PaymentProviders, { strict: false }).all) await provider.preparePrices();
  });
  const config = (): Config => api.app.get<Config>(CONFIG, { strict: false });
  const signIns = (): OAuthProviders => api.app.get(OAuthProviders, { strict: false });
  const features = (): Config['features'] => config().features;
  const stage: Stage = {
    api,
    sandbox,
    sql: (text, values = []) => rows(api.dataSource, text, values),
    person: async (user = {}) => {
      const person = await api.signIn({ plan: 'enterprise', ...user });
      await giveUnits(api.dataSource, person.userId, CREDITS);
      return person;
    },
    withKey: async (by, wish = {}) => ({ ...by, token: (await createKey(api, by, wish)).key }),
    switchOffPublicApi: () => {
      features().publicApi = false;
    },
    generated: async ({ token }, more = {}) => {
      const body = { prompt: 'a fox', ...more };
      const { status, body: answer } = await api.post<Answer<'images.generate'>>('/images/generate', { token, body });
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(answer)}`);
      return answer.data;
    },
    delivered: async (by) => {
      const { id } = await stage.generated(by);
      return { id, key: (await deliverImage(api, id)).key };
    },
    returning: async (provider, account) => {
      const browser = new Browser(api);
      return { returned: await browser.approve(provider, account), cookie: browser.cookieHeader };
    },
    exporting: async ({ userId }) => {
      const text = `insert into running_exports values ($1, $2, now() + interval '30 s')`;
      await stage.sql(text, [userId, ANOTHER_PROCESS]);
    },
    exportsEnded: () =>
      until(
        async () =>
          !(await row(api.dataSource, `select 1 from running_exports where id <> $1 limit 1`, [ANOTHER_PROCESS])),
      ),
    withoutStorage: async (work) => {
      const [images, aside] = [join(folder, 'pictures'), join(folder, 'aside')];
      await rename(images, aside);
      // A folder that leads to itself: an error, not a file that is missing.
      await symlink(images, images);
      try {
        return await work();
      } finally {
        await unlink(images);
        await rename(aside, images);
      }
    },
    failing: async (provider, mode) => {
      failing.add(provider);
      await sandbox.control('chaos', { provider, mode });
    },
    withoutBatches: () => void (features().batch = false),
    withoutMail: () => void (config().mail.smtpUrl = null),
    withoutSignIn: (provider) => {
      const { byId } = signIns();
      withoutSignIn.set(provider, byId.get(provider)!);
      byId.delete(provider);
    },
    withoutMoney: () => {
      isOutOfMoney = true;
      return sandbox.control('paypal', { isOutOfMoney });
    },
    once: <T>(name: string, make: () => Promise<T>) => {
      const one = (made.get(name) as Promise<T> | undefined) ?? make();
      made.set(name, one);
      return one;
    },
    reset: async () => {
      for (const [provider, adapter] of withoutSignIn) signIns().byId.set(provider, adapter);
      withoutSignIn.clear();
      features().batch = true;
      features().publicApi = true;
      config().mail.smtpUrl = sandbox.environment().SMTP_URL ?? null;
      for (const provider of failing) await sandbox.control('chaos', { provider, mode: 'normal' });
      failing.clear();
      if (isOutOfMoney) await sandbox.control('paypal', { isOutOfMoney: false });
      isOutOfMoney = false;
      await rows(api.dataSource, `delete from engine_health`);
      // Nobody paints here, and a line in which somebody has waited for a minute is full.
      await rows(
        api.dataSource,
        `update generations set created_at = now(), deadline = now() + interval '240 s'
          where status = 'pending' and created_at < now() - interval '10 s'`,
      );
    },
  };
  afterEach(() => stage.reset());
  return stage;
}
