import type { Environment } from './environment.js';
import { readPassword } from './service-address.js';

/** Passwords that examples and images come with. */
const WELL_KNOWN = ['admin', 'changeme', 'change-me', 'default', 'lumina', 'password', 'postgres', 'redis', 'root'];
/** Random values of 43 characters have about 30 different ones. */
const MIN_DIFFERENT_CHARACTERS = 16;

const passwordOf = (address = ''): string => readPassword(address)?.toLowerCase() ?? '';

/** Secrets that anybody could guess. */
export function weakSecrets(env: Partial<Environment>): string[] {
  const passwords = (['DATABASE_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL'] as const)
    .filter((name) => WELL_KNOWN.includes(passwordOf(env[name])))
    .map((name) => `${name}: has a well-known password; only allowed in local mode (APP_MODE=local)`);
  const secrets = (['APP_SECRET', 'IDENTITY_SECRET'] as const)
    .filter((name) => new Set(env[name]).size < MIN_DIFFERENT_CHARACTERS && env[name] !== undefined)
    .map((name) => `${name}: is not random; only allowed in local mode (APP_MODE=local)`);
  return [...passwords, ...secrets];
}
