import { expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { OUTCOME, SUBSCRIPTION } from '../../../test/billing';
import { API, BONUS, QUOTA, USER, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import type { AppStore } from '../../app/store';
import { readStored, writeStored } from '../../shared/storage/local-storage';
import { storeTokens } from '../auth/tokens';
import { authApi } from '../endpoints/auth';
import { batchesApi } from '../endpoints/batches';
import { billingApi } from '../endpoints/billing';
import { checkoutApi } from '../endpoints/checkout';
import { bonusApi } from '../endpoints/daily-bonus';
import { generationsApi } from '../endpoints/generations';
import { imageSharingApi } from '../endpoints/image-sharing';
import { favoritesApi } from '../endpoints/favorites';
import { imageDeletionApi } from '../endpoints/image-deletion';
import { imagesApi } from '../endpoints/images';
import { methodsApi } from '../endpoints/payment-methods';
import { quotaApi } from '../endpoints/quota';

const server = startServer();
const { shareImage, stopSharing } = imageSharingApi.endpoints;
const { generate, cancelGeneration } = generationsApi.endpoints;
const { startBatch, retryBatch } = batchesApi.endpoints;
const { setFavorites } = favoritesApi.endpoints;
const { deleteImages, restoreImages } = imageDeletionApi.endpoints;

type Call = (dispatch: AppStore['dispatch']) => PromiseLike<unknown>;

const { confirmPayment, cancelPayment, cancelSubscription, resumeSubscription, refundPayment } = billingApi.endpoints;
const { setDefaultMethod, removeMethod, confirmCard } = methodsApi.endpoints;
const RETURNED = { provider: 'stripe', sessionId: 'cs_1' } as const;
const CHANGE = { plan_id: 'plan-pro', is_annual: true, success_url: '/', cancel_url: '/' } as const;

const isTold = async (call: Call) => {
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  writeStored('pictures_changed', null);
  await call(makeStore().dispatch);
  return readStored('pictures_changed') !== null;
};

it.each<[string, Call]>([
  ['marked', (dispatch) => dispatch(setFavorites.initiate({ ids: ['a'], favorite: true }))],
  ['deleted', (dispatch) => dispatch(deleteImages.initiate(['a']))],
  ['restored', (dispatch) => dispatch(restoreImages.initiate(['a']))],
  ['shared', (dispatch) => dispatch(shareImage.initiate('a'))],
  ['no longer shared', (dispatch) => dispatch(stopSharing.initiate('a'))],
])('other tabs hear of an image that was %s', async (_, call) => {
  server.use(http.all(`${API}/images/*`, () => ok(null)));
  expect(await isTold(call)).toBe(true);
});

it.each<[string, Call]>([
  ['a generation', (dispatch) => dispatch(generate.initiate({ body: { prompt: 'fox' }, key: 'k' }))],
  ['taking a generation back', (dispatch) => dispatch(cancelGeneration.initiate('g'))],
  ['a batch', (dispatch) => dispatch(startBatch.initiate({ body: { rows: [] }, key: 'k' }))],
  ['failed rows of a batch', (dispatch) => dispatch(retryBatch.initiate({ id: 'b', key: 'k' }))],
])('other tabs hear of %s, which changes the credits', async (_, call) => {
  server.use(http.all(`${API}/*`, () => ok({ user: USER })));
  expect(await isTold(call)).toBe(true);
});

it.each<[string, Call]>([
  ['a payment', (dispatch) => dispatch(confirmPayment.initiate(RETURNED))],
  ['a payment that was left', (dispatch) => dispatch(cancelPayment.initiate({ provider: 'stripe', paymentId: 'p' }))],
  ['a cancellation', (dispatch) => dispatch(cancelSubscription.initiate({}))],
  ['a resumption', (dispatch) => dispatch(resumeSubscription.initiate())],
  ['a refund', (dispatch) => dispatch(refundPayment.initiate({ payment_id: OUTCOME.payment_id }))],
  ['a change of the plan', (dispatch) => dispatch(checkoutApi.endpoints.changeSubscription.initiate(CHANGE))],
  ['another card, which repairs a failed payment', (dispatch) => dispatch(setDefaultMethod.initiate('pm_1'))],
  ['a card that was removed', (dispatch) => dispatch(removeMethod.initiate('pm_1'))],
  ['a card that was added', (dispatch) => dispatch(confirmCard.initiate('cs_1'))],
  ['the daily bonus', (dispatch) => dispatch(bonusApi.endpoints.claimBonus.initiate())],
])('other tabs hear of %s, as of money', async (_, call) => {
  server.use(http.all(`${API}/*`, () => ok({ ...OUTCOME, user: USER })));
  expect(await isTold(call)).toBe(true);
  expect(readStored('pictures_changed')).toMatch(/^plan /);
});

it('other tabs hear of an address that was confirmed, as of the profile', async () => {
  server.use(http.post(`${API}/auth/verify-email`, () => ok(null)));
  expect(await isTold((dispatch) => dispatch(authApi.endpoints.verifyEmail.initiate({ token: 'secret' })))).toBe(true);
  expect(readStored('pictures_changed')).toMatch(/^profile /);
});

it('other tabs hear nothing of a payment that is not decided yet', async () => {
  server.use(http.all(`${API}/subscriptions/*`, () => ok({ ...OUTCOME, status: 'redirecting' })));
  expect(await isTold((dispatch) => dispatch(confirmPayment.initiate(RETURNED)))).toBe(false);
});

it('other tabs hear nothing of what was refused or only looked at', async () => {
  server.use(http.all(`${API}/images/*`, () => refuse('NOT_FOUND')));
  expect(await isTold((dispatch) => dispatch(shareImage.initiate('a')))).toBe(false);
  server.use(http.all(`${API}/images/*`, () => ok(null)));
  expect(await isTold((dispatch) => dispatch(imagesApi.endpoints.image.initiate('a', { subscribe: false })))).toBe(
    false,
  );
});

it('images that were made in another tab cost credits, which are looked up here too', async () => {
  let [remainingCredits, inFlight] = [14.5, 0];
  server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits, inFlight })));
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  const store = makeStore();
  const { quota } = quotaApi.endpoints;
  const shown = () => quota.select()(store.getState()).data;
  await store.dispatch(quota.initiate());
  expect(shown()).toMatchObject({ remainingCredits: 14.5, inFlight: 0 });
  [remainingCredits, inFlight] = [10.5, 1];
  window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'x' }));
  await waitFor(() => expect(shown()).toMatchObject({ remainingCredits: 10.5, inFlight: 1 }));
});

it('money that moved in another tab brings credits, bonus and subscription up to date here too', async () => {
  let isBought = false;
  server.use(
    http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: isBought ? 200 : 0 })),
    http.get(`${API}/users/me/daily-bonus`, () => ok({ ...BONUS, canClaim: !isBought })),
    http.get(`${API}/subscriptions/my`, () => ok(isBought ? SUBSCRIPTION : null)),
  );
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  const store = makeStore();
  const { quota } = quotaApi.endpoints;
  const { mySubscription } = checkoutApi.endpoints;
  const { dailyBonus } = bonusApi.endpoints;
  await store.dispatch(quota.initiate());
  await store.dispatch(mySubscription.initiate());
  await store.dispatch(dailyBonus.initiate());
  isBought = true;
  window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'plan x' }));
  await waitFor(() => expect(quota.select()(store.getState()).data?.remainingCredits).toBe(200));
  await waitFor(() => expect(dailyBonus.select()(store.getState()).data?.canClaim).toBe(false));
  await waitFor(() => expect(mySubscription.select()(store.getState()).data).toEqual(SUBSCRIPTION));
});
