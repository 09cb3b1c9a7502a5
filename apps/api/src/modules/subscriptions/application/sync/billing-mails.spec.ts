import { expect, test } from '@jest/globals';
import type { User } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../../test/support/config.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { BillingMails } from './billing-mails.js';

type Person = Pick<User, 'email' | 'email_verified'>;
const ADA: Person = { email: 'ada@example.com', email_verified: true };
const facts = { plan: 'pro', isAnnual: false, amountCents: 999, invoiceNumber: 'T-1', payUrl: null, until: null };

/** Mails of these people wait: an error stands for what is thrown where a person is looked up. */
function pending(people: Record<string, Person | Error>) {
  const sent: { to: string }[] = [];
  const asked: unknown[] = [];
  const waiting = Object.keys(people).map((userId) => ({ userId, kind: 'receipt', facts }));
  const query = (_: string, params: unknown[]) => Promise.resolve(asked.push(params) > 0 && [waiting, waiting.length]);
  const find = (userId: string) => {
    const person = people[userId];
    return person instanceof Error ? Promise.reject(person) : Promise.resolve(person);
  };
  const mails = new BillingMails(
    { query } as unknown as DataSource,
    { send: (mail: { to: string }) => void sent.push(mail) } as never,
    { find } as never,
    { preferences: () => Promise.resolve({ language: 'en-US', timezone: 'UTC' }) } as never,
    testConfig({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none' }),
  );
  return { mails, sent, asked };
}

test('mails go to verified addresses alone', async () => {
  const { mails, sent, asked } = pending({
    nobody: { email: null, email_verified: true },
    unverified: { ...ADA, email_verified: false },
    ada: ADA,
  });
  await mails.sendPending('ada');
  expect(sent.map(({ to }) => to)).toEqual(['ada@example.com']);
  expect(asked).toEqual([['ada']]);
});

test('an account that was removed meanwhile keeps no other mail from being sent', async () => {
  const { mails, sent } = pending({ removed: new AppError('UNAUTHENTICATED'), ada: ADA });
  await mails.sendPending(null);
  expect(sent).toHaveLength(1);
});

test('any other fault is told', async () => {
  const { mails } = pending({ ada: new AppError('SERVICE_UNAVAILABLE') });
  await expect(mails.sendPending(null)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
