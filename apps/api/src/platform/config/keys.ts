import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Config } from './config.js';

/** What keys are made for; a key of one purpose is useless for another. */
export type KeyPurpose =
  'access-token' | 'file-link' | 'share-link' | 'oauth-state' | 'refresh-successor' | 'unsubscribe';

/** A 256-bit key for one purpose, derived (HKDF-SHA256) from the installation's secret. */
export const derivedKey = (config: Config, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', config.secrets.app, 'app-secret', purpose, 32)));

/** Key of the identity marks that survive an account: deliberately independent of the key above. */
export const identityKey = (config: Config): KeyObject =>
  createSecretKey(Buffer.from(config.secrets.identity, 'base64url'));
