import type { ApiKey, NewApiKey, WebhookDelivery, WebhookEndpoint } from '@app/contracts';
import type { Page } from '@playwright/test';
import { text } from '../texts.js';
import { waitForContent, type Screen, type View } from './view.js';
import type { ScreenData } from './screen-data.js';

const collector: Screen['as'] = ({ collector: user }: ScreenData) => user;

const ID = '7a1f0c1e-0000-4000-8000-0000000000c1';
const other = (digit: string): string => ID.replace(/1$/, digit);

const KEY: ApiKey = {
  id: ID,
  name: 'Poster shop',
  hint: 'lum_live_…x7Qa',
  scopes: ['generate', 'read'],
  daily_credits: 40,
  credits_used_today: 12.5,
  credits_used: 318,
  requests: 1_204,
  created_at: '2026-08-02T09:00:00.000Z',
  last_used_at: '2026-11-20T16:12:00.000Z',
  expires_at: null,
  replaced_by: null,
};
const KEYS: ApiKey[] = [
  KEY,
  {
    ...KEY,
    id: other('2'),
    name: '夜间备份',
    hint: 'lum_live_…0mKe',
    scopes: ['read'],
    daily_credits: null,
    credits_used_today: 0,
    credits_used: 0,
    requests: 0,
    last_used_at: null,
    expires_at: '2027-08-02T09:00:00.000Z',
  },
  {
    ...KEY,
    id: other('3'),
    scopes: ['generate', 'read', 'delete'],
    hint: 'lum_live_…R2dd',
    expires_at: '2026-10-01T09:00:00.000Z',
    replaced_by: ID,
  },
];
const NEW_KEY: NewApiKey = { ...KEY, key: 'lum_live_4fTqZs81mVb0KxY2nJw7LpRc9dHgEa3T0xk1Qa' };

const ENDPOINT: WebhookEndpoint = {
  id: ID,
  url: 'https://shop.example/hooks/lumina',
  events: ['generation.completed', 'generation.failed', 'credits.low'],
  enabled: true,
  disabled_at: null,
  failing_since: '2026-11-19T08:30:00.000Z',
  created_at: KEY.created_at,
};
const ENDPOINTS: WebhookEndpoint[] = [
  ENDPOINT,
  {
    ...ENDPOINT,
    id: other('2'),
    url: 'https://archive.example/a/very/long/address/that/does/not/fit/into/one/line/of/a/phone',
    events: ['batch.completed'],
    enabled: false,
    disabled_at: '2026-11-10T08:30:00.000Z',
    failing_since: null,
  },
];
const DELIVERY: WebhookDelivery = {
  id: ID,
  event_id: 'msg_1',
  event: 'generation.completed',
  status: 'delivered',
  attempts: 1,
  last_status: 204,
  last_failure: null,
  last_attempt_at: '2026-11-20T16:12:00.000Z',
  next_attempt_at: null,
  created_at: '2026-11-20T16:12:00.000Z',
};
const DELIVERIES: WebhookDelivery[] = [
  {
    ...DELIVERY,
    id: other('4'),
    status: 'pending',
    attempts: 3,
    last_status: null,
    last_failure: 'certificate',
    next_attempt_at: '2026-11-20T16:42:00.000Z',
  },
  { ...DELIVERY, id: other('5'), event: 'credits.low', status: 'failed', attempts: 8, last_status: 500 },
  DELIVERY,
];

const answer = (page: Page, path: string, data: unknown) =>
  page.route(path, (route) => route.fulfill({ json: { success: true, data } }));

async function openTab(view: View, tab: 'keys' | 'webhooks' | 'console'): Promise<void> {
  await view.go(`/api?tab=${tab}`);
  await view.page.getByRole('tab', { name: text(view.locale, `developers:tabs.${tab}`), selected: true }).waitFor();
  await waitForContent(view.page);
}

const press = ({ page, locale }: View, key: string, within: Pick<Page, 'getByRole'> = page) =>
  within
    .getByRole('button', { name: text(locale, `developers:${key}`), exact: true })
    .first()
    .click();

async function openForm(view: View): Promise<void> {
  await view.page.route('**/api/api-keys', (route) => {
    const data = route.request().method() === 'POST' ? NEW_KEY : [];
    return route.fulfill({ json: { success: true, data } });
  });
  await openTab(view, 'keys');
  await press(view, 'keys.create');
  await view.page.getByRole('dialog').waitFor();
}

export const developerScreens: readonly Screen[] = [
  {
    name: 'developer-keys',
    as: collector,
    open: async (view) => {
      await answer(view.page, '**/api/api-keys', KEYS);
      await openTab(view, 'keys');
      await view.page.getByText(KEY.name).first().waitFor();
    },
  },
  {
    name: 'developer-keys-edit',
    as: collector,
    open: async (view) => {
      await answer(view.page, '**/api/api-keys', KEYS);
      await openTab(view, 'keys');
      await press(view, 'keys.edit');
      await view.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'developer-keys-new', as: collector, open: openForm },
  {
    name: 'developer-keys-secret',
    as: collector,
    open: async (view) => {
      await openForm(view);
      const dialog = view.page.getByRole('dialog');
      await dialog.getByLabel(text(view.locale, 'developers:keys.name'), { exact: true }).fill(KEY.name);
      await press(view, 'keys.create', dialog);
      await view.page.getByText(NEW_KEY.key).waitFor();
    },
  },
  {
    name: 'developer-webhooks',
    as: collector,
    open: async (view) => {
      await answer(view.page, '**/api/webhook-endpoints', ENDPOINTS);
      await answer(view.page, '**/api/webhook-endpoints/*/deliveries?*', {
        data: DELIVERIES,
        page: 1,
        limit: 20,
        total: DELIVERIES.length,
      });
      await openTab(view, 'webhooks');
      await press(view, 'webhooks.deliveries');
      await view.page.getByText(text(view.locale, 'developers:webhooks.noAnswer.certificate')).waitFor();
    },
  },
  {
    name: 'developer-console',
    as: collector,
    open: async (view) => {
      const { page, locale } = view;
      await openTab(view, 'console');
      await page.getByLabel(text(locale, 'developers:console.key')).fill(NEW_KEY.key);
      await page.route('**/api/v1/credits', (route) =>
        route.fulfill({
          headers: { 'ratelimit-limit': '60', 'ratelimit-remaining': '59', 'ratelimit-reset': '41' },
          json: { success: true, data: { remaining_credits: 180, monthly_credits: 500 } },
        }),
      );
      await press(view, 'console.send');
      await page.getByText('remaining_credits').waitFor();
    },
  },
];
