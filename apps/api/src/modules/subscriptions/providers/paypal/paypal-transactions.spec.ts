import { expect, test } from '@jest/globals';
import { billedPeriods } from './billed-periods.js';
import { automaticPaymentsPage, PaypalTransactions } from './paypal-transactions.js';

const PAGE = 'https://www.paypal.com/myaccount/autopay';
const transactions = new PaypalTransactions(
  {} as never,
  {} as never,
  {
    isDisputed: () => Promise.resolve(false),
  } as never,
);

/** The last of these payments, one a month, as the invoice that is due. */
async function lastInvoice(...statuses: string[]) {
  const billed = billedPeriods(
    statuses.map((status, month) => {
      const at = new Date(Date.UTC(2026, month, 15));
      return { id: `${month}`, status, at, cents: 999, plan: 'pro' as const, isAnnual: false };
    }),
  );
  return transactions.invoiceOf(billed.at(-1)!, { isDue: true, failureReason: 'generic_decline', repairUrl: PAGE });
}

test('a renewal that was refused leads to the page on which the way to pay is changed', async () => {
  expect(await lastInvoice('COMPLETED', 'DECLINED')).toMatchObject({ hostedUrl: PAGE });
});

test.each([
  ['a renewal that was paid', ['COMPLETED', 'COMPLETED']],
  ['a renewal on its way', ['COMPLETED', 'PENDING']],
  ['a first payment that was refused, since it is not tried again,', ['DECLINED']],
])('%s leads to no page', async (_, statuses) => {
  expect(await lastInvoice(...statuses)).toMatchObject({ hostedUrl: null });
});

test.each([
  ['https://api-m.paypal.com', PAGE],
  ['https://api-m.sandbox.paypal.com', 'https://www.sandbox.paypal.com/myaccount/autopay'],
  ['http://localhost:3200/paypal', 'http://localhost:3200/paypal/myaccount/autopay'],
])('that page of %s is %s', (baseUrl, page) => {
  expect(automaticPaymentsPage(baseUrl)).toBe(page);
});
