import { STORAGE_KEYS, type TokenPair } from '@app/contracts';
import { readStored, writeStored } from '../../shared/storage/local-storage';

export const readAccessToken = (): string | null => readStored(STORAGE_KEYS.accessToken);
export const readRefreshToken = (): string | null => readStored(STORAGE_KEYS.refreshToken);

/** The access token goes last: other tabs react to it and must find its partner in place. */
export function storeTokens({ access_token, refresh_token }: Pick<TokenPair, 'access_token' | 'refresh_token'>): void {
  writeStored(STORAGE_KEYS.refreshToken, refresh_token);
  writeStored(STORAGE_KEYS.accessToken, access_token);
}

export function clearTokens(): void {
  writeStored(STORAGE_KEYS.refreshToken, null);
  writeStored(STORAGE_KEYS.accessToken, null);
}
