import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Config } from './config.js';

export type KeyPurpose =
  | 'access-token'
  | 'file-link'
  | 'share-link'
  | 'oauth-state'
  | 'refresh-successor'
  | 'unsubscribe'
  | 'webhook-secret';

/** A 256-bit key, derived (HKDF-SHA256) so that a key of one purpose is useless for another. */
export const derivedKey = (config: Config, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', config.secrets.app, 'app-secret', purpose, 32)));

/** Independent of the key above, because identity marks outlive a change of `APP_SECRET`. */
export const identityKey = (config: Config): KeyObject =>
  createSecretKey(Buffer.from(config.secrets.identity, 'base64url'));
