import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Answer, Locale, User } from '@app/contracts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { renderPart } from '../../../../test/render-part';
import { API, BONUS, QUOTA, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import type { AppStore } from '../../../app/store';
import { CreditsPanel } from '../credits-panel';

type Bonus = Answer<'dailyBonus.status'>;

const CLAIMED: Bonus = { ...BONUS, canClaim: false, monthlyCount: 3, nextClaimAt: '2026-11-21T00:00:00.000Z' };

const DAY_MS = 86_400_000;

const server = startServer();
let store: AppStore;
let bonus: Bonus;
let calls: string[];

beforeEach(() => {
  bonus = BONUS;
  calls = [];
  jest.useFakeTimers({
    doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'],
    now: new Date('2026-11-20T12:00:00.000Z'),
  });
  server.use(
    meHandler('good'),
    http.get(`${API}/users/me/daily-bonus`, () => {
      calls.push('status');
      return ok(bonus);
    }),
    http.get(`${API}/quota`, () => {
      calls.push('quota');
      return ok({ ...QUOTA, remainingCredits: QUOTA.remainingCredits + (bonus.monthlyCount - BONUS.monthlyCount) });
    }),
    http.post(`${API}/users/me/login`, async () => {
      calls.push('claim');
      await delay(20);
      bonus = CLAIMED;
      return ok({ user: { ...USER, name: 'Lin 2' }, dailyBonusClaimed: true, bonusMessage: 'Claimed: +1 credit' });
    }),
  );
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const open = async (locale: Locale = 'en', user: User = USER) => {
  const page = (
    <>
      <CreditsPanel />
      <input aria-label="Elsewhere" />
    </>
  );
  ({ store } = await renderPart(page, { user, locale, namespaces: ['credits'] }));
  await pass(500);
};
const credits = () => within(screen.getByRole('region', { name: 'Credits' }));
const box = (name = 'Daily bonus') => screen.getByRole('region', { name });
const button = (name: string | RegExp = 'Claim 1 credit') => within(box()).queryByRole('button', { name });
const claim = () => fireEvent.click(within(box()).getByRole('button', { name: 'Claim 1 credit' }));

describe('the daily bonus', () => {
  it('says how many of the month are claimed, and that one waits', async () => {
    await open();
    expect(box()).toHaveTextContent('2 of 5 claimed this month');
    expect(within(box()).getByRole('img', { name: '2 of 5 claimed this month' })).toBeVisible();
  });

  it('is one call for a hundred presses, and brings credits, profile and status up to date', async () => {
    await open();
    calls = [];
    const pressed = within(box()).getByRole('button', { name: 'Claim 1 credit' });
    // In one batch, so that nothing is drawn between two of them.
    act(() => Array.from({ length: 100 }).forEach(() => pressed.click()));
    await pass(200);
    expect(calls.filter((call) => call === 'claim')).toHaveLength(1);
    expect(calls).toEqual(expect.arrayContaining(['status', 'quota']));
    expect(store.getState().session.user?.name).toBe('Lin 2');
    expect(credits().getByText('15.5')).toBeVisible();
    expect(button()).toBeNull();
    expect(box()).toHaveFocus();
  });

  it('leaves the focus where somebody has gone to meanwhile', async () => {
    await open();
    act(() => button()?.focus());
    claim();
    const elsewhere = screen.getByRole('textbox', { name: 'Elsewhere' });
    act(() => elsewhere.focus());
    await pass(200);
    expect(box()).toHaveTextContent('Claimed: +1 credit');
    expect(elsewhere).toHaveFocus();
  });

  it('shows the answer for three seconds, then when the next one can be had', async () => {
    await open();
    claim();
    await pass(100);
    const message = within(box()).getByRole('status');
    expect(message).toHaveTextContent('Claimed: +1 credit');
    await pass(2800);
    expect(message).toHaveTextContent('Claimed: +1 credit');
    await pass(200);
    expect(message).toHaveTextContent('');
    expect(box()).toHaveTextContent(/Next: Nov 2[01].*, your time/);
    expect(within(box()).getByRole('img', { name: '3 of 5 claimed this month' })).toBeVisible();
  });

  it('lights the credits up for one second', async () => {
    await open();
    claim();
    await pass(100);
    expect(credits().getByText('15.5')).toHaveClass('bg-amber-tint');
    await pass(1000);
    expect(credits().getByText('15.5')).not.toHaveClass('bg-amber-tint');
  });

  it('tells of a failure for three seconds, and can be claimed again', async () => {
    server.use(http.post(`${API}/users/me/login`, () => refuse('INTERNAL_ERROR'), { once: true }));
    await open();
    claim();
    await pass(200);
    const message = within(box()).getByRole('status');
    expect(message).toHaveTextContent('The bonus could not be claimed. Server error, please try again later');
    await pass(3000);
    expect(message).toHaveTextContent('');
    claim();
    await pass(200);
    expect(message).toHaveTextContent('Claimed: +1 credit');
  });

  it('says it when somebody was quicker in another window', async () => {
    server.use(
      http.post(`${API}/users/me/login`, () => {
        bonus = CLAIMED;
        return ok({ user: USER, dailyBonusClaimed: false, bonusMessage: 'You already have it.' });
      }),
    );
    await open();
    claim();
    await pass(200);
    const message = within(box()).getByRole('status');
    expect(message).toHaveTextContent('You already have it.');
    expect(message).not.toHaveClass('text-danger-text');
    expect(button()).toBeNull();
  });

  it('offers the next one when its time has come, without a reload', async () => {
    bonus = CLAIMED;
    await open();
    expect(button()).toBeNull();
    bonus = { ...CLAIMED, canClaim: true, nextClaimAt: null };
    await pass(12 * 3_600_000 + 2_000);
    expect(button()).toBeEnabled();
  });

  it('waits for the network, and says so', async () => {
    await open();
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(button()).toBeDisabled();
    expect(box()).toHaveTextContent('You are offline. You can claim the bonus once you are back online.');
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(button()).toBeEnabled();
    online.mockRestore();
  });

  it('says that the month is full, and does not ask in a loop for weeks', async () => {
    bonus = { ...CLAIMED, monthlyCount: 5, nextClaimAt: '2026-12-31T00:00:00.000Z' };
    await open();
    expect(box()).toHaveTextContent(/All 5 claimed this month\. Next: (Dec 30|Dec 31)/);
    calls = [];
    await pass(60_000);
    expect(calls.filter((call) => call === 'status')).toEqual([]);
  });

  it('that is days away is looked for each day, and offered when its time has come', async () => {
    bonus = { ...CLAIMED, monthlyCount: 5, nextClaimAt: '2026-11-23T00:00:00.000Z' };
    await open();
    calls = [];
    for (const day of [1, 2]) {
      await pass(DAY_MS);
      expect(calls.filter((call) => call === 'status')).toHaveLength(day);
    }
    bonus = { ...CLAIMED, canClaim: true, nextClaimAt: null };
    await pass(DAY_MS / 2 + 2_000);
    expect(button()).toBeEnabled();
  });

  it('is not there where the installation gives none', async () => {
    bonus = { ...BONUS, canClaim: false, monthlyLimit: 0, bonusCredits: 0 };
    await open();
    expect(screen.queryByRole('region', { name: 'Daily bonus' })).not.toBeInTheDocument();
  });

  it('is neither shown to subscribers nor asked for', async () => {
    await open('en', { ...USER, subscription_status: 'pro' });
    expect(screen.queryByRole('region', { name: 'Daily bonus' })).not.toBeInTheDocument();
    expect(calls).not.toContain('status');
  });

  it('that cannot be loaded says so, and is loaded when asked', async () => {
    server.use(http.get(`${API}/users/me/daily-bonus`, () => refuse('SERVICE_UNAVAILABLE'), { once: true }));
    await open();
    expect(screen.getByText('The daily bonus could not be loaded')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass(200);
    expect(button()).toBeEnabled();
  });

  it('speaks Chinese', async () => {
    await open('zh');
    expect(box('每日奖励')).toHaveTextContent('本月已领 2/5 次');
    expect(within(box('每日奖励')).getByRole('button', { name: '领取 1 积分' })).toBeEnabled();
  });
});
