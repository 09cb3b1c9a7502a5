import { isOAuthProvider, type OAuthProvider } from '@app/contracts';
import { readStored, writeStored } from '../../shared/storage/local-storage';

const KEY = 'last_sign_in';

/** How this browser signed in last time: people forget which account they used. */
export function lastMethod(): OAuthProvider | null {
  const stored = readStored(KEY);
  return isOAuthProvider(stored) ? stored : null;
}

export const rememberMethod = (provider: OAuthProvider): void => writeStored(KEY, provider);
