import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { http } from 'msw';
import { BATCH_ID, batch } from '../../../test/batches';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { BatchPage } from './batch-page';
import { PastBatches } from './past-batches';

const server = startServer();
const listed = (part: Parameters<typeof batch>[1] = {}) => {
  const { rows: _, ...shown } = batch(['completed', 'waiting', 'failed'], part);
  return shown;
};
const list = (data: ReturnType<typeof listed>[], total = data.length) => ({ data, page: 1, limit: 12, total });

async function open(
  query: Partial<ComponentProps<typeof PastBatches>['query']>,
  onPage: (page: number) => void = () => undefined,
) {
  const refetch = jest.fn();
  const state = { isLoading: false, isFetching: false, refetch, ...query };
  await renderPart(<PastBatches query={state} page={1} onPage={onPage} />, { user: null, namespaces: ['batch'] });
  return refetch;
}

describe('the batches of a user', () => {
  it('lead to each of them and say how it stands', async () => {
    const named = listed({ id: 'b2', name: 'Covers', source: 'api', status: 'completed' });
    await open({ data: list([listed(), named]) });
    const [first, second] = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(first).toMatch(/^Batch of 3 rowsNov 20, 2026.*[AP]M2 of 3 rows3.5 creditsRunning$/);
    expect(second).toMatch(/^CoversNov.* · by API2 of 3 rows3.5 creditsFinished$/);
    expect(screen.getByRole('link', { name: 'Batch of 3 rows' })).toHaveAttribute('href', `/batch/${BATCH_ID}`);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('have pages when they are many', async () => {
    const onPage = jest.fn<(page: number) => void>();
    await open({ data: list([listed()], 25) }, onPage);
    expect(screen.getByRole('button', { name: 'Page 3' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Page 4' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(onPage).toHaveBeenCalledWith(2);
  });

  it('that were deleted in another tab are gone as soon as one comes back', async () => {
    let left = [listed({ name: 'Covers', status: 'completed' })];
    server.use(http.get(`${API}/batches`, () => ok(list(left))));
    await renderPart(<BatchPage />, { user: USER, namespaces: ['batch'], path: '/batch' });
    expect(await screen.findByRole('link', { name: 'Covers' })).toBeVisible();
    left = [];
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Covers' })).toBeNull());
  });

  it('stand on the page that the address names', async () => {
    server.use(
      http.get(`${API}/batches`, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return ok({ ...list([listed({ name: `Of page ${page}` })], 25), page });
      }),
    );
    const { place } = await renderPart(<BatchPage />, { user: USER, namespaces: ['batch'], path: '/batch?page=3' });
    expect(await screen.findByRole('link', { name: 'Of page 3' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByRole('link', { name: 'Of page 2' })).toBeVisible();
    expect(place()).toBe('/batch?page=2');
  });

  it('say when there are none, not while they are loaded', async () => {
    await open({ data: list([]) });
    expect(screen.getByText('Batches that you start are listed here.')).toBeVisible();
    expect(screen.queryByRole('list')).toBeNull();
    await open({ isLoading: true });
    expect(screen.getAllByText('Batches that you start are listed here.')).toHaveLength(1);
  });

  it('name a page that does not exist, and lead to the last one', async () => {
    server.use(
      http.get(`${API}/batches`, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return ok({ ...list(page > 3 ? [] : [listed({ name: `Of page ${page}` })], 25), page });
      }),
    );
    const { place } = await renderPart(<BatchPage />, { user: USER, namespaces: ['batch'], path: '/batch?page=99' });
    expect(await screen.findByText('There is no such page')).toBeVisible();
    expect(screen.queryByText('Batches that you start are listed here.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await screen.findByRole('link', { name: 'Of page 3' })).toBeVisible();
    expect(place()).toBe('/batch?page=3');
  });

  it.each([
    ['the only', 5, 1],
    ['the last', 25, 3],
  ])(
    'lead back to %s page that they fill, by a button that leaves the focus to the heading',
    async (_, total, last) => {
      const onPage = jest.fn<(page: number) => void>();
      await open({ data: list([], total) }, onPage);
      await userEvent.click(screen.getByRole('button', { name: 'Go to last page' }));
      expect(onPage).toHaveBeenCalledWith(last);
      expect(screen.getByRole('heading', { name: 'Your batches' })).toHaveFocus();
    },
  );

  it('can be asked for again when they did not come, and stay when a later look fails', async () => {
    const error = { code: 'INTERNAL_ERROR', status: 500, message: '', requestId: 'req_1', fields: {} };
    const refetch = await open({ error });
    expect(screen.getByText('Your batches could not be loaded')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
    await open({ error, data: list([listed()]), currentData: list([listed()]) });
    expect(screen.getByRole('listitem')).toBeVisible();
    expect(screen.getAllByText('Your batches could not be loaded')).toHaveLength(1);
  });
});

it('a page of batches that fails says so in place of the one before, which is gone back to', async () => {
  const onPage = jest.fn<(page: number) => void>();
  const error = { code: 'INTERNAL_ERROR', status: 500, message: '', requestId: 'req_1', fields: {} };
  await open({ error, data: list([listed()], 25) }, onPage);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByRole('listitem')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(onPage).toHaveBeenCalledWith(2);
});

const PAINTED = ['red fox', 'white crane'].flatMap((who) =>
  ['dawn', 'dusk'].map((when) => `A ${who} by a still lake at ${when}, low mist`),
);

describe('without a plan for batches', () => {
  it('the plans that have them are named, one line is shown with what it stands for, and earlier batches stay listed', async () => {
    server.use(http.get(`${API}/batches`, () => ok(list([listed()]))));
    await renderPart(<BatchPage />, { user: USER, namespaces: ['batch', 'options'] });
    expect(await screen.findByRole('heading', { name: 'Your batches' })).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'ProUp to 10 rows per batch',
      'EnterpriseUp to 50 rows per batch',
      ...PAINTED.map((prompt) => expect.stringContaining(prompt)),
      expect.stringContaining('Batch of 3 rows'),
    ]);
    const example = within(screen.getByRole('region', { name: 'One line, four images' }));
    expect(example.getByText('A {red fox|white crane} by a still lake at {dawn|dusk}, low mist')).toBeVisible();
    expect(example.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(PAINTED);
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByText('Coming soon')).toBeNull();
  });

  it('nothing is listed where there are none, and a plan that has them needs no other', async () => {
    server.use(http.get(`${API}/batches`, () => refuse('NOT_FOUND')));
    await renderPart(<BatchPage />, {
      user: { ...USER, subscription_status: 'pro' },
      namespaces: ['batch', 'options'],
    });
    expect(await screen.findByText('Coming soon')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Your batches' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull();
    expect(screen.getByRole('link')).toHaveAttribute('href', '/generate');
  });
});
