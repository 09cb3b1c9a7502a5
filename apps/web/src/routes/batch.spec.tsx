import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { BATCH_ID, batch, batchCheck } from '../../test/batches';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { API, USER, ok, startServer } from '../../test/server';

const server = startServer();
const DONE = batch(['completed'], { status: 'completed', name: 'Covers', finished_at: '2026-11-20T09:00:00.000Z' });
let app: Awaited<ReturnType<typeof openApp>> | undefined;

beforeEach(() => {
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.localStorage.setItem('refresh_token', 'refresh');
  server.use(
    http.get(`${API}/auth/me`, () => ok({ ...USER, subscription_status: 'pro' })),
    http.get(`${API}/batches`, () => ok({ data: [DONE], page: 1, limit: 12, total: 1 })),
    http.get(`${API}/batches/:id`, () => ok(DONE)),
    http.delete(`${API}/batches/:id`, () => ok(null)),
    http.post(`${API}/batches/check`, () => ok(batchCheck([1], 10))),
  );
});
afterEach(() => app?.close());

const open = async (path: string) => {
  app = await openApp(path);
};
const expectPage = async (heading: string, title: RegExp) => {
  const shown = await screen.findByRole('heading', { level: 1, name: heading });
  await waitFor(() => expect(shown).toHaveFocus());
  expect(document.title).toMatch(title);
};
const expectList = () => expectPage('Many prompts, one go', /^Batch - /);
const expectBatch = () => expectPage('Covers', /^Covers - Batch - /);

describe('between a batch and the others', () => {
  it.each([
    ['the link above it', () => userEvent.click(screen.getByRole('link', { name: '← All batches' }))],
    ['"Edit and run again"', () => userEvent.click(screen.getByRole('button', { name: 'Edit and run again' }))],
    [
      'its deletion',
      async () => {
        await userEvent.click(screen.getByRole('button', { name: 'Delete batch' }));
        const question = within(await screen.findByRole('dialog'));
        await userEvent.click(question.getByRole('button', { name: 'Delete the batch' }));
      },
    ],
  ])('%s leads to the heading of the list, and the tab is named after that', async (_, leave) => {
    await open(`/batch/${BATCH_ID}`);
    await screen.findByRole('heading', { level: 1, name: 'Covers' });
    expect(document.title).toMatch(/^Covers - Batch - /);
    await leave();
    await expectList();
  });

  it('the heading of the one that is shown has the focus, and the tab has its name, also after Back', async () => {
    await open('/batch');
    await userEvent.click(await screen.findByRole('link', { name: 'Covers' }));
    await expectBatch();
    act(() => window.history.back());
    await expectList();
    act(() => window.history.forward());
    await expectBatch();
  });
});

it('the name of a batch stays in the tab in another language', async () => {
  await open(`/batch/${BATCH_ID}`);
  await screen.findByRole('heading', { level: 1, name: 'Covers' });
  await userEvent.click(screen.getByRole('button', { name: /^Language/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '中文' }));
  await screen.findByText('← 全部批量任务');
  await waitFor(() => expect(document.title).toMatch(/^Covers - 批量/));
});

it('the name of a batch is not left in the tab by a page of another kind', async () => {
  await open(`/batch/${BATCH_ID}`);
  await screen.findByRole('heading', { level: 1, name: 'Covers' });
  const [pricing] = screen.getAllByRole('link', { name: 'Pricing' });
  if (pricing) await userEvent.click(pricing);
  await waitFor(() => expect(document.title).not.toMatch(/Batch/));
  expect(document.title).not.toMatch(/Covers/);
});
