import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Clock } from './clock.js';
import type { Chaos, ChaosMode } from './chaos.js';
import type { Failures } from './failures.js';
import type { Language } from './language.js';
import type { Markup } from './markup.js';
import type { Slice, SliceOptions } from './store.js';

/** Node's own request and response, so that a connection can be destroyed. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  /** `detail` is kept in the request log. */
  Variables: { detail: Record<string, unknown> | undefined };
}
export type SandboxContext = Context<SandboxEnv>;
export type SandboxApp = Hono<SandboxEnv>;

export interface Kit {
  clock: Clock;
  chaos: Chaos;
  failures: Failures;
  dir: string;
  /** Without a trailing slash; known once the server listens. */
  publicUrl(): string;
  slice<T>(options: SliceOptions<T>): Slice<T>;
  onLog(line: string): void;
}

/** One external service. A new one is a folder with a function `(kit) => Provider`, and one line in `sandbox.ts`. */
export interface Provider {
  /** Path prefix, name of the chaos switch, and tag in the request log. */
  id: string;
  title: string;
  routes: SandboxApp;
  /** Also mounted without the prefix, for clients that take a host but no path. */
  bare?: { path: string; routes: SandboxApp };
  /** Test controls, mounted under `/_sandbox`. */
  control?: SandboxApp;
  /** What the forms of its part of the admin page do, mounted under `/desk/<id>`. */
  adminActions?: SandboxApp;
  chaosModes: readonly ChaosMode[];
  /** Failures that can be planned for single requests; see `Failures`. */
  failureKinds?: readonly string[];
  /** In bytes; 12 MiB by default. */
  maxBodyBytes?: number;
  tooLarge?(c: SandboxContext): Response | Promise<Response>;
  /** Settings for services that an application does not use by default. */
  offer?(): Record<string, string>;
  notFound(c: SandboxContext): Response | Promise<Response>;
  failure(c: SandboxContext): Response | Promise<Response>;
  renderAdminSection(language: Language): Markup;
  reset(): void;
  /** Opens ports other than HTTP. */
  start?(): Promise<void>;
  close?(): Promise<void>;
}
