import { beforeEach, describe, expect, it } from '@jest/globals';
import { WEBHOOK_ENDPOINTS_MAX, type WebhookDelivery, type WebhookEndpoint } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { DELIVERY, ENDPOINT } from '../../../../test/webhooks';
import { WebhooksPanel } from './webhooks-panel';

const server = startServer();

let calls: string[] = [];
beforeEach(() => {
  calls = [];
});

async function show(
  part: Partial<WebhookEndpoint> = {},
  deliveries: WebhookDelivery[] = [],
  total = deliveries.length,
) {
  server.use(
    http.get(`${API}/webhook-endpoints`, () => ok([{ ...ENDPOINT, ...part }])),
    http.get(`${API}/webhook-endpoints/:id/deliveries`, ({ request }) => {
      calls.push(`deliveries${new URL(request.url).search}`);
      return ok({ data: deliveries, page: 1, limit: 20, total });
    }),
  );
  await renderPart(<WebhooksPanel />, { user: USER, namespaces: ['developers'] });
  await screen.findByText(ENDPOINT.url);
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('an address', () => {
  it('that works says so and nothing of troubles', async () => {
    await show();
    expect(screen.getByText('On')).toBeVisible();
    expect(screen.getByText(/Batch completed/)).toBeVisible();
    expect(screen.queryByText(/Failing since|Switched off/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Switch off' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add an address' })).toBeEnabled();
  });

  it('is what each of its buttons is about', async () => {
    await show();
    const item = within(screen.getByRole('listitem'));
    for (const button of item.getAllByRole('button')) expect(button).toHaveAccessibleDescription(ENDPOINT.url);
  });

  it('that fails says since when, and when it is switched off because of it', async () => {
    await show({ failing_since: '2026-11-02T08:00:00.000Z' });
    expect(screen.getByText(/^Failing since Nov 2, 2026/)).toBeVisible();
  });

  it('is sent a test, whose delivery is seen at once', async () => {
    server.use(
      http.post(`${API}/webhook-endpoints/:id/test`, ({ params }) => {
        calls.push(`test ${String(params.id)}`);
        return ok(DELIVERY);
      }),
    );
    await show();
    await press('Send a test');
    expect(await screen.findByText(/^Nothing has been delivered yet/)).toBeVisible();
    await waitFor(() => expect(calls).toContain('test endpoint-1'));
    expect(screen.getByRole('button', { name: 'Deliveries' })).toHaveAttribute('aria-expanded', 'true');
    await press('Deliveries');
    expect(screen.queryByText(/^Nothing has been delivered yet/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Deliveries' })).toHaveAttribute('aria-expanded', 'false');
  });

  it.each([
    ['New secret', 'Make a new secret?', 'post', 'webhook-endpoints/:id/rotate-secret'],
    ['Remove', 'Remove this address?', 'delete', 'webhook-endpoints/:id'],
  ] as const)('is asked about before "%s", which may be refused', async (name, title, method, path) => {
    let isRefused = true;
    server.use(
      http[method](`${API}/${path}`, () =>
        isRefused ? refuse('INTERNAL_ERROR') : ok({ ...ENDPOINT, secret: 'whsec_2' }),
      ),
    );
    await show();
    await press(name);
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    await userEvent.click((await dialog()).getByRole('button', { name }));
    expect(await (await dialog()).findByRole('alert')).toBeVisible();
    await press('Cancel');
    await gone();
    isRefused = false;
    await press(name);
    await userEvent.click((await dialog()).getByRole('button', { name }));
    if (name === 'Remove') await gone();
    else expect(await screen.findByText('whsec_2')).toBeVisible();
  });

  it('leaves the focus to the heading of the list when it is removed', async () => {
    await show();
    const answer = deferredAnswer();
    server.use(
      http.delete(`${API}/webhook-endpoints/:id`, () => ok(null)),
      http.get(`${API}/webhook-endpoints`, async () => ok((await answer.given, []))),
    );
    await press('Remove');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus());
    answer.give();
    await screen.findByText('No addresses yet.');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Webhooks' })).toHaveFocus());
  });

  it('gets a new secret, after which its button has the focus again', async () => {
    await show();
    server.use(http.post(`${API}/webhook-endpoints/:id/rotate-secret`, () => ok({ ...ENDPOINT, secret: 'whsec_2' })));
    await press('New secret');
    await userEvent.click((await dialog()).getByRole('button', { name: 'New secret' }));
    await screen.findByText('whsec_2');
    await press('I have stored it');
    await waitFor(() => expect(screen.getByRole('button', { name: 'New secret' })).toHaveFocus());
  });
});

describe('a new address', () => {
  it('begins with https and hears of something', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/webhook-endpoints`, async ({ request }) => {
        bodies.push(await request.json());
        return ok({ ...ENDPOINT, secret: 'whsec_1' });
      }),
    );
    await show();
    await press('Add an address');
    const form = await dialog();
    const add = form.getByRole('button', { name: 'Add an address' });
    const address = form.getByLabelText('Address');
    await userEvent.type(address, 'http://a.example');
    expect(add).toBeDisabled();
    await userEvent.clear(address);
    await userEvent.type(address, 'https://a.example/x');
    expect(add).toBeEnabled();
    expect(form.getAllByRole('switch', { checked: true }).map((shown) => shown.textContent)).toHaveLength(2);
    for (const chosen of form.getAllByRole('switch', { checked: true })) await userEvent.click(chosen);
    expect(add).toBeDisabled();
    await userEvent.click(form.getByRole('switch', { name: /^Credits low/ }));
    await userEvent.click(form.getByRole('switch', { name: /^Generation failed/ }));
    await userEvent.click(add);
    expect(await screen.findByRole('dialog', { name: 'Signing secret' })).toHaveTextContent('whsec_1');
    expect(bodies).toEqual([{ url: 'https://a.example/x', events: ['generation.failed', 'credits.low'] }]);
    await press('I have stored it');
    await gone();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add an address' })).toHaveFocus());
  });

  it('that could not be kept says why, without blaming the address', async () => {
    server.use(http.post(`${API}/webhook-endpoints`, () => refuse('INTERNAL_ERROR')));
    await show();
    await press('Add an address');
    const form = await dialog();
    await userEvent.type(form.getByLabelText('Address'), 'https://a.example');
    await userEvent.click(form.getByRole('button', { name: 'Add an address' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Server error');
    expect(form.getByLabelText('Address')).toBeValid();
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await gone();
  });

  it('is not offered once there are as many as one may have', async () => {
    const many = Array.from({ length: WEBHOOK_ENDPOINTS_MAX }, (_, index) => ({ ...ENDPOINT, id: `e${index}` }));
    server.use(http.get(`${API}/webhook-endpoints`, () => ok(many)));
    await renderPart(<WebhooksPanel />, { user: USER, namespaces: ['developers'] });
    await screen.findAllByText(ENDPOINT.url);
    expect(screen.getByRole('button', { name: 'Add an address' })).toBeDisabled();
  });

  it('is what an empty list asks for', async () => {
    server.use(http.get(`${API}/webhook-endpoints`, () => ok([])));
    await renderPart(<WebhooksPanel />, { user: USER, namespaces: ['developers'] });
    expect(await screen.findByText('No addresses yet.')).toBeVisible();
  });
});

describe('a delivery', () => {
  it('says how often it was tried, what came back and when it is tried again', async () => {
    const next_attempt_at = '2026-11-03T08:00:00.000Z';
    await show({}, [
      DELIVERY,
      { ...DELIVERY, id: 'd2', event: 'test', attempts: 1, last_failure: 'timeout', next_attempt_at },
      { ...DELIVERY, id: 'd3', event: 'credits.low', status: 'delivered', attempts: 2, last_status: 204 },
      { ...DELIVERY, id: 'd4', event: 'generation.failed', status: 'failed', attempts: 8 },
      { ...DELIVERY, id: 'd5', attempts: 2, last_failure: 'secret' },
    ]);
    await press('Deliveries');
    await screen.findByText('Test');
    const items = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(items.slice(1)).toEqual([
      expect.stringMatching(/Batch completed.*Pending.*Nov 1, 2026.* · 0 attempts(?! ·)/),
      expect.stringMatching(/Test.*· 1 attempt · no answer within ten seconds · next attempt Nov 3, 2026/),
      expect.stringMatching(/Credits low.*Delivered.* · 2 attempts · HTTP 204(?! ·)/),
      expect.stringMatching(/Generation failed.*Failed.* · 8 attempts · no connection(?! ·)/),
      expect.stringMatching(
        / · 2 attempts · not sent: the signing secret can no longer be read\. Make one with “New secret”/,
      ),
    ]);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('beyond the first page is found on the next one', async () => {
    await show({}, [DELIVERY], 21);
    await press('Deliveries');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(calls).toContain('deliveries?page=2'));
    expect(screen.queryByRole('button', { name: 'Page 3' })).toBeNull();
  });

  it('of the page before is not shown in place of a page that fails, and is gone back to', async () => {
    await show({}, [DELIVERY], 21);
    await press('Deliveries');
    const second = await screen.findByRole('button', { name: 'Page 2' });
    server.use(http.get(`${API}/webhook-endpoints/:id/deliveries`, () => refuse('INTERNAL_ERROR')));
    await userEvent.click(second);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText('Pending')).toBeNull();
    await press('Page 1');
    expect(await screen.findByText('Pending')).toBeVisible();
  });

  it('is asked for again when the list could not be loaded', async () => {
    await show();
    server.use(http.get(`${API}/webhook-endpoints/:id/deliveries`, () => refuse('INTERNAL_ERROR')));
    await press('Deliveries');
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(
      http.get(`${API}/webhook-endpoints/:id/deliveries`, () => ok({ data: [DELIVERY], page: 1, limit: 20, total: 1 })),
    );
    await userEvent.click(again);
    expect(await screen.findByText('Pending')).toBeVisible();
  });
});
