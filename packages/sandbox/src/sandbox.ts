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
import { openSlice, type Slice } from './kit/store.js';
import { createMail } from './mail/mail.provider.js';
import { createPaypal } from './paypal/paypal.provider.js';
import { createS3 } from './s3/s3.provider.js';
import { createStability } from './stability/stability.provider.js';
import { createStripe } from './stripe/stripe.provider.js';
import { createWebui } from './webui/webui.provider.js';

export interface SandboxOptions {
  /** The same folder keeps accounts, mails and secrets. */
  dir: string;
  host?: string;
  port?: number;
  smtpPort?: number;
  clients: { redirectUris: string[]; name?: string };
  /** Default http://127.0.0.1:port. */
  publicUrl?: string;
  onLog?: (line: string) => void;
}

export interface Sandbox {
  url: string;
  /** Of HTTP. */
  port: number;
  googleUrl: string;
  githubUrl: string;
  githubApiUrl: string;
  smtpUrl: string;
  adminPageUrl: string;
  inboxUrl: string;
  environment(): Record<string, string>;
  /** By provider, settings for services that an API does not use by default. */
  offers(): Record<string, Record<string, string>>;
  setRedirectUris(redirectUris: string[]): void;
  /** Restores the seeds; client ids and secrets stay. */
  reset(): void;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', onLog = () => undefined } = options;
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const slices: Slice<unknown>[] = [];
  const slice: Kit['slice'] = (sliceOptions) => {
    const opened = openSlice(dir, sliceOptions, onLog);
    slices.push(opened);
    return opened;
  };
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
  const hostNames = [host, ...(url === '' ? [] : [new URL(url).hostname])];
  const adminPage = createAdminPage(steering);
  const app = createApp({ providers, chaos, requests, control, adminPage, hostNames, onLog });

  const server = await listen(app, host, options.port ?? 0);
  url ||= `http://127.0.0.1:${server.port}`;
  const close = async () => {
    await server.close();
    for (const provider of providers) await provider.close?.();
    for (const opened of slices) opened.flush();
  };
  try {
    for (const provider of providers) await provider.start?.();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...addresses(url),
    port: server.port,
    smtpUrl: environment().SMTP_URL,
    environment,
    offers,
    setRedirectUris,
    reset,
    close,
  };
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

/** In the order of the admin page. New providers are added here. */
function createProviders(kit: Kit, { host, smtpPort }: { host: string; smtpPort: number }) {
  const google = createGoogle(kit);
  const github = createGithub(kit);
  const mail = createMail(kit, { host, port: smtpPort });
  const stripe = createStripe(kit);
  const paypal = createPaypal(kit);
  const providers: Provider[] = [
    google,
    github,
    mail,
    stripe,
    paypal,
    createStability(kit),
    createWebui(kit),
    createS3(kit),
  ];
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
        PAYPAL_CLIENT_ID: paypal.application.clientId,
        PAYPAL_CLIENT_SECRET: paypal.application.clientSecret,
        PAYPAL_BASE_URL: `${kit.publicUrl()}/paypal`,
      };
    },
  };
}
