import { afterEach, expect, it, jest } from '@jest/globals';
import type { Generation } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { useEstimate } from './use-estimate';

const server = startServer();
afterEach(() => void jest.restoreAllMocks());

function Estimate({ of }: { of: Generation }) {
  return <output>{String(useEstimate(of))}</output>;
}

/** What is estimated of a generation before and after it was heard of. */
async function estimates(queue: Generation['queue']): Promise<(string | null)[]> {
  jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const one = generation({ status: 'processing', queue });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(one)));
  const { store, unmount } = await renderPart(<Estimate of={one} />, { user: USER, namespaces: [] });
  const text = () => screen.getByRole('status').textContent;
  const before = text();
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toEqual([expect.objectContaining({ status: 'fulfilled' })]),
  );
  const after = text();
  unmount();
  return [before, after];
}

it('an open generation ends as many seconds after it was heard of as the server estimates', async () => {
  const [before, after] = await estimates({ position: 2, estimated_seconds: 40 });
  expect(before).toBe('null');
  expect(after).toBe('40');
});

it('nothing is estimated of one that is not queued', async () => {
  expect(await estimates(null)).toEqual(['null', 'null']);
});
