import { expect, test } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { constantHeaders } from './headers.js';

/** The headers of an answer to a request of this address. */
function headersOf(url: string, { docs = false, secureCookies = false } = {}): Record<string, string> {
  const sent: Record<string, string> = {};
  const reply = {
    headers: (all: object) => Object.assign(sent, all) && reply,
    header: (name: string, value: string) => Object.assign(sent, { [name]: value }) && reply,
  };
  const config = { secureCookies, http: { docs } } as unknown as Config;
  constantHeaders(config)({ url, id: 'request-1' } as FastifyRequest, reply as unknown as FastifyReply);
  return sent;
}
const policyOf = (url: string, docs: boolean) => headersOf(url, { docs })['content-security-policy'];

test('answers name their request, and ask for encryption where it is there', () => {
  expect(headersOf('/api/health')['x-request-id']).toBe('request-1');
  expect(headersOf('/api/health')).not.toHaveProperty('strict-transport-security');
  const secure = headersOf('/api/health', { secureCookies: true });
  expect(secure).toHaveProperty('strict-transport-security', 'max-age=31536000');
  expect(secure).toHaveProperty('x-frame-options', 'DENY');
});

test('only the page of the API may run scripts, and only while it is served', () => {
  expect(policyOf('/api/docs/index.html', true)).toContain("default-src 'self'");
  for (const [url, docs] of [
    ['/api/docs', false],
    ['/api/health', true],
    ['/other/api/docs', true],
  ] as const)
    expect(policyOf(url, docs)).toBe("default-src 'none';frame-ancestors 'none'");
});
