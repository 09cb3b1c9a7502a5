import { API_KEY_SCOPES, type NewApiKey } from '@app/contracts';
import { startNginx } from '@app/sandbox/nginx';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '../../src/fixtures.js';
import type { TestUser } from '../../src/users/test-user.js';

const test = base.extend<{ nginxOrigin: string }>({
  nginxOrigin: async ({ product }, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'mcp-nginx-'));
    const { host } = new URL(product.running.apiUrl);
    const nginx = await startNginx({ dir, apiAddresses: [host], storageDir: dir, accelLocation: '/_files/' });
    await use(nginx.origin);
    await nginx.stop();
    await rm(dir, { recursive: true, force: true });
  },
});

const dataOf = ({ structuredContent }: CallToolResult) => structuredContent as { id: string; status: string };

async function expectImageOfAgent(origin: string, user: TestUser): Promise<void> {
  const { key } = await user.call<NewApiKey>('POST', '/api-keys', { name: 'agent', scopes: [...API_KEY_SCOPES] });
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', origin), { requestInit }));
  try {
    const { id } = dataOf(await client.callTool({ name: 'generate', arguments: { prompt: 'a fox in the snow' } }));
    await expect
      .poll(async () => dataOf(await client.callTool({ name: 'wait', arguments: { id } })).status)
      .toBe('completed');
    const { content } = await client.callTool({ name: 'get_image', arguments: { id } });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'resource_link']);
  } finally {
    await client.close();
  }
}

test('an agent generates an image through the web server', async ({ newUser, product }) =>
  expectImageOfAgent(product.running.url, await newUser({ plan: 'pro', credits: 50 })));

test.describe('behind nginx', () => {
  test.skip(process.platform === 'darwin', 'nginx is brought on Linux only.');

  test('an agent generates an image', async ({ newUser, nginxOrigin }) =>
    expectImageOfAgent(nginxOrigin, await newUser({ plan: 'pro', credits: 50 })));
});
