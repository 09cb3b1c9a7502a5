import { expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../test/support/config.js';
import type { ClaimedMail } from '../../users/index.js';
import { DisabledMailer } from './disabled-mailer.js';

interface Around {
  SMTP_URL?: string;
  FEATURE_PUBLIC_API?: string;
  isInitialized?: boolean;
}

function open(
  { isInitialized = true, ...env }: Around = {},
  send = (_mails: readonly ClaimedMail[]): Promise<void> => Promise.resolve(),
): DisabledMailer {
  const endpoints = [{ id: 'e', userId: 'ada', url: 'https://ada.example/' }];
  return new DisabledMailer(
    { isInitialized, query: () => Promise.resolve([endpoints, endpoints.length]) } as unknown as DataSource,
    { send } as never,
    testConfig({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none', SMTP_URL: 'smtp://mail', ...env }),
  );
}

test('the mail names the endpoint', async () => {
  const sent: string[] = [];
  const mailer = open({}, async (mails) => {
    for (const { userId, write } of mails) sent.push(userId, write({ language: 'en-US' } as never).text);
  });
  await mailer.send();
  expect(sent).toEqual(['ada', expect.stringContaining('https://ada.example/')]);
});

test.each<[string, number, Around]>([
  ['a mail server and a database', 1, {}],
  ['no mail server', 0, { SMTP_URL: '' }],
  ['no public API', 0, { FEATURE_PUBLIC_API: 'false' }],
  ['no database', 0, { isInitialized: false }],
])('with %s, mails are looked for %d times', async (_, times, around) => {
  const mailer = open(around);
  const send = jest.spyOn(mailer, 'send');
  await mailer.run();
  expect(send).toHaveBeenCalledTimes(times);
});
