import { expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../test/support/config.js';
import { ExpiryMailer } from './expiry-mailer.js';

test.each<[string, number, { SMTP_URL?: string; isInitialized?: boolean }]>([
  ['a mail server and a database', 1, {}],
  // What is claimed counts as told of.
  ['no mail server', 0, { SMTP_URL: '' }],
  ['no database', 0, { isInitialized: false }],
])('with %s, mails are claimed %d times', async (_, times, { SMTP_URL = 'smtp://mail', isInitialized = true }) => {
  const query = jest.fn(() => Promise.resolve([]));
  const dataSource = { isInitialized, query } as unknown as DataSource;
  const mailer = new ExpiryMailer(dataSource, {} as never, {} as never, testConfig({ SMTP_URL }));
  await mailer.run();
  expect(query).toHaveBeenCalledTimes(times);
});
