import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiKey, WebhookDelivery, WebhookEndpoint } from '@app/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { DeveloperTabs } from './developer-tabs';

const server = startServer();

const KEY: ApiKey = {
  id: '7a1f0c1e-0000-4000-8007-000000000001',
  name: 'Website',
  hint: 'lum_live_…7Qx2',
  scopes: ['generate', 'read'],
  daily_credits: 50,
  credits_used_today: 20,
  credits_used: 412.5,
  requests: 3120,
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: null,
  expires_at: null,
  replaced_by: null,
};
const ENDPOINT: WebhookEndpoint = {
  id: '7a1f0c1e-0000-4000-8007-000000000002',
  url: 'https://example.com/hooks',
  events: ['batch.completed'],
  enabled: true,
  disabled_at: null,
  failing_since: null,
  created_at: '2026-11-01T08:00:00.000Z',
};
const DELIVERY: WebhookDelivery = {
  id: '7a1f0c1e-0000-4000-8007-000000000003',
  event_id: 'msg_1',
  event: 'batch.completed',
  status: 'failed',
  attempts: 8,
  last_status: 500,
  last_failure: null,
  last_attempt_at: '2026-11-02T08:00:00.000Z',
  next_attempt_at: null,
  created_at: '2026-11-01T08:00:00.000Z',
};
const SECRET = 'lum_live_0000000000000000000000000000000000000';

let keys: ApiKey[] = [];
let endpoints: WebhookEndpoint[] = [];

beforeEach(() => {
  keys = [KEY];
  endpoints = [ENDPOINT];
  server.use(
    http.get(`${API}/api-keys`, () => ok(keys)),
    http.get(`${API}/webhook-endpoints`, () => ok(endpoints)),
  );
});

const open = (tab: string) =>
  renderPart(<DeveloperTabs>The documentation</DeveloperTabs>, {
    user: USER,
    namespaces: ['developers'],
    path: `/api${tab && `?tab=${tab}`}`,
  });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

it('shows the documentation alone where the feature is switched off', async () => {
  server.use(http.get(`${API}/api-keys`, () => refuse('NOT_FOUND')));
  await open('');
  await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
  expect(screen.getByText('The documentation')).toBeVisible();
});

