import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createAdminPage } from './admin/admin-page.js';
import { createGithub } from './github/github.provider.js';
import { createGoogle } from './google/google.provider.js';
import { Chaos, chaosSlice } from './kit/chaos.js';
import { Clock, clockSlice } from './kit/clock.js';
import { createControl } from './kit/control.js';
import { Failures, failureSlice } from './kit/failures.js';
import type { Kit, Provider } from './kit/provider.js';
import { RequestLog } from './kit/request-log.js';
import { createApp, listen } from './kit/server.js';
import { openSlice } from './kit/store.js';
import { createMail } from './mail/mail.provider.js';
import { createS3 } from './s3/s3.provider.js';
import { createStability } from './stability/stability.provider.js';
import { createStripe } from './stripe/stripe.provider.js';
import { createWebui } from './webui/webui.provider.js';

export interface SandboxOptions {
  /** Its memory; the same folder means the same accounts, mails and secrets as last time. */
  dir: string;
  /** Default 127.0.0.1. */
  host?: string;
  /** HTTP port; a free one if not given. */
  port?: number;
  smtpPort?: number;
  /** The application as it is registered at every provider. */
  clients: { redirectUris: string[]; name?: string };
  /** The address by which browsers and servers reach it, if not http://127.0.0.1:port. */
  publicUrl?: string;
  onLog?: (line: string) => void;
}

export interface Sandbox {
  url: string;
  googleUrl: string;
  githubUrl: string;
  githubApiUrl: string;
  smtpUrl: string;
  adminPageUrl: string;
  inboxUrl: string;
  /** Settings that point an API at this sandbox, by the names of its environment variables. */
  environment(): Record<string, string>;
  /**
   * By provider, settings that an API needs to use what it does without by default: an engine elsewhere, a store
   * elsewhere. A person or a test that wants one sets them beside `environment()`.
   */
  offers(): Record<string, Record<string, string>>;
  setRedirectUris(redirectUris: string[]): void;
  /** Back to the seeds; the application stays registered with its id and secret. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts the outside world: all providers on one HTTP server, and one SMTP server. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', onLog = () => undefined } = options;
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const slice: Kit['slice'] = (sliceOptions) => openSlice(dir, sliceOptions, onLog);
  const clock = new Clock(slice(clockSlice));
  const chaos = new Chaos(slice(chaosSlice));
  const failures = new Failures(slice(failureSlice));
  const requests = new RequestLog();
  let url = options.publicUrl?.replace(/\/+$/, '') ?? '';
  const { providers, register, environment } = createProviders(
    { clock, chaos, failures, dir, publicUrl: () => url, slice, onLog },
    { host, smtpPort: options.smtpPort ?? 0 },
  );
  register(options.clients);
  const reset = () => {
    for (const part of [...providers, clock, chaos, failures, requests]) part.reset();
  };
  const setRedirectUris = (redirectUris: string[]) => register({ redirectUris });
  const offers = () => offersOf(providers);
  const steering = { providers, clock, chaos, failures, requests, reset };
  const control = createControl({ ...steering, setRedirectUris, environment, offers });
  const app = createApp({ providers, chaos, requests, control, adminPage: createAdminPage(steering), onLog });

  const server = await listen(app, host, options.port ?? 0);
  url ||= `http://127.0.0.1:${server.port}`;
  const close = async () => {
    await server.close();
    for (const provider of providers) await provider.close?.();
  };
  try {
    for (const provider of providers) await provider.start?.();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...addresses(url), smtpUrl: environment().SMTP_URL, environment, offers, setRedirectUris, reset, close };
}

const addresses = (url: string) => ({
  url,
  googleUrl: `${url}/google`,
  githubUrl: `${url}/github`,
  githubApiUrl: `${url}/github/api`,
  adminPageUrl: `${url}/desk`,
  inboxUrl: `${url}/mail`,
});

const offersOf = (providers: readonly Provider[]): Record<string, Record<string, string>> =>
  Object.fromEntries(providers.flatMap((provider) => (provider.offer ? [[provider.id, provider.offer()]] : [])));

/** Every provider, in the order of the admin page, and what an API has to know of them. A new one is added here. */
function createProviders(kit: Kit, { host, smtpPort }: { host: string; smtpPort: number }) {
  const google = createGoogle(kit);
  const github = createGithub(kit);
  const mail = createMail(kit, { host, port: smtpPort });
  const stripe = createStripe(kit);
  const providers: Provider[] = [google, github, mail, stripe, createStability(kit), createWebui(kit), createS3(kit)];
  return {
    providers,
    register: (changes: { redirectUris: string[]; name?: string }) => {
      for (const { registry } of [google, github]) registry.register(changes);
    },
    environment: () => {
      const { googleUrl, githubUrl, githubApiUrl } = addresses(kit.publicUrl());
      return {
        GOOGLE_CLIENT_ID: google.registry.client.clientId,
        GOOGLE_CLIENT_SECRET: google.registry.client.clientSecret,
        GOOGLE_BASE_URL: googleUrl,
        GITHUB_CLIENT_ID: github.registry.client.clientId,
        GITHUB_CLIENT_SECRET: github.registry.client.clientSecret,
        GITHUB_BASE_URL: githubUrl,
        GITHUB_API_URL: githubApiUrl,
        SMTP_URL: mail.smtpUrl(),
        ...stripe.environment(),
      };
    },
  };
}
