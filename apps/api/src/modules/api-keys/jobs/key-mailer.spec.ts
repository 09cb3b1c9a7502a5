import { expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../test/support/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { ClaimedMail } from '../../users/index.js';
import { KeyMailer } from './key-mailer.js';

const PREFERENCES = { language: 'en-US', timezone: 'Europe/London', emailNotifications: false, marketingEmails: false };

function open(
  { SMTP_URL = 'smtp://mail', isInitialized = true } = {},
  send = (_mails: readonly ClaimedMail[]): Promise<void> => Promise.resolve(),
): KeyMailer {
  const keys = [{ id: 'k', userId: 'ada', name: 'server', createdAt: new Date(), isSuccessor: false }];
  return new KeyMailer(
    { isInitialized, query: () => Promise.resolve([keys, keys.length]) } as unknown as DataSource,
    { send } as never,
    testConfig({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none', SMTP_URL }),
  );
}

test('the mail of a new key names it, whatever notifications the person wants', async () => {
  const sent: string[] = [];
  const mailer = open({}, async (mails) => {
    for (const { userId, write } of mails) sent.push(userId, write(PREFERENCES as never).text);
  });
  await mailer.send();
  expect(sent).toEqual(['ada', expect.stringContaining('server')]);
});

test('a mail that cannot be prepared keeps nobody from the key that was made', async () => {
  const failing = open({}, () => Promise.reject(new AppError('SERVICE_UNAVAILABLE')));
  await expect(failing.run()).resolves.toBeUndefined();
});

test.each([
  ['a mail server and a database', 1, {}],
  ['no mail server', 0, { SMTP_URL: '' }],
  ['no database', 0, { isInitialized: false }],
])('with %s, mails are looked for %d times', async (_, times, around) => {
  const mailer = open(around);
  const send = jest.spyOn(mailer, 'send');
  await mailer.run();
  expect(send).toHaveBeenCalledTimes(times);
});
