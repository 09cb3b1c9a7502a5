import type { Body, NewApiKey } from '@app/contracts';
import { IssueApiKeys, type KeyMaker } from '../../src/modules/api-keys/application/issue-api-keys.js';
import type { TestApp } from './app.js';

/** A key of somebody, which may do everything unless told. */
export const createKey = (
  { app }: Pick<TestApp, 'app'>,
  { userId, sessionId }: KeyMaker,
  wish: Partial<Body<'apiKeys.create'>> = {},
): Promise<NewApiKey> =>
  app.get(IssueApiKeys, { strict: false }).create(
    { userId, sessionId },
    {
      name: 'test',
      scopes: ['generate', 'read', 'delete'],
      daily_credits: null,
      expires_at: null,
      ...wish,
    },
  );
