import { expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../../test/support/config.js';
import type { ClaimedMail } from '../../../users/index.js';
import { BillingMails } from './billing-mails.js';

const facts = { plan: 'pro', isAnnual: false, amountCents: 999, invoiceNumber: 'T-1', payUrl: null, until: null };

test('the mails of one person or of all are taken, and written in the language of each', async () => {
  const asked: unknown[] = [];
  const sent: string[] = [];
  const taken = [{ key: 'receipt:1', userId: 'ada', kind: 'receipt', facts }];
  const mails = new BillingMails(
    {
      query: (_: string, params: unknown[]) => Promise.resolve(asked.push(params) > 0 && [taken, 1]),
    } as unknown as DataSource,
    {
      send: async (all: readonly ClaimedMail[]) => {
        for (const { userId, kind, write } of all)
          sent.push(userId, kind, write({ language: 'zh-CN', timezone: 'UTC' } as never).text);
      },
    } as never,
    testConfig({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none' }),
  );
  await mails.sendPending('ada');
  await mails.sendPending(null);
  expect(asked).toEqual([['ada'], [null]]);
  const mail = ['ada', 'receipt', expect.stringContaining('感谢')];
  expect(sent).toEqual([...mail, ...mail]);
});
