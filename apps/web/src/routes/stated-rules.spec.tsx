import { afterEach, describe, expect, it } from '@jest/globals';
import { GRACE_DAYS, REFUND_DAYS, REFUND_MAX_USED } from '@app/contracts';
import { screen } from '@testing-library/react';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { startServer } from '../../test/server';

startServer();
let app: Awaited<ReturnType<typeof openApp>>;
afterEach(() => app.close());

async function textOf(path: string): Promise<string> {
  setBrowserLanguages(['en-US']);
  app = await openApp(path);
  return ((await screen.findByRole('article')).textContent ?? '').replaceAll(/\s+/g, ' ');
}

describe('money and credits', () => {
  it.each(['/terms', '/zh/terms'])('%s says that what was used of refunded plans counts', async (path) => {
    expect(await textOf(path)).toMatch(/refunded in the year before|一年内退过款/);
  });

  it.each([
    ['/terms', 'in full within', 'the plan stays for'],
    ['/faq', 'in full within', 'the plan stays for'],
    ['/zh/terms', '可以全额退款', '套餐保留'],
    ['/zh/faq', '可以全额退款', '套餐保留'],
  ])('%s states the rules of refunds and of failed renewals with their numbers', async (path, refund, grace) => {
    const text = await textOf(path);
    expect(text).toContain(refund);
    expect(text).toContain(grace);
    const [days, percent, kept] = path.startsWith('/zh')
      ? [`${REFUND_DAYS} 天内`, `${REFUND_MAX_USED * 100}%`, `${GRACE_DAYS} 天。`]
      : [`${REFUND_DAYS} days`, `${REFUND_MAX_USED * 100}%`, `${GRACE_DAYS} days.`];
    for (const number of [days, percent, kept]) expect(text).toContain(number);
  });

  it.each(['/terms', '/faq', '/zh/terms', '/zh/faq'])(
    '%s says that credits of a plan follow the day of purchase',
    async (path) => {
      const text = await textOf(path);
      expect(text).toMatch(/从?购买日起|from the day of purchase/);
      expect(text).toMatch(/自然月|当月月底（UTC）|calendar month/);
      expect(text).not.toMatch(/每月(发放的)?积分在当月底到期/);
    },
  );
});

it.each(['/terms', '/faq', '/zh/terms', '/zh/faq'])(
  '%s names no way to sign in that an installation may lack',
  async (path) => {
    expect(await textOf(path)).not.toMatch(/Google|GitHub/);
  },
);
