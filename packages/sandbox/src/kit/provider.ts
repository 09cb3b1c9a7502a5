import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Clock } from './clock.js';
import type { Chaos, ChaosMode } from './chaos.js';
import type { Failures } from './failures.js';
import type { Language } from './language.js';
import type { Markup } from './markup.js';
import type { Slice, SliceOptions } from './store.js';

/** Requests carry Node's own request and response, so that a connection can be broken off. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  /** `detail`: what the request log is to keep of a request beside its address. */
  Variables: { detail: Record<string, unknown> | undefined };
}
export type SandboxContext = Context<SandboxEnv>;
export type SandboxApp = Hono<SandboxEnv>;

/** What the kit gives to a provider. */
export interface Kit {
  clock: Clock;
  chaos: Chaos;
  failures: Failures;
  /** Folder for what does not fit a slice. */
  dir: string;
  /** The sandbox's address as browsers and servers know it, without a slash at the end; known once it listens. */
  publicUrl(): string;
  slice<T>(options: SliceOptions<T>): Slice<T>;
  onLog(line: string): void;
}

/** One outside service. A new one is one folder that exports a function `(kit) => Provider`, and one line in `sandbox.ts`. */
export interface Provider {
  /** Path prefix (`/google`), name of its chaos switch, and tag in the request log. */
  id: string;
  title: string;
  /** The service itself, mounted under `/<id>`. */
  routes: SandboxApp;
  /** Routes that are mounted without the prefix too, for a client library that takes a host but no path. */
  bare?: { path: string; routes: SandboxApp };
  /** What tests steer it by, mounted under `/_sandbox`. */
  control?: SandboxApp;
  chaosModes: readonly ChaosMode[];
  /** What single requests can be made to meet, by plan; see `Failures`. */
  failureKinds?: readonly string[];
  /** The largest body it takes, in bytes; 12 MiB if not given. */
  maxBodyBytes?: number;
  /** The service's own answer to a larger one. */
  tooLarge?(c: SandboxContext): Response | Promise<Response>;
  /** Settings by which an application uses it in place of its own, for those that it does not use by default. */
  offer?(): Record<string, string>;
  /** The service's own answer to an address it does not know. */
  notFound(c: SandboxContext): Response | Promise<Response>;
  /** The service's own answer when it fails inside. */
  failure(c: SandboxContext): Response | Promise<Response>;
  /** Its part of the admin page. */
  renderAdminSection(language: Language): Markup;
  /** Back to the seeds. */
  reset(): void;
  /** Opens what it needs beside HTTP. */
  start?(): Promise<void>;
  close?(): Promise<void>;
}
