import { describe, expect, it, jest } from '@jest/globals';
import { API_KEYS_MAX, type ApiKey } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { API_KEY } from '../../../../test/api-keys';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { KeysPanel } from './keys-panel';

const server = startServer();

const show = (keys: ApiKey[] | undefined, part: object = {}) =>
  renderPart(
    <KeysPanel query={{ data: keys, isLoading: false, isFetching: false, refetch: () => undefined, ...part }} />,
    { user: USER, namespaces: ['developers'] },
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const expectGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a key', () => {
  it('without limits says what it was used for, and draws no progress', async () => {
    await show([API_KEY]);
    expect(screen.getByRole('listitem')).toHaveTextContent(
      /GenerateRead.*No expiry.*never used.*20 credits today.*400 credits in all · 1 request/,
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('button', { name: 'Rotate' })).toBeVisible();
    expect(screen.queryByText('Replaced')).toBeNull();
  });

  it('says how much of its credits of today is used', async () => {
    await show([
      { ...API_KEY, daily_credits: 50 },
      { ...API_KEY, id: 'key-2', daily_credits: 1, credits_used_today: 0 },
    ]);
    expect(screen.getByRole('progressbar', { name: '20 of 50 credits today' })).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '0 of 1 credit today' })).toBeVisible();
  });

  it('that has expired says so, and can only be revoked', async () => {
    const past = { expires_at: '2020-01-02T08:00:00.000Z', last_used_at: '2020-01-01T08:00:00.000Z' };
    await show([{ ...API_KEY, ...past, daily_credits: 50 }]);
    expect(screen.getByText(/^Expired Jan 2, 2020/)).toBeVisible();
    expect(screen.getByText(/^last used Jan 1, 2020/)).toBeVisible();
    // Nothing of a budget is left to a key that opens nothing.
    expect(screen.queryByRole('progressbar')).toBeNull();
    const [button, ...others] = screen.getAllByRole('button', { description: API_KEY.name });
    expect(button).toHaveAccessibleName('Revoke');
    // Aligned with what stands above.
    expect(button).toHaveClass('-ms-4');
    expect(others).toEqual([]);
  });

  it('that was replaced says so, and is not rotated again', async () => {
    await show([{ ...API_KEY, expires_at: '2999-01-02T08:00:00.000Z', replaced_by: 'key-2' }]);
    expect(screen.getByText('Replaced')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Rotate' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  it('is what each of its buttons is about', async () => {
    await show([API_KEY, { ...API_KEY, id: 'key-2', name: 'Phone' }]);
    for (const name of ['Edit', 'Rotate', 'Revoke']) {
      const [first, second] = screen.getAllByRole('button', { name });
      expect(first).toHaveAccessibleDescription(API_KEY.name);
      expect(second).toHaveAccessibleDescription('Phone');
    }
  });

  it('that expires later is valid until then', async () => {
    await show([{ ...API_KEY, expires_at: '2999-01-02T08:00:00.000Z' }]);
    expect(screen.getByText(/^Valid until Jan 2, 2999/)).toBeVisible();
  });

  it.each([
    ['Rotate', 'Rotate Website?', 'post', 'api-keys/:id/rotate'],
    ['Revoke', 'Revoke Website?', 'delete', 'api-keys/:id'],
  ] as const)('is asked about before "%s", which may be refused or called off', async (name, title, method, path) => {
    server.use(http[method](`${API}/${path}`, () => refuse('INTERNAL_ERROR')));
    await show([API_KEY]);
    await press(name);
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click((await dialog()).getByRole('button', { name }));
    expect(await (await dialog()).findByRole('alert')).toBeVisible();
    await press('Cancel');
    await expectGone();
  });

  it('is not called off any more once it is being revoked', async () => {
    const answer = deferredAnswer();
    server.use(http.delete(`${API}/api-keys/:id`, async () => ok((await answer.given, null))));
    await show([API_KEY]);
    await press('Revoke');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
    expect((await dialog()).getByRole('button', { name: 'Cancel' })).toBeDisabled();
    answer.give();
    await expectGone();
  });

  it('is gone from its question once it was revoked', async () => {
    server.use(http.delete(`${API}/api-keys/:id`, () => ok(null)));
    await show([API_KEY]);
    await press('Revoke');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
    await expectGone();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a change of a key', () => {
  const change = async (key: ApiKey) => {
    const bodies: unknown[] = [];
    server.use(
      http.patch(`${API}/api-keys/:id`, async ({ request, params }) => {
        bodies.push([params.id, await request.json()]);
        return ok(key);
      }),
    );
    await show([key]);
    await press('Edit');
    return { bodies, form: await dialog() };
  };

  it('begins with its name and limit, and sends what they became', async () => {
    const { bodies, form } = await change({ ...API_KEY, daily_credits: 50 });
    expect(form.getByLabelText('Name')).toHaveValue('Website');
    const budget = form.getByLabelText('Daily credit limit');
    expect(budget).toHaveValue('50');
    await userEvent.type(form.getByLabelText('Name'), ' 2 ');
    await userEvent.clear(budget);
    await userEvent.type(budget, '80{enter}');
    await expectGone();
    expect(bodies).toEqual([[API_KEY.id, { name: 'Website 2', daily_credits: 80 }]]);
  });

  it('without a limit takes the limit away', async () => {
    const { bodies, form } = await change({ ...API_KEY, daily_credits: 50 });
    await userEvent.clear(form.getByLabelText('Daily credit limit'));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await expectGone();
    expect(bodies).toEqual([[API_KEY.id, { name: 'Website', daily_credits: null }]]);
  });

  it('needs a name and a sensible limit', async () => {
    const { bodies, form } = await change(API_KEY);
    await userEvent.type(form.getByLabelText('Daily credit limit'), '0{enter}');
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.clear(form.getByLabelText('Daily credit limit'));
    await userEvent.clear(form.getByLabelText('Name'));
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(bodies).toEqual([]);
  });

  it('that was refused says why, and may be called off', async () => {
    server.use(http.patch(`${API}/api-keys/:id`, () => refuse('INTERNAL_ERROR')));
    await show([API_KEY]);
    await press('Edit');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Save' }));
    expect(await (await dialog()).findByRole('alert')).toBeVisible();
    await press('Cancel');
    await expectGone();
  });
});

describe('a new key', () => {
  it('needs a name, something that it may do and a sensible limit', async () => {
    await show([]);
    expect(screen.getByText(/^No keys yet/)).toBeVisible();
    await press('Create a key');
    const form = await dialog();
    const create = form.getByRole('button', { name: 'Create a key' });
    expect(create).toBeDisabled();
    await userEvent.type(form.getByLabelText('Name'), ' ');
    expect(create).toBeDisabled();
    await userEvent.type(form.getByLabelText('Name'), 'Site');
    expect(create).toBeEnabled();
    const budget = form.getByLabelText('Daily credit limit');
    for (const [text, isFine] of [
      ['0', false],
      ['1', true],
      ['100000', true],
      ['100001', false],
      ['x', false],
    ] as const) {
      await userEvent.clear(budget);
      await userEvent.type(budget, text);
      expect(create.matches(':enabled')).toBe(isFine);
      expect(budget.matches('[aria-invalid]')).toBe(!isFine);
    }
    await userEvent.clear(budget);
    for (const scope of form.getAllByRole('switch', { checked: true })) await userEvent.click(scope);
    expect(create).toBeDisabled();
  });

  it('is made with the lifetime that was chosen, in the order of the scopes, and shown', async () => {
    const bodies: { expires_at: string; scopes: string[]; name: string; daily_credits: null }[] = [];
    server.use(
      http.post(`${API}/api-keys`, async ({ request }) => {
        bodies.push((await request.json()) as (typeof bodies)[number]);
        return ok({ ...API_KEY, key: 'lum_live_1' });
      }),
    );
    await show([API_KEY]);
    await press('Create a key');
    const form = await dialog();
    await userEvent.type(form.getByLabelText('Name'), ' Site ');
    await userEvent.click(form.getByRole('switch', { name: /^Delete/ }));
    await userEvent.selectOptions(form.getByLabelText('Expires'), 'In 30 days');
    await userEvent.click(form.getByRole('button', { name: 'Create a key' }));
    expect(await screen.findByRole('dialog', { name: 'Key for Website' })).toHaveTextContent('lum_live_1');
    expect(bodies).toMatchObject([{ name: 'Site', scopes: ['generate', 'read', 'delete'], daily_credits: null }]);
    const days = (Date.parse(bodies[0]?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  it('that was refused says why, and may be called off', async () => {
    server.use(http.post(`${API}/api-keys`, () => refuse('INTERNAL_ERROR')));
    await show([API_KEY]);
    await press('Create a key');
    const form = await dialog();
    await userEvent.type(form.getByLabelText('Name'), 'Site{enter}');
    expect(await form.findByRole('alert')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await expectGone();
  });

  it('is not offered once there are as many as one may have', async () => {
    await show(Array.from({ length: API_KEYS_MAX }, (_, index) => ({ ...API_KEY, id: `key-${index}` })));
    expect(screen.getByRole('button', { name: 'Create a key' })).toBeDisabled();
  });
});

it('are asked for again when they could not be loaded', async () => {
  const refetch = jest.fn();
  await show(undefined, { error: { status: 500, code: 'INTERNAL_ERROR', requestId: 'req_1' }, refetch });
  expect(screen.getByText('Copy request ID')).toBeVisible();
  await press('Try again');
  expect(refetch).toHaveBeenCalledTimes(1);
  await show([API_KEY], { error: { status: 500, code: 'INTERNAL_ERROR', requestId: null } });
  expect(screen.getByText('Website')).toBeVisible();
});
