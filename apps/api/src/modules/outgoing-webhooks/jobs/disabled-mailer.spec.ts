import { expect, jest, test } from '@jest/globals';
import type { User } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../test/support/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { DisabledMailer } from './disabled-mailer.js';

type Person = Pick<User, 'email' | 'email_verified'>;
const ADA: Person = { email: 'ada@example.com', email_verified: true };

interface Around {
  SMTP_URL?: string;
  FEATURE_PUBLIC_API?: string;
  isInitialized?: boolean;
}

/** Endpoints of these people were disabled: an error stands for what is thrown where a person is looked up. */
function disabled(people: Record<string, Person | Error>, { isInitialized = true, ...env }: Around = {}) {
  const sent: { to: string; text: string }[] = [];
  const endpoints = Object.keys(people).map((userId) => ({ userId, url: `https://${userId}.example/` }));
  const find = (userId: string) => {
    const person = people[userId];
    return person instanceof Error ? Promise.reject(person) : Promise.resolve(person);
  };
  const mailer = new DisabledMailer(
    { isInitialized, query: () => Promise.resolve([endpoints, endpoints.length]) } as unknown as DataSource,
    { send: (mail: { to: string; text: string }) => void sent.push(mail) } as never,
    { find } as never,
    { preferences: () => Promise.resolve({ language: 'en-US' }) } as never,
    testConfig({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none', SMTP_URL: 'smtp://mail', ...env }),
  );
  return { mailer, sent };
}

test('mails go to verified addresses alone, and name the endpoint', async () => {
  const { mailer, sent } = disabled({
    nobody: { email: null, email_verified: true },
    unverified: { ...ADA, email_verified: false },
    ada: ADA,
  });
  await mailer.send();
  expect(sent).toMatchObject([{ to: 'ada@example.com', text: expect.stringContaining('https://ada.example/') }]);
});

test('an account that was removed meanwhile keeps no other mail from being sent, and any other fault is told', async () => {
  const { mailer, sent } = disabled({ removed: new AppError('UNAUTHENTICATED'), ada: ADA });
  await mailer.send();
  expect(sent).toHaveLength(1);
  const failing = disabled({ ada: new AppError('SERVICE_UNAVAILABLE') });
  await expect(failing.mailer.send()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test.each<[string, number, Around]>([
  ['a mail server and a database', 1, {}],
  ['no mail server', 0, { SMTP_URL: '' }],
  ['no public API', 0, { FEATURE_PUBLIC_API: 'false' }],
  ['no database', 0, { isInitialized: false }],
])('with %s, mails are looked for %d times', async (_, times, around) => {
  const { mailer } = disabled({}, around);
  const send = jest.spyOn(mailer, 'send');
  await mailer.run();
  expect(send).toHaveBeenCalledTimes(times);
});
