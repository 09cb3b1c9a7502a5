import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where downloaded programs are kept between starts (`$XDG_CACHE_HOME`, else `~/.cache`). */
export const defaultCacheDir = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'image-studio', 'sandbox');

/** The environment a child process inherits, with `overrides` on top. */
export const childEnvironment = (overrides: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...overrides,
});
