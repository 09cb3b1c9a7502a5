import { afterEach, expect, it, jest } from '@jest/globals';
import type { Generation, GenerationProgress } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { useState } from 'react';
import { generation, ID, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { progressReceived } from '../../../entities/generation/generation-jobs';
import { RunStatus } from './run-status';

const server = startServer();
afterEach(() => void jest.restoreAllMocks());
const NOW = Date.parse('2026-11-20T12:00:00.000Z');

const said = () => screen.getByRole('progressbar').nextElementSibling?.textContent;

/** A run that was asked for eight seconds ago: what is said of it at once, after a report and in another state. */
async function show(part: Partial<Generation>) {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
  const run = generation({ created_at: new Date(NOW - 8_000).toISOString(), ...part });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(run)));
  let setShown: (shown: Generation) => void = () => undefined;
  function Shown() {
    const [shown, set] = useState(run);
    setShown = set;
    return <RunStatus generation={shown} focusFallback={{ current: null }} />;
  }
  const { store } = await renderPart(<Shown />, { user: USER, namespaces: ['generate', 'work'] });
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ status: 'fulfilled', endpointName: 'generation' }),
    ),
  );
  const report = (seconds: number, progress: Pick<GenerationProgress, 'image_id' | 'fraction'>) => {
    clock.mockReturnValue(NOW + seconds * 1000);
    const rest = { generation_id: run.id, stage: 'drawing', preview: null } as const;
    act(() => void store.dispatch(progressReceived({ ...rest, ...progress })));
    return said();
  };
  const become = (next: Partial<Generation>) => act(() => setShown({ ...run, ...next }));
  return { text: said(), report, become };
}

it('a run that waits says at which place, and how long it should take', async () => {
  const queue = { position: 4, estimated_seconds: 40 };
  expect((await show({ queue })).text).toBe('Queued· Place 4 in the queue · about 40 s left');
});

it('a run of which nothing is known says how long it has taken', async () => {
  expect((await show({ status: 'processing' })).text).toBe('Generating· 8 s so far');
});

it('a run that should be done says that it takes longer than usual', async () => {
  const queue = { position: 0, estimated_seconds: 0 };
  expect((await show({ status: 'processing', queue })).text).toBe('Generating· 8 s so far · longer than usual');
});

it('a run that waited for a minute says what is left by the pace since its work began, and before that the estimate', async () => {
  const queue = { position: 0, estimated_seconds: 40 };
  const created_at = new Date(NOW - 60_000).toISOString();
  const { report } = await show({ status: 'processing', created_at, queue });
  expect(report(0, { image_id: ID, fraction: 0 })).toBe('Drawing· 60 s so far · about 40 s left');
  expect(report(2, { image_id: ID, fraction: 0.2 })).toMatch(/ · about 8 s left$/);
  expect(report(4, { image_id: ID, fraction: 0.5 })).toMatch(/ · about 4 s left$/);
});

it('a run that is looked at in the middle is measured from there, whatever it has done before', async () => {
  const queue = { position: 0, estimated_seconds: 40 };
  const { report } = await show({ status: 'processing', queue });
  expect(report(0, { image_id: ID, fraction: 0.5 })).toMatch(/ · about 40 s left$/);
  expect(report(4, { image_id: ID, fraction: 0.75 })).toMatch(/ · about 4 s left$/);
});

it('a run that goes back to the queue is measured anew once it is drawn again', async () => {
  const { report, become } = await show({ status: 'processing' });
  report(0, { image_id: ID, fraction: 0 });
  expect(report(2, { image_id: ID, fraction: 0.5 })).toMatch(/ · about 2 s left$/);
  become({ status: 'pending' });
  report(60, { image_id: ID, fraction: null });
  become({ status: 'processing' });
  expect(report(62, { image_id: ID, fraction: 0.25 })).not.toMatch(/left/);
  expect(report(64, { image_id: ID, fraction: 0.5 })).toMatch(/ · about 4 s left$/);
});

it('a run of several says how many are there, and what is left by the pace of all of them', async () => {
  const images = ['completed', 'processing'].map((status, at) =>
    image({ id: `image-${at}`, status: status as 'completed' | 'processing' }),
  );
  const { text, report } = await show({ status: 'processing', count: 2, generated_images: images });
  expect(text).toBe('Generating· 1 of 2· 8 s so far');
  expect(report(3, { image_id: 'image-1', fraction: 0.5 })).toMatch(/· 1 of 2· 11 s so far · about 3 s left$/);
});

it('a run of several that goes back to the queue is not measured while it waits there', async () => {
  const images = ['completed', 'processing'].map((status, at) =>
    image({ id: `image-${at}`, status: status as 'completed' | 'processing' }),
  );
  const { report, become } = await show({ status: 'processing', count: 2, generated_images: images });
  report(0, { image_id: 'image-1', fraction: 0 });
  expect(report(2, { image_id: 'image-1', fraction: 0.5 })).toMatch(/ · about 2 s left$/);
  become({ status: 'pending' });
  expect(said()).not.toMatch(/left/);
});

it('past its deadline nothing is said to be left: the credits return', async () => {
  const run = { queue: { position: 4, estimated_seconds: 40 }, deadline: new Date(NOW).toISOString() };
  expect((await show(run)).text).toBe('Queued· Place 4 in the queue');
  expect(screen.getByText('Out of time: your credits are returning.')).toBeVisible();
});
