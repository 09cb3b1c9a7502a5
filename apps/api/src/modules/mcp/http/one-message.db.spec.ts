import { expect, test } from '@jest/globals';
import { createKey } from '../../../../test/support/api-keys.js';
import { useApp } from '../../../../test/support/app.js';

const app = useApp();
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'credits', arguments: {} } };

test.each([
  ['many messages', Array.from({ length: 100 }, (_, id) => ({ ...CALL, id }))],
  ['one message', [CALL]],
  ['no message', []],
])('a list of %s is refused, because a request counts once for the limit', async (_, body) => {
  const { key: token } = await createKey(app, await app.signIn());
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' };
  const answer = await app.post('/mcp', { token, body, headers });
  expect([answer.status, answer.body, answer.headers.get('ratelimit-remaining')]).toEqual([
    400,
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.stringContaining('one message') } },
    expect.stringMatching(/^\d+$/),
  ]);
});
