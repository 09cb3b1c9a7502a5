import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Link, Route, Routes } from 'react-router-dom';
import { batch, batchCheck } from '../../../../test/batches';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { EMPTY_DRAFT, readDraft, writeDraft, type Draft } from '../draft';
import { Editor } from '../editor';

const server = startServer();
let answer: ReturnType<typeof deferredAnswer>;
let isStarted: boolean;

beforeEach(() => {
  answer = deferredAnswer();
  isStarted = false;
  server.use(
    http.post(`${API}/batches/check`, async ({ request }) => {
      const { rows } = (await request.json()) as { rows: unknown[] };
      return ok(batchCheck(rows, 20));
    }),
    http.post(`${API}/batches`, async () => {
      await answer.given;
      isStarted = true;
      return ok(batch(['waiting']), 202);
    }),
  );
});

async function open(part: Partial<Draft>, limit = 3) {
  writeDraft({ ...EMPTY_DRAFT, rows: [{ id: 1, cells: { prompt: 'A fox' } }], ...part });
  const pages = (
    <Routes>
      <Route path="/batch" element={<Editor limit={limit} running={undefined} />} />
      <Route path="*" element="Elsewhere" />
    </Routes>
  );
  const page = await renderPart(
    <>
      {pages}
      <Link to="/gallery">Leave</Link>
      <Link to="/batch">Return</Link>
    </>,
    { user: { ...USER, subscription_status: 'pro' }, path: '/batch', namespaces: ['batch', 'options'] },
  );
  await waitFor(() => expect(start()).toBeEnabled());
  return page;
}
const prompts = () => readDraft().rows.map(({ cells }) => cells.prompt);
const start = () => screen.getByRole('button', { name: /^Start/ });

describe('a batch that was started', () => {
  it('leaves what did not fit for the next one', async () => {
    const texts = { lines: 'A crow\nAn owl', table: '', template: 'A {fox|crow}' };
    const { place } = await open({ texts });
    await userEvent.click(start());
    answer.give();
    await waitFor(() => expect(place()).toMatch(/^\/batch\/./));
    expect(readDraft()).toMatchObject({ rows: [], texts });
  });

  it('takes with it the rows that were sent, not those that were added or changed before the answer came', async () => {
    const rows = ['A fox', 'A crow', 'An owl'].map((prompt, index) => ({ id: index + 4, cells: { prompt } }));
    const { place } = await open({ rows, name: 'Animals', texts: { ...EMPTY_DRAFT.texts, lines: 'A whale' } }, 4);
    await userEvent.click(start());
    await userEvent.click(screen.getByRole('button', { name: 'Add 1 row' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit row 2' }));
    await userEvent.type(screen.getByDisplayValue('A crow'), ' at dusk');
    answer.give();
    await waitFor(() => expect(place()).toMatch(/^\/batch\/./));
    expect(prompts()).toEqual(['A crow at dusk', 'A whale']);
    expect(readDraft().name).toBe('');
  });

  it('takes them also from a draft that was left and opened again meanwhile', async () => {
    await open({ rows: [{ id: 4, cells: { count: '2', prompt: 'A fox' } }] });
    await userEvent.click(start());
    await userEvent.click(screen.getByRole('link', { name: 'Leave' }));
    await userEvent.click(screen.getByRole('link', { name: 'Return' }));
    await userEvent.type(screen.getByLabelText('Prompts, one per line'), 'A whale');
    await userEvent.click(await screen.findByRole('button', { name: 'Add 1 row' }));
    answer.give();
    await waitFor(() => expect(prompts()).toEqual(['A whale']));
    expect(screen.queryByText('A fox')).toBeNull();
  });

  it('is not asked for again, nor leads away, where the page was left before the answer came', async () => {
    const { place } = await open({});
    await userEvent.click(start());
    await userEvent.click(screen.getByRole('link', { name: 'Leave' }));
    expect(screen.getByText('Elsewhere')).toBeVisible();
    answer.give();
    await waitFor(() => expect(isStarted).toBe(true));
    await waitFor(() => expect(readDraft().rows).toEqual([]));
    expect(place()).toBe('/gallery');
  });
});

describe('a batch that was not started', () => {
  const press = async (reply: () => Response) => {
    server.use(http.post(`${API}/batches`, reply));
    await open({});
    await userEvent.click(start());
    return screen.findByRole('alert');
  };

  it.each([
    ['no network', () => HttpResponse.error() as Response],
    ['a fault of the server', () => refuse('INTERNAL_ERROR')],
  ])('after %s can be started again without being charged twice, and says so', async (_, reply) => {
    expect(await press(reply)).toHaveTextContent(/trying again never charges twice\.$/);
  });

  it('says nothing of it where it was refused', async () => {
    expect(await press(() => refuse('BATCH_RUNNING'))).not.toHaveTextContent('charges twice');
  });

  it('for the plan says what the plan of now allows, and leads to the plans', async () => {
    server.use(http.get(`${API}/auth/me`, () => ok({ ...USER, subscription_status: 'enterprise' })));
    const alert = await press(() => refuse('PLAN_LIMIT'));
    await waitFor(() => expect(alert).toHaveTextContent(/^Your plan allows 50 rows per batch and 8 images per row\./));
    expect(within(alert).getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });
});
