import type { User } from '@app/contracts';
import { expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../test/support/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { KeyMailer } from './key-mailer.js';

type Person = Pick<User, 'email' | 'email_verified'>;
const ADA: Person = { email: 'ada@example.com', email_verified: true };

/** Keys of these people are new: an error stands for what is thrown where a person is looked up. */
function made(people: Record<string, Person | Error>, { SMTP_URL = 'smtp://mail', isInitialized = true } = {}) {
  const sent: { to: string; text: string }[] = [];
  const keys = Object.keys(people).map((userId) => ({
    userId,
    name: `key of ${userId}`,
    createdAt: new Date(),
    isSuccessor: false,
  }));
  const find = (userId: string) => {
    const person = people[userId];
    return person instanceof Error ? Promise.reject(person) : Promise.resolve(person);
  };
  const mailer = new KeyMailer(
    { isInitialized, query: () => Promise.resolve([keys, keys.length]) } as unknown as DataSource,
    { send: (mail: { to: string; text: string }) => void sent.push(mail) } as never,
    { find } as never,
    { preferences: () => Promise.resolve({ language: 'en-US', timezone: 'Europe/London' }) } as never,
    testConfig({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none', SMTP_URL }),
  );
  return { mailer, sent };
}

test('an account that was removed meanwhile keeps no other mail from being sent, and any other fault is told', async () => {
  const { mailer, sent } = made({
    nobody: { ...ADA, email: null },
    removed: new AppError('UNAUTHENTICATED'),
    ada: ADA,
  });
  await mailer.send();
  expect(sent).toMatchObject([{ to: 'ada@example.com', text: expect.stringContaining('key of ada') }]);
  const failing = made({ ada: new AppError('SERVICE_UNAVAILABLE') });
  await expect(failing.mailer.send()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('a mail that cannot be prepared keeps nobody from the key that was made', async () => {
  await expect(made({ ada: new AppError('SERVICE_UNAVAILABLE') }).mailer.run()).resolves.toBeUndefined();
});

test.each([
  ['a mail server and a database', 1, {}],
  ['no mail server', 0, { SMTP_URL: '' }],
  ['no database', 0, { isInitialized: false }],
])('with %s, mails are looked for %d times', async (_, times, around) => {
  const { mailer } = made({}, around);
  const send = jest.spyOn(mailer, 'send');
  await mailer.run();
  expect(send).toHaveBeenCalledTimes(times);
});
