import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { BATCH_ID, batch, batchRow } from '../../../../test/batches';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { readDraft } from '../draft';
import { RunPage } from './run-page';

const server = startServer();
const DONE = batch(['completed', 'failed'], { status: 'completed', finished_at: '2026-11-20T09:00:00.000Z' });

async function open(shown: ReturnType<typeof batch>) {
  server.use(http.get(`${API}/batches/:id`, () => ok(shown)));
  const page = await renderPart(<RunPage id={BATCH_ID} />, {
    user: { ...USER, subscription_status: 'pro' },
    namespaces: ['batch', 'options'],
    path: `/batch/${BATCH_ID}`,
  });
  await screen.findByRole('heading', { level: 1 });
  return page;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const question = async () => within(await screen.findByRole('dialog', { name: 'Delete this batch?' }));

describe('deleting a batch', () => {
  it('asks first, says what goes and what stays, and leads to the other batches', async () => {
    const asked: string[] = [];
    server.use(
      http.delete(`${API}/batches/:id`, ({ params }) => {
        asked.push(String(params.id));
        return ok(null);
      }),
    );
    const page = await open(DONE);
    await press('Delete batch');
    const dialog = await question();
    expect(dialog.getByText(/Its images stay in your gallery, and your credits stay as they are/)).toBeVisible();
    expect(asked).toEqual([]);
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete the batch' }));
    await waitFor(() => expect(page.place()).toBe('/batch'));
    expect(asked).toEqual([BATCH_ID]);
  });

  it('cannot be left while it is on its way', async () => {
    const answered = deferredAnswer();
    server.use(
      http.delete(`${API}/batches/:id`, async () => {
        await answered.given;
        return ok(null);
      }),
    );
    const page = await open(DONE);
    await press('Delete batch');
    const dialog = await question();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete the batch' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Keep it' })).toBeDisabled());
    answered.give();
    await waitFor(() => expect(page.place()).toBe('/batch'));
  });

  it('does nothing when one thinks again, and leads back to the button', async () => {
    await open(DONE);
    await press('Delete batch');
    await press('Keep it');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Delete batch' })).toHaveFocus();
  });

  it('that is refused says why, and stays on the page', async () => {
    server.use(http.delete(`${API}/batches/:id`, () => refuse('BATCH_UNFINISHED')));
    const page = await open(DONE);
    await press('Delete batch');
    const dialog = await question();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete the batch' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('This batch has not ended yet, so it was not deleted.');
    expect(page.place()).toBe(`/batch/${BATCH_ID}`);
  });

  it.each([
    ['runs', batch(['completed', 'waiting'])],
    ['is paused', batch(['completed', 'waiting'], { status: 'paused', pause_reason: 'user' })],
    ['was stopped while a row goes on', batch(['completed', 'processing'], { status: 'stopped' })],
  ])('is not offered while it %s', async (_, shown) => {
    await open(shown);
    expect(screen.queryByRole('button', { name: 'Delete batch' })).toBeNull();
  });

  it('in another tab is seen as soon as one comes back', async () => {
    await open(DONE);
    server.use(http.get(`${API}/batches/:id`, () => refuse('NOT_FOUND')));
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('No such batch')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete batch' })).toBeNull();
  });
});

describe('a row whose images were deleted', () => {
  const rows = [
    batchRow(1, 'failed', { prompt: '' }),
    batchRow(2, 'failed'),
    batchRow(3, 'completed', { prompt: '', images: [] }),
  ];
  const shown = batch(['failed', 'failed', 'completed'], { status: 'completed', rows });

  it('says that its prompt was deleted', async () => {
    await open(shown);
    const [first, second] = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(first).toHaveTextContent(/^1Deleted/);
    expect(second).toHaveTextContent(/^2Prompt 2/);
  });

  it('is neither retried nor run again', async () => {
    await open(shown);
    expect(screen.getByRole('button', { name: 'Retry 1 row' })).toBeVisible();
    await press('Edit and run again');
    expect(readDraft().rows.map(({ cells }) => cells.prompt)).toEqual(['Prompt 2']);
  });

  it('leaves nothing to run again when it was the only one', async () => {
    await open(batch(['completed'], { status: 'completed', rows: rows.slice(2) }));
    expect(screen.queryByRole('button', { name: 'Edit and run again' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete batch' })).toBeVisible();
  });
});
