import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Clock } from './clock.js';
import type { Chaos, ChaosMode } from './chaos.js';
import type { Language } from './language.js';
import type { Markup } from './markup.js';
import type { Slice, SliceOptions } from './store.js';

/** Requests carry Node's own request and response, so that a connection can be broken off. */
export interface SandboxEnv {
  Bindings: HttpBindings;
}
export type SandboxContext = Context<SandboxEnv>;
export type SandboxApp = Hono<SandboxEnv>;

/** What the kit gives to a provider. */
export interface Kit {
  clock: Clock;
  chaos: Chaos;
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
  /** What tests steer it by, mounted under `/_sandbox`. */
  control?: SandboxApp;
  chaosModes: readonly ChaosMode[];
  /** The service's own answer to an address it does not know. */
  notFound(c: SandboxContext): Response | Promise<Response>;
  /** The service's own answer when it fails inside. */
  failure(c: SandboxContext): Response | Promise<Response>;
  /** Its part of the control desk. */
  deskSection(language: Language): Markup;
  /** Back to the seeds. */
  reset(): void;
  /** Opens what it needs beside HTTP. */
  start?(): Promise<void>;
  close?(): Promise<void>;
}
