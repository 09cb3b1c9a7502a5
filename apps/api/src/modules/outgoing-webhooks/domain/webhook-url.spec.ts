import { describe, expect, test } from '@jest/globals';
import { endpointUrl } from './webhook-url.js';

const stored = (url: string) => endpointUrl(url, { isTest: false });

test.each([
  ['https://example.com', 'https://example.com/'],
  ['https://example.com:443/hook?key=1#part', 'https://example.com/hook?key=1'],
  ['HTTPS://EXAMPLE.com/Hook', 'https://example.com/Hook'],
  ['https://例子.中国/钩子', 'https://xn--fsqu00a.xn--fiqs8s/%E9%92%A9%E5%AD%90'],
])('%s is stored as %s', (url, normalized) => {
  expect(stored(url)).toBe(normalized);
});

describe('not allowed is', () => {
  test.each([
    '',
    'example.com',
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:password@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://localhost/',
    'https://localhost./',
    'https://api.localhost/',
    'https://redis/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0/',
    'https://8.8.8.8/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[2606:4700::1111]/',
  ])('%j', (url) => {
    expect(stored(url)).toBeNull();
  });
});

test('a test installation takes http, ports and literal addresses, and still no other protocol or password', () => {
  const inTest = (url: string) => endpointUrl(url, { isTest: true });
  expect(inTest('http://127.0.0.2:8080/hook')).toBe('http://127.0.0.2:8080/hook');
  expect(inTest('https://example.com/')).toBe('https://example.com/');
  expect(inTest('ftp://127.0.0.2/')).toBeNull();
  expect(inTest('http://a:b@127.0.0.2/')).toBeNull();
});
