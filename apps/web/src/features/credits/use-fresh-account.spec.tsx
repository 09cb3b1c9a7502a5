import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { SubscriptionStatus } from '@app/contracts';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { SUBSCRIPTION } from '../../../test/billing';
import { pass } from '../../../test/generate-page';
import { openApp } from '../../../test/open-app';
import { renderPart } from '../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../test/server';
import { checkoutApi, useMySubscriptionQuery } from '../../api/endpoints/checkout';
import { quotaApi } from '../../api/endpoints/quota';
import { useFreshAccount } from './use-fresh-account';

const server = startServer();
let plan: SubscriptionStatus;
let profile: () => Response;
let remainingCredits: number;
let nextGrantAt: string | null;
let asked: string[];

beforeEach(() => {
  [plan, remainingCredits, nextGrantAt, asked] = ['free', 0, null, []];
  profile = () => ok({ ...USER, subscription_status: plan });
  const answer = (name: string, make: () => Response) => () => {
    asked.push(name);
    return make();
  };
  server.use(
    http.get(
      `${API}/quota`,
      answer('quota', () => ok({ ...QUOTA, remainingCredits, nextGrantAt, subscriptionStatus: plan })),
    ),
    http.get(
      `${API}/subscriptions/my`,
      answer('my', () => ok(plan === 'free' ? null : SUBSCRIPTION)),
    ),
    http.get(
      `${API}/auth/me`,
      answer('me', () => profile()),
    ),
  );
});
afterEach(() => void jest.useRealTimers());

/** A tab of somebody on the free plan, which shows credits and subscription. */
function Tab() {
  useFreshAccount();
  useMySubscriptionQuery();
  return null;
}
async function openTab() {
  const { store } = await renderPart(<Tab />, { user: USER, namespaces: [] });
  const shown = {
    credits: () => quotaApi.endpoints.quota.select()(store.getState()).data?.remainingCredits,
    subscription: () => checkoutApi.endpoints.mySubscription.select()(store.getState()).data,
    isAsking: () => quotaApi.endpoints.quota.select()(store.getState()).status === QueryStatus.pending,
    plan: () => store.getState().session.user?.subscription_status,
  };
  await waitFor(() => expect([shown.credits(), shown.subscription()]).toEqual([0, null]));
  asked = [];
  return shown;
}

const comeBack = {
  'gets the focus': () => act(() => void window.dispatchEvent(new Event('focus'))),
  'comes back from the cache of the browser': () =>
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))),
};

it.each(Object.entries(comeBack))('a tab that %s shows the plan that was bought on another device', async (_, back) => {
  const shown = await openTab();
  [plan, remainingCredits] = ['pro', 200];
  back();
  await waitFor(() => expect(shown.plan()).toBe('pro'));
  await waitFor(() => expect(shown.subscription()).toEqual(SUBSCRIPTION));
  expect(shown.credits()).toBe(200);
});

it.each(Object.entries(comeBack))(
  'a tab that %s asks for credits alone while the plan is the same',
  async (_, back) => {
    const shown = await openTab();
    remainingCredits = 5;
    back();
    expect(shown.isAsking()).toBe(true);
    await waitFor(() => expect(shown.credits()).toBe(5));
    expect(asked).toEqual(['quota']);
  },
);

it('every page of somebody who is signed in follows', async () => {
  window.localStorage.setItem('access_token', 'good');
  remainingCredits = 12;
  const app = await openApp('/generate');
  expect(await screen.findAllByText('12')).not.toEqual([]);
  [plan, remainingCredits] = ['pro', 212];
  comeBack['gets the focus']();
  expect(await screen.findAllByText('212')).not.toEqual([]);
  await waitFor(() => expect(app.store.getState().session.user?.subscription_status).toBe('pro'));
  app.close();
});

it('a page that is shown for the first time asks for nothing twice', async () => {
  const shown = await openTab();
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })));
  expect(shown.isAsking()).toBe(false);
});

it('a profile that cannot be read leaves the person signed in, and is read the next time', async () => {
  const shown = await openTab();
  const readable = profile;
  [plan, profile] = ['pro', () => refuse('INTERNAL_ERROR')];
  comeBack['gets the focus']();
  await waitFor(() => expect(shown.subscription()).toEqual(SUBSCRIPTION));
  expect(asked).toContain('me');
  expect(shown.plan()).toBe('free');
  profile = readable;
  comeBack['gets the focus']();
  await waitFor(() => expect(shown.plan()).toBe('pro'));
});

it('the credits of the next month are there when it begins, in a tab that stays open', async () => {
  jest.useFakeTimers({
    doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'],
    now: new Date('2026-11-30T23:00:00.000Z'),
  });
  nextGrantAt = '2026-12-01T00:00:00.000Z';
  const shown = await openTab();
  [remainingCredits, nextGrantAt] = [5, '2027-01-01T00:00:00.000Z'];
  await pass(3_400_000);
  expect([shown.credits(), asked]).toEqual([0, []]);
  await pass(201_000);
  await waitFor(() => expect(shown.credits()).toBe(5));
});
