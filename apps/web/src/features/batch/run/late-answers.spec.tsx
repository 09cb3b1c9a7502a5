import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { BATCH_ID, batch, batchCheck } from '../../../../test/batches';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { RunPage } from './run-page';

const server = startServer();
const RUNNING = batch(['processing', 'waiting']);
const button = (name: string) => screen.findByRole('button', { name });

async function open(shown = RUNNING) {
  server.use(http.get(`${API}/batches/:id`, () => ok(shown)));
  const page = await renderPart(<RunPage id={BATCH_ID} />, {
    user: { ...USER, subscription_status: 'pro' },
    namespaces: ['batch', 'options'],
  });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

it('a batch stays paused when an answer comes that was on its way before', async () => {
  await open();
  const [asked, late] = [deferredAnswer(), deferredAnswer()];
  const paused = batch(['processing', 'waiting'], { status: 'paused', pause_reason: 'user' });
  let isPaused = false;
  server.use(
    http.get(`${API}/batches/:id`, async () => {
      if (isPaused) return ok(paused);
      asked.give();
      await late.given;
      return ok(RUNNING);
    }),
    http.post(`${API}/batches/:id/pause`, () => {
      isPaused = true;
      return ok(paused);
    }),
  );
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await asked.given;
  await userEvent.click(await button('Pause'));
  await button('Resume');
  late.give();
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 500)));
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  expect(screen.queryByText(/The last update failed/)).toBeNull();
});

describe('the question before a stop', () => {
  it('is asked anew, without what went wrong the last time', async () => {
    await open();
    server.use(http.post(`${API}/batches/:id/stop`, () => refuse('INTERNAL_ERROR')));
    await userEvent.click(await button('Stop'));
    await userEvent.click(await button('Stop the batch'));
    await within(await screen.findByRole('dialog')).findByRole('alert');
    await userEvent.click(await button('Do not stop'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await button('Stop'));
    expect(within(await screen.findByRole('dialog')).queryByRole('alert')).toBeNull();
  });
});

describe('a question that is answered with yes cannot be taken back while that is on its way:', () => {
  it('a stop', async () => {
    const answered = deferredAnswer();
    await open();
    server.use(
      http.post(`${API}/batches/:id/stop`, async () => {
        await answered.given;
        return ok(batch(['completed', 'cancelled'], { status: 'stopped' }));
      }),
    );
    await userEvent.click(await button('Stop'));
    await userEvent.click(await button('Stop the batch'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Do not stop' })).toBeDisabled());
    answered.give();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a retry, which costs credits', async () => {
    const answered = deferredAnswer();
    const ended = batch(['failed'], { status: 'completed' });
    server.use(
      http.post(`${API}/batches/check`, () => ok(batchCheck([1], 20))),
      http.post(`${API}/batches/:id/retry`, async () => {
        await answered.given;
        return ok(batch(['waiting'], { id: 'again' }));
      }),
    );
    const page = await open(ended);
    await userEvent.click(await button('Retry 1 row'));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Retry 1 row' })).toBeEnabled());
    await userEvent.click(dialog.getByRole('button', { name: 'Retry 1 row' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Not now' })).toBeDisabled());
    answered.give();
    await waitFor(() => expect(page.place()).toBe('/batch/again'));
  });
});
