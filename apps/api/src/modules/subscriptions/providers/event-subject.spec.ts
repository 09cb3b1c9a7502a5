import { expect, test } from '@jest/globals';
import { readSubject, writeSubject } from './event-subject.js';
import type { EventSubject } from './payment-provider.port.js';

test.each<[string, EventSubject]>([
  ['subscription:sub_1', { kind: 'subscription', id: 'sub_1' }],
  ['checkout:cs:1', { kind: 'checkout', id: 'cs:1' }],
  ['payment:pi_1', { kind: 'payment', id: 'pi_1' }],
  ['', { kind: 'none' }],
])('the subject that the inbox keeps as "%s" is read as it was written', (text, subject) => {
  expect(writeSubject(subject)).toBe(text);
  expect(readSubject(text)).toEqual(subject);
});
