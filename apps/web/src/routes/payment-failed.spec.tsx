import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { pricedPlans } from '../../test/billing';
import { renderPart } from '../../test/render-part';
import { API, ok, startServer } from '../../test/server';
import { Page } from './payment-failed';

const server = startServer();

it.each([
  ['', 'No payment to confirm'],
  ['?reason=card_declined', 'The payment did not go through'],
  ['?plan=plan-pro&provider=stripe', 'The payment did not go through'],
])('the page of failed payments, opened as %p, says "%s"', async (query, title) => {
  server.use(http.get(`${API}/subscriptions/plans`, () => ok(pricedPlans(['stripe']))));
  await renderPart(<Page />, { user: null, namespaces: ['payment'], path: `/payment/failed${query}`, settles: true });
  expect(screen.getByRole('heading', { name: title })).toBeVisible();
});
