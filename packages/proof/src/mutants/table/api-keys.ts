import type { Mutant } from '../mutant.js';

export const API_KEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a key that a thief made outlives the stolen session',
    guard: 'keys of a session end when its token is used again',
    edits: [
      {
        in: 'RefreshSession.rotate',
        replace: 'await revokeKeysOfSession(tx, owner.sessionId, used.createdAt)',
        by: '0',
      },
    ],
    test: 'stolen-session.db.spec.ts',
    title: 'ends the keys that were made',
  },
  {
    name: 'a key is made in a session that ends at this moment',
    guard: 'the session is locked until its key is stored',
    edits: [{ sql: 'ApiKeys.lockSession', replace: 'revoked_at is null for share', by: 'revoked_at is null' }],
    test: 'stolen-session.db.spec.ts',
    title: 'makes no key while its session ends',
  },
  {
    name: 'a lower budget does not bind the key that was replaced',
    guard: 'a budget is written to all keys that share it',
    edits: [{ sql: 'CHANGE_BUDGET', replace: 'k.created_at <= own.created_at', by: 'k.id = own.id' }],
    test: 'budget-of-family.db.spec.ts',
    title: 'a lower budget',
  },
  {
    name: 'an agent sends a hundred messages in one request',
    guard: 'one message a request',
    edits: [{ in: 'McpController.refusalOf', replace: 'Array.isArray(body) ? SEVERAL_MESSAGES : null', by: 'null' }],
    test: 'one-message.db.spec.ts',
  },
  {
    name: 'a batch spends on where nobody can stop it',
    guard: 'no row is released where batches are switched off',
    edits: [
      {
        in: 'DispatchBatches.run',
        replace: 'this.config.features.batch ? await this.release(signal) : 0',
        by: 'await this.release(signal)',
      },
    ],
    test: 'switched-off.db.spec.ts',
    title: 'nothing of a batch that runs is released',
  },
  {
    name: 'a batch of a key goes on where keys are switched off',
    guard: 'without the public API no key releases anything',
    edits: [{ in: 'ReleaseRow.run', replace: 'apiKeyId !== null && !this.config.features.publicApi', by: 'false' }],
    test: 'switched-off.db.spec.ts',
    title: 'a batch that a key started',
  },
];
