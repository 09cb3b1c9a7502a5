import { afterEach, expect, it, jest } from '@jest/globals';
import type { Generation, GenerationProgress } from '@app/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { generation, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { progressReceived } from '../../../entities/generation/generation-jobs';
import { RunStatus } from './run-status';

const server = startServer();
afterEach(() => void jest.restoreAllMocks());
const NOW = Date.parse('2026-11-20T12:00:00.000Z');

/** What is said of a run that was asked for eight seconds ago. */
async function show(part: Partial<Generation>, report: Partial<GenerationProgress> | null = null) {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  const run = generation({ created_at: new Date(NOW - 8_000).toISOString(), ...part });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(run)));
  const status = <RunStatus generation={run} focusFallback={{ current: null }} />;
  const { store } = await renderPart(status, { user: USER, namespaces: ['generate', 'work'] });
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ status: 'fulfilled', endpointName: 'generation' }),
    ),
  );
  if (report) {
    const progress = { generation_id: run.id, image_id: '', stage: 'drawing', fraction: null, preview: null } as const;
    act(() => void store.dispatch(progressReceived({ ...progress, ...report })));
  }
  return screen.getByRole('progressbar').nextElementSibling?.textContent;
}

it('a run that waits says at which place, and how long it should take', async () => {
  const queue = { position: 4, estimated_seconds: 40 };
  expect(await show({ queue })).toBe('Queued· Number 4 in the queue · about 40 s left');
});

it('a run of which nothing is known says how long it has taken', async () => {
  expect(await show({ status: 'processing' })).toBe('Generating· 8 s so far');
});

it('a run that should be done says that it takes longer than usual', async () => {
  const queue = { position: 0, estimated_seconds: 0 };
  expect(await show({ status: 'processing', queue })).toBe('Generating· 8 s so far · longer than usual');
});

it('a run of several says how many are there, and what is left by their pace', async () => {
  const images = ['completed', 'processing'].map((status, at) =>
    image({ id: `image-${at}`, status: status as 'completed' | 'processing' }),
  );
  const run = { status: 'processing', count: 2, generated_images: images } as const;
  expect(await show(run)).toBe('Generating· 1 of 2· 8 s so far · about 8 s left');
  cleanup();
  expect(await show(run, { image_id: 'image-1', fraction: 0.5 })).toMatch(/· 1 of 2· 8 s so far · about 3 s left$/);
});

it('past its deadline nothing is said to be left: the credits return', async () => {
  const run = { queue: { position: 4, estimated_seconds: 40 }, deadline: new Date(NOW).toISOString() };
  expect(await show(run)).toBe('Queued· Number 4 in the queue');
  expect(screen.getByText('Out of time: your credits are returning.')).toBeVisible();
});
