import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { lastTransaction, replay, type Recording } from './replay.js';

const statement = (text: string, params: string[] = [], name: string | null = null) => ({ name, text, params });
const recording: Recording = {
  userId: 'user-1',
  sessionId: 'session-1',
  imageId: 'image-1',
  statements: [
    statement('select session', ['session-1'], 'living'),
    statement('START TRANSACTION'),
    statement('insert', ['{image-1}', 'user-1', 'hold:image-1']),
    statement('COMMIT'),
    statement('select generation', ['image-1']),
  ],
};

test('the transaction is found between its beginning and its end', () => {
  expect(lastTransaction(recording).map(({ text }) => text)).toEqual(['START TRANSACTION', 'insert', 'COMMIT']);
});

test('statements run again with the ids of another request, the transaction on a connection of its own', async () => {
  const ran: [string, unknown][] = [];
  const on = (who: string) => (query: { text: string; values: unknown[] }) => {
    ran.push([`${who}: ${query.text}`, query.values]);
    return Promise.resolve({ rows: [] });
  };
  const client = { query: on('client'), release: () => ran.push(['released', null]) };
  const pool = { query: on('pool'), connect: () => Promise.resolve(client) } as unknown as pg.Pool;
  await replay(pool, recording, { userId: 'user-2', sessionId: 'session-2', imageId: 'image-2' });
  expect(ran).toEqual([
    ['pool: select session', ['session-2']],
    ['client: START TRANSACTION', []],
    ['client: insert', ['{image-2}', 'user-2', 'hold:image-2']],
    ['client: COMMIT', []],
    ['released', null],
    ['pool: select generation', ['image-2']],
  ]);
});

test('a transaction that breaks off gives its connection up', async () => {
  const released: unknown[] = [];
  const client = {
    query: ({ text }: { text: string }) => (text === 'insert' ? Promise.reject(new Error('no')) : Promise.resolve({})),
    release: (gone: unknown) => released.push(gone),
  };
  const pool = { query: () => Promise.resolve({}), connect: () => Promise.resolve(client) } as unknown as pg.Pool;
  await expect(replay(pool, recording, recording)).rejects.toThrow('no');
  expect(released).toEqual([true]);
});
