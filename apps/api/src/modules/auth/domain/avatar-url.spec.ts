import { expect, test } from '@jest/globals';
import { avatarUrl } from './avatar-url.js';

const HOSTS = ['.googleusercontent.com', 'avatars.githubusercontent.com'];

test.each(['https://lh3.googleusercontent.com/a/x=s96-c', 'https://avatars.githubusercontent.com/u/1?v=4'])(
  '%s is kept',
  (url) => {
    expect(avatarUrl(url, HOSTS)).toBe(url);
  },
);

test.each([
  'http://lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com:8443/a',
  'https://evil.example/a.png',
  'https://googleusercontent.com.evil.example/a',
  'https://evilgoogleusercontent.com/a',
  'https://x.avatars.githubusercontent.com/a',
  'https://user:password@lh3.googleusercontent.com/a',
  'https://169.254.169.254/latest',
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  '//lh3.googleusercontent.com/a',
  `https://lh3.googleusercontent.com/${'a'.repeat(2000)}`,
  '',
  null,
  undefined,
  7,
])('%s is dropped', (url) => {
  expect(avatarUrl(url, HOSTS)).toBeNull();
});

test('a sandbox is known by its whole origin', () => {
  expect(avatarUrl('http://localhost:4000/google/avatars/1.svg', ['http://localhost:4000'])).toBe(
    'http://localhost:4000/google/avatars/1.svg',
  );
  expect(avatarUrl('http://localhost:4001/google/avatars/1.svg', ['http://localhost:4000'])).toBeNull();
});