describe('keys', () => {
  it('are listed with what they may do and have used', async () => {
    await open('keys');
    expect(await screen.findByText('lum_live_…7Qx2')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '20 of 50 credits today' })).toHaveAttribute('aria-valuenow', '40');
    expect(screen.getByText('412.5 credits in all · 3,120 requests')).toBeVisible();
  });

  it('show what they were used for meanwhile when the tab is opened, and when one comes back to the window', async () => {
    await open('console');
    await screen.findByLabelText('API key');
    keys = [{ ...KEY, requests: 3121 }];
    await userEvent.click(screen.getByRole('tab', { name: 'Keys' }));
    expect(await screen.findByText('412.5 credits in all · 3,121 requests')).toBeVisible();
    keys = [{ ...KEY, requests: 3122 }];
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('412.5 credits in all · 3,122 requests')).toBeVisible();
  });

  it('are created with the chosen scopes and budget, and shown once', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/api-keys`, async ({ request }) => {
        bodies.push(await request.json());
        return ok({ ...KEY, key: SECRET });
      }),
    );
    await open('keys');
    await press('Create a key');
    const form = await dialog();
    await userEvent.type(form.getByLabelText('Name'), 'Website');
    await userEvent.click(form.getByRole('switch', { name: /^Generate/ }));
    await userEvent.type(form.getByLabelText('Daily credit limit'), '50');
    await userEvent.click(form.getByRole('button', { name: 'Create a key' }));
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(bodies).toEqual([{ name: 'Website', scopes: ['read'], daily_credits: 50, expires_at: null }]);
    await press('I have stored it');
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  });

  it('are rotated after the overlap was explained', async () => {
    server.use(http.post(`${API}/api-keys/:id/rotate`, () => ok({ ...KEY, key: SECRET })));
    await open('keys');
    await press('Rotate');
    const question = await dialog();
    expect(question.getByText(/goes on working for 24 hours/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByText(SECRET)).toBeVisible();
  });

  it('are revoked after a question', async () => {
    server.use(
      http.delete(`${API}/api-keys/:id`, () => {
        keys = [];
        return ok(null);
      }),
    );
    await open('keys');
    await press('Revoke');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText(/No keys yet/)).toBeVisible();
  });
});

describe('webhooks', () => {
  it('say why an address is refused, and show the secret of one that is not', async () => {
    let isAllowed = false;
    server.use(
      http.post(`${API}/webhook-endpoints`, () =>
        isAllowed ? ok({ ...ENDPOINT, secret: 'whsec_1' }) : refuse('URL_NOT_ALLOWED'),
      ),
    );
    await open('webhooks');
    await press('Add an address');
    const form = await dialog();
    await userEvent.type(form.getByLabelText('Address'), 'https://10.0.0.1/');
    await userEvent.click(form.getByRole('button', { name: 'Add an address' }));
    expect(await form.findByText(/This address cannot be called/)).toBeVisible();
    isAllowed = true;
    await userEvent.click(form.getByRole('button', { name: 'Add an address' }));
    expect(await screen.findByText('whsec_1')).toBeVisible();
  });

  it('list their deliveries, which can be sent again', async () => {
    const replayed: unknown[] = [];
    server.use(
      http.get(`${API}/webhook-endpoints/:id/deliveries`, () => ok({ data: [DELIVERY], page: 1, limit: 20, total: 1 })),
      http.post(`${API}/webhook-endpoints/:id/deliveries/:delivery/replay`, ({ params }) => {
        replayed.push(params.delivery);
        return ok({ ...DELIVERY, status: 'pending' });
      }),
    );
    await open('webhooks');
    await press('Deliveries');
    expect(await screen.findByText(/8 attempts · HTTP 500/)).toBeVisible();
    await press('Replay msg_1');
    await waitFor(() => expect(replayed).toEqual([DELIVERY.id]));
  });

  it('that were switched off after failures are switched on again', async () => {
    endpoints = [{ ...ENDPOINT, enabled: false, disabled_at: '2026-11-02T08:00:00.000Z' }];
    server.use(
      http.patch(`${API}/webhook-endpoints/:id`, async ({ request }) => {
        expect(await request.json()).toEqual({ enabled: true });
        endpoints = [ENDPOINT];
        return ok(ENDPOINT);
      }),
    );
    await open('webhooks');
    expect(await screen.findByText(/Switched off on/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send a test' })).toBeDisabled();
    await press('Switch on');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send a test' })).toBeEnabled());
  });
});

describe('the console', () => {
  it('sends a call with the pasted key alone, and stores it nowhere', async () => {
    const sent: (string | null)[] = [];
    server.use(
      http.get(`${API}/v1/images`, ({ request }) => {
        sent.push(request.headers.get('authorization'), new URL(request.url).search);
        return ok({ data: [], page: 1, limit: 20, total: 0 });
      }),
    );
    await open('console');
    await userEvent.type(await screen.findByLabelText('API key'), SECRET);
    await userEvent.selectOptions(screen.getByLabelText('Call'), 'listImages');
    await userEvent.selectOptions(screen.getByLabelText('style'), 'anime');
    await press('Send');
    expect(await screen.findByText(/"total": 0/)).toBeVisible();
    expect(sent).toEqual([`Bearer ${SECRET}`, '?style=anime']);
    const stored = JSON.stringify([Object.entries(window.localStorage), Object.entries(window.sessionStorage)]);
    expect(stored).not.toContain(SECRET);
  });

  it('names the price before it generates', async () => {
    await open('console');
    await userEvent.type(await screen.findByLabelText('API key'), SECRET);
    await userEvent.selectOptions(screen.getByLabelText('Call'), 'generate');
    expect(screen.getByRole('button', { name: 'Send · 3.5 credits' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('prompt'), 'A fox');
    expect(screen.getByRole('button', { name: 'Send · 3.5 credits' })).toBeEnabled();
  });
});
