import { BONUS_MESSAGE_MS, type Answer } from '@app/contracts';
import type { Page, Route } from '@playwright/test';
import { waitForContent, type Screen, type View } from './view.js';
import type { ScreenData } from './screen-data.js';
import { text } from '../texts.js';

type Bonus = Answer<'dailyBonus.status'>;

const newcomer = ({ newUser: user }: ScreenData) => user;
const collector = ({ collector: user }: ScreenData) => user;
const outage = (route: Route) => route.fulfill({ status: 503, body: '' });

/** Keeps messages that would disappear while they are audited. */
async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript((shown) => {
    const start = window.setTimeout.bind(window) as (run: TimerHandler, ms?: number) => number;
    Object.assign(window, {
      setTimeout: (run: TimerHandler, ms?: number) => start(run, ms === shown ? 1_000_000 : ms),
    });
  }, BONUS_MESSAGE_MS);
}

const button = ({ page, locale }: View, key: string, values?: Record<string, string | number>) =>
  page.getByRole('button', { name: text(locale, key, values), exact: true });

/** Chinese has one plural form. */
const claimButton = (view: View) =>
  button(view, view.locale === 'zh' ? 'credits:bonus.claim_other' : 'credits:bonus.claim_one', { credits: 1 });

async function mockBonus(page: Page, change: Partial<Bonus>): Promise<void> {
  await page.route('**/api/users/me/daily-bonus', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Bonus };
    await route.fulfill({ json: { success: true, data: { ...data, ...change } } });
  });
}

const claimScreen = (name: string, answer: (view: View) => (route: Route) => unknown, message: RegExp): Screen => ({
  name,
  as: newcomer,
  open: async (view) => {
    await keepMessages(view.page);
    await view.page.route('**/api/users/me/login', (route) => void answer(view)(route));
    await view.go('/profile');
    const claim = claimButton(view);
    await claim.waitFor();
    await waitForContent(view.page);
    await claim.click();
    await view.page.getByText(message).waitFor();
  },
});

const answered =
  (dailyBonusClaimed: boolean, bonusMessage: Record<'en' | 'zh', string>) =>
  ({ page, locale }: View) =>
  async (route: Route): Promise<void> => {
    const claimedToday = { canClaim: false, nextClaimAt: new Date(Date.now() + 8 * 3_600_000).toISOString() };
    await mockBonus(page, { ...claimedToday, monthlyCount: 1 });
    const me = await page.request.fetch('/api/auth/me', { headers: await route.request().allHeaders() });
    const { data: user } = (await me.json()) as { data: object };
    await route.fulfill({
      json: { success: true, data: { user, dailyBonusClaimed, bonusMessage: bonusMessage[locale] } },
    });
  };

const bonusScreens: readonly Screen[] = [
  claimScreen(
    'bonus-claimed',
    answered(true, { en: 'You received 1 credit.', zh: '已领取 1 积分。' }),
    /1 credit\.|已领取 1/,
  ),
  claimScreen(
    'bonus-already',
    answered(false, {
      en: 'You already have today’s bonus.',
      zh: '今天的奖励已经领过了。',
    }),
    /already have|已经领过/,
  ),
  claimScreen('bonus-failed', () => outage, /could not be claimed|领取失败/),
  {
    name: 'bonus-next',
    as: newcomer,
    open: async (view) => {
      const nextClaimAt = new Date(Date.now() + 8 * 3_600_000).toISOString();
      await mockBonus(view.page, { canClaim: false, monthlyCount: 3, nextClaimAt });
      await view.go('/generate');
      await view.page.getByRole('button', { name: /credits left|剩余 .+ 积分/ }).click();
      await view.page
        .getByRole('img', { name: text(view.locale, 'credits:bonus.count', { used: 3, limit: 5 }) })
        .first()
        .waitFor();
      await waitForContent(view.page);
    },
  },
  {
    name: 'bonus-full',
    as: newcomer,
    open: async (view) => {
      const nextClaimAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
      await mockBonus(view.page, { canClaim: false, monthlyCount: 5, nextClaimAt });
      await view.go('/profile');
      await view.page
        .getByRole('img', { name: text(view.locale, 'credits:bonus.count', { used: 5, limit: 5 }) })
        .waitFor();
      await waitForContent(view.page);
    },
  },
  {
    name: 'bonus-offline',
    as: newcomer,
    changesProfile: true,
    open: async (view) => {
      await view.go('/profile');
      await claimButton(view).waitFor();
      await waitForContent(view.page);
      await view.page.context().setOffline(true);
      await view.waitForText('credits:bonus.offline');
    },
  },
];

const statement = (name: string, query: string, key: string, values?: Record<string, string | number>): Screen => ({
  name,
  as: collector,
  open: async (view) => {
    await view.go(`/profile?tab=statement${query}`);
    await view.waitForText(key, values);
    await waitForContent(view.page);
  },
});

const settings = (name: string, open: Screen['open']): Screen => ({
  name,
  as: newcomer,
  open: async (view) => {
    await view.go('/profile?tab=settings');
    await view.page.getByRole('switch').nth(1).waitFor();
    await open(view);
  },
});

async function beginDeletion(view: View): Promise<void> {
  await button(view, 'profile:deletion.start').click();
  await view.waitForText('profile:deletion.goes.title');
}

export const profileScreens: readonly Screen[] = [
  ...bonusScreens,
  {
    name: 'profile-failed',
    as: newcomer,
    open: async (view) => {
      for (const call of ['quota', 'users/stats', 'users/me/daily-bonus', 'images?*']) {
        await view.page.route(`**/api/${call}`, outage);
      }
      await view.go('/profile');
      await view.waitForText('profile:overview.statsFailed');
      await view.waitForText('credits:bonus.loadFailed');
    },
  },
  statement('statement', '', 'statement:closing'),
  statement('statement-filtered', '&kind=return', 'statement:kinds.return'),
  statement('statement-nothing', '&from=2020-01-01&to=2020-01-31', 'statement:nothingTitle'),
  settings('settings-unsaved', async (view) => {
    await view.page.getByRole('switch').nth(1).click();
    await view.waitForText('profile:settings.unsaved');
  }),
  settings('settings-leaving', async (view) => {
    await view.page.getByRole('switch').nth(1).click();
    await view.page.getByRole('tab').first().click();
    await view.waitForText('profile:unsaved.title');
  }),
  settings('settings-sign-out', async (view) => {
    await button(view, 'profile:everywhere.start').click();
    await view.waitForText('profile:everywhere.question');
  }),
  settings('deletion-reading', beginDeletion),
  settings('deletion-proof', async (view) => {
    await beginDeletion(view);
    await button(view, 'profile:deletion.next').click();
    await view.waitForText('profile:deletion.proofHint');
  }),
];
