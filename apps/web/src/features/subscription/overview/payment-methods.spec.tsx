import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { CARD, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { PaymentMethods } from './payment-methods';

const server = startServer();
const OTHER = { ...CARD, id: 'pm_2', last4: '4444', is_default: false };
let cards = [CARD, OTHER];

beforeEach(async () => {
  cards = [CARD, OTHER];
  server.use(http.get(`${API}/subscriptions/payment-methods`, () => ok(cards)));
  await renderPart(<PaymentMethods subscription={SUBSCRIPTION} />, { user: USER, namespaces: ['billing'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Visa ending in 4444' }));
});

const button = (name: string) => screen.getByRole('button', { name });

describe('the focus', () => {
  it.each(['by “Keep”', 'by Escape'])('is back where it was when a card is kept %s', async (way) => {
    if (way === 'by Escape') await userEvent.keyboard('{Escape}');
    else await userEvent.click(button('Keep'));
    await waitFor(() => expect(button('Remove: Visa ending in 4444')).toHaveFocus());
  });

  it('goes on to what stays when a card is removed', async () => {
    server.use(
      http.delete(`${API}/subscriptions/payment-methods/pm_2`, () => {
        cards = [CARD];
        return ok(null);
      }),
    );
    await userEvent.click(button('Remove'));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    await waitFor(() => expect(button('Add a card')).toHaveFocus());
  });

  it('is back where it was when a card could not be removed', async () => {
    server.use(http.delete(`${API}/subscriptions/payment-methods/pm_2`, () => refuse('INTERNAL_ERROR')));
    await userEvent.click(button('Remove'));
    expect(await screen.findByRole('alert')).toBeVisible();
    await waitFor(() => expect(button('Remove: Visa ending in 4444')).toHaveFocus());
  });

  it('stays where somebody has gone on to while a card is removed', async () => {
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.delete(`${API}/subscriptions/payment-methods/pm_2`, () => held.then(() => refuse('INTERNAL_ERROR'))),
    );
    await userEvent.click(button('Remove'));
    button('Add a card').focus();
    answer();
    await waitFor(() => expect(button('Remove: Visa ending in 4444')).toBeEnabled());
    await new Promise(requestAnimationFrame);
    expect(button('Add a card')).toHaveFocus();
  });
});
