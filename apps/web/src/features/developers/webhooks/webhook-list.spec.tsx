import { beforeEach, expect, it } from '@jest/globals';
import type { WebhookDelivery } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { http } from 'msw';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { DELIVERY, ENDPOINT } from '../../../../test/webhooks';
import { WebhooksPanel } from './webhooks-panel';

const server = startServer();
const FAILED: WebhookDelivery = { ...DELIVERY, status: 'failed', attempts: 8 };
let isSwitchedOff: boolean;
let deliveries: WebhookDelivery[];
/** How often the addresses were asked for. */
let reads: number;

beforeEach(() => {
  [isSwitchedOff, deliveries, reads] = [false, [], 0];
  server.use(
    http.get(`${API}/webhook-endpoints`, () => {
      reads += 1;
      return ok([{ ...ENDPOINT, ...(isSwitchedOff && { enabled: false, disabled_at: '2026-11-04T08:00:00.000Z' }) }]);
    }),
    http.get(`${API}/webhook-endpoints/:id/deliveries`, () =>
      ok({ data: deliveries, page: 1, limit: 20, total: deliveries.length }),
    ),
    http.post(`${API}/webhook-endpoints/:id/deliveries/:delivery/replay`, () => ok(DELIVERY)),
  );
});

/** The addresses on a page with another part, for which they go. */
function Page() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Other part
      </button>
      {isShown ? <WebhooksPanel /> : null}
    </>
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
async function show() {
  await renderPart(<Page />, { user: USER, namespaces: ['developers'] });
  expect(await screen.findByRole('button', { name: 'Switch off' })).toBeVisible();
}
const expectSwitchedOff = async () => expect(await screen.findByRole('button', { name: 'Switch on' })).toBeVisible();

it('the addresses are read again when one comes back to the page', async () => {
  await show();
  isSwitchedOff = true;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await expectSwitchedOff();
});

it('the addresses are read again when one comes back from another part of the page', async () => {
  await show();
  await press('Other part');
  isSwitchedOff = true;
  await press('Other part');
  await expectSwitchedOff();
});

it('the addresses are read again when deliveries turn out to have failed, and with each that fails after', async () => {
  deliveries = [FAILED];
  await show();
  await press('Deliveries');
  await waitFor(() => expect(reads).toBe(2));
  deliveries = [{ ...FAILED, id: 'delivery-2', event_id: 'msg_2' }, FAILED];
  isSwitchedOff = true;
  await press(/msg_1/);
  await expectSwitchedOff();
});
