import { expect, test } from '@jest/globals';
import { ownAddress, withParameters } from './return-address.js';

const ORIGIN = 'https://ours.example';

test.each([
  ['/payment/success', 'https://ours.example/payment/success'],
  ['/zh/payment/success?from=pricing', 'https://ours.example/zh/payment/success?from=pricing'],
  ['https://ours.example/pricing#faq', 'https://ours.example/pricing#faq'],
])('%s is an address of ours', (wanted, address) => {
  expect(ownAddress(wanted, ORIGIN)).toBe(address);
});

test.each([
  'https://evil.example',
  'javascript:alert(1)',
  'https://ours.example@evil.example/payment/success',
  'https://ours.example.evil.example/',
  'https://ours.example:444/payment/success',
  'http://ours.example/payment/success',
  'https://user:word@ours.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'payment/success',
  '/api/auth/logout',
  '/api',
  'data:text/html,x',
  '',
])('%j is refused', (wanted) => {
  expect(() => ownAddress(wanted, ORIGIN)).toThrow('URL_NOT_ALLOWED');
});

test.each([
  ['https://ours.example/a', 'https://ours.example/a?session_id={ID}&payment_id=1'],
  ['https://ours.example/a?b=c#d', 'https://ours.example/a?b=c&session_id={ID}&payment_id=1#d'],
])('parameters are added to %s as they stand', (address, full) => {
  expect(withParameters(address, { session_id: '{ID}', payment_id: '1' })).toBe(full);
});
