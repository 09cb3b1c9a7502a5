import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { BATCH_ID, batch, batchCheck, batchRow } from '../../../../test/batches';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../../test/server';
import { baseApi } from '../../../api/client/base-api';
import { quotaApi } from '../../../api/endpoints/quota';
import { readDraft } from '../draft';
import { RunPage } from './run-page';

const server = startServer();

async function open(shown: ReturnType<typeof batch>) {
  server.use(http.get(`${API}/batches/:id`, () => ok(shown)));
  const page = await renderPart(<RunPage id={BATCH_ID} />, {
    user: { ...USER, subscription_status: 'pro' },
    namespaces: ['batch', 'options'],
  });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);
const figures = () => screen.getAllByRole('definition').map((figure) => figure.textContent);
const openDialog = async () => within(await screen.findByRole('dialog'));
const images = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    image({ id: `image-${index}`, status: 'completed', url: `/${index}.png` }),
  );

describe('a batch that runs', () => {
  it('has its name or its size as a heading, which has the focus, and tells its figures', async () => {
    await open(batch(['completed', 'processing', 'pending', 'waiting']));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Batch of 4 rows');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByText('About 3 min left. 2 in progress, 1 waiting.')).toBeVisible();
    expect(screen.getByText(/^Pause: no further row begins/)).toBeVisible();
    expect(figures()).toEqual(['3.5', '7', '14', '1']);
    expect(buttons()).toEqual(['Edit and run again', 'Pause', 'Stop', 'Download 1 image']);
    expect(screen.getByText('Running')).toBeVisible();
    expect(screen.getByRole('link', { name: '← All batches' })).toHaveAttribute('href', '/batch');
  });

  it('has neither a remaining time when nobody knows one, nor a download without images', async () => {
    await open(batch(['waiting', 'failed'], { estimated_seconds: null, name: 'Covers' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Covers');
    expect(screen.getByText('0 in progress, 1 waiting.')).toBeVisible();
    expect(buttons()).toEqual(['Edit and run again', 'Pause', 'Stop']);
  });

  it('is not stopped when one thinks again or the server refuses', async () => {
    await open(batch(['processing', 'waiting']));
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Stop');
    await press('Do not stop');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.use(http.post(`${API}/batches/:id/stop`, () => refuse('INTERNAL_ERROR')));
    await press('Stop');
    const dialog = await openDialog();
    expect(dialog.queryByRole('alert')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Stop the batch' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  it('is asked for again when a change was refused, because it may have ended meanwhile', async () => {
    await open(batch(['processing']));
    server.use(
      http.get(`${API}/batches/:id`, () => ok(batch(['completed'], { status: 'completed' }))),
      http.post(`${API}/batches/:id/pause`, () => refuse('INTERNAL_ERROR')),
    );
    await press('Pause');
    expect(await screen.findByText('Finished')).toBeVisible();
    expect(screen.getByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('names in the question before it stops only rows that there are, and closes it once it has stopped', async () => {
    await open(batch(['processing']));
    server.use(http.post(`${API}/batches/:id/stop`, () => ok(batch(['processing'], { status: 'stopped' }))));
    await press('Stop');
    const dialog = await openDialog();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Stop the batch' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a batch that is paused', () => {
  it('for want of credits says what the next row costs and what there is', async () => {
    await open(
      batch(['completed', 'waiting'], {
        status: 'paused',
        pause_reason: 'insufficient_credits',
        rows: [batchRow(1, 'completed', { price: 9 }), batchRow(2, 'waiting', { price: 16 })],
      }),
    );
    expect(await screen.findByText(/The next row costs 16 credits and you have 14.5/)).toBeVisible();
    expect(screen.getByText(/^Rows that still wait on Nov 27, 2026.*7 days after the start/)).toBeVisible();
    expect(screen.getByText(/^Resume to continue with the waiting rows/)).toBeVisible();
  });

  it('says so once the credits pay the next row, and no longer offers plans', async () => {
    await open(batch(['completed', 'waiting'], { status: 'paused', pause_reason: 'insufficient_credits' }));
    expect(await screen.findByText('You have enough credits again')).toBeVisible();
    expect(screen.getByText(/The next row costs 3.5 and you have 14.5: resume/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull();
  });

  it('while its page is open has not enough credits by what was known before', async () => {
    const { store } = await open(batch(['processing', 'waiting']));
    await act(async () => void (await store.dispatch(quotaApi.endpoints.quota.initiate())));
    const answer = deferredAnswer();
    server.use(
      http.get(`${API}/batches/:id`, () =>
        ok(batch(['completed', 'waiting'], { status: 'paused', pause_reason: 'insufficient_credits' })),
      ),
      http.get(`${API}/quota`, async () => {
        await answer.given;
        return ok({ ...QUOTA, remainingCredits: 0 });
      }),
    );
    act(() => void store.dispatch(baseApi.util.invalidateTags(['Batch'])));
    expect(await screen.findByText(/The next row costs 3.5 credits and you have 14.5/)).toBeVisible();
    answer.give();
    expect(await screen.findByText(/The next row costs 3.5 credits and you have 0/)).toBeVisible();
  });

  it('says so without figures that are not known', async () => {
    server.use(http.get(`${API}/quota`, () => refuse('INTERNAL_ERROR')));
    await open(batch(['processing'], { status: 'paused', pause_reason: 'insufficient_credits' }));
    expect(screen.getByText(/The next row costs – credits and you have –/)).toBeVisible();
  });

  it.each([
    [
      'api_key_budget',
      "Paused: the API key's daily limit is reached",
      /costs 3.5 credits, .* continue without this limit/,
    ],
    ['api_key_revoked', 'Paused: its API key no longer works', /Resume here to continue as yourself, or stop/],
  ] as const)('for %s says how it goes on, and leads to the keys', async (pause_reason, title, text) => {
    await open(batch(['completed', 'waiting'], { status: 'paused', pause_reason }));
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'API keys' })).toHaveAttribute('href', '/api?tab=keys');
    expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull();
  });

  it('by its user leads neither to the plans nor to the keys', async () => {
    await open(batch(['waiting'], { status: 'paused', pause_reason: 'user' }));
    expect(screen.getByText('Paused by you')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull();
  });

  it('forgets an earlier refusal when it is resumed', async () => {
    await open(batch(['waiting'], { status: 'paused', pause_reason: 'user' }));
    server.use(http.post(`${API}/batches/:id/resume`, () => refuse('INTERNAL_ERROR')));
    await press('Resume');
    expect(await screen.findByRole('alert')).toBeVisible();
    server.use(http.post(`${API}/batches/:id/resume`, () => ok(batch(['waiting']))));
    await press('Resume');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
    expect(screen.queryByText('Paused by you')).toBeNull();
  });
});

describe('a batch that has ended', () => {
  it.each([
    ['completed', ['completed'], ['Edit and run again', 'Delete batch', 'Download 1 image']],
    ['stopped', ['completed', 'cancelled'], ['Edit and run again', 'Delete batch', 'Download 1 image', 'Retry 1 row']],
  ] as const)('and is %s offers what is left to do', async (status, states, offered) => {
    await open(batch(states, { status, estimated_seconds: null }));
    expect(buttons()).toEqual(offered);
    expect(screen.queryByText(/in progress, /)).toBeNull();
    expect(screen.queryByText(/^Pause: /)).toBeNull();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  });

  it('is not retried at a price that is not known, nor when one thinks again', async () => {
    server.use(http.post(`${API}/batches/check`, () => refuse('INTERNAL_ERROR')));
    await open(batch(['failed'], { status: 'completed' }));
    await press('Retry 1 row');
    const dialog = await openDialog();
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Retry 1 row' })).toBeDisabled();
    expect(dialog.queryByText('Checking the prices…')).toBeNull();
    server.use(http.post(`${API}/batches/check`, () => ok(batchCheck([1], 20))));
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Retry 1 row' })).toBeEnabled());
    await press('Not now');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why it cannot be retried', async () => {
    server.use(
      http.post(`${API}/batches/check`, () => ok(batchCheck([1], 20))),
      http.post(`${API}/batches/:id/retry`, () => refuse('BATCH_RUNNING')),
    );
    const { place } = await open(batch(['failed'], { status: 'completed' }));
    await press('Retry 1 row');
    const dialog = await openDialog();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Retry 1 row' })).toBeEnabled());
    expect(dialog.queryByRole('alert')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Retry 1 row' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(place()).toBe('/');
  });
});

describe('a row of a batch', () => {
  const rows = [
    batchRow(1, 'completed', { images: images(5), count: 5 }),
    batchRow(2, 'completed', { images: [...images(3), image({ id: 'lost', status: 'completed', url: null })] }),
    batchRow(3, 'cancelled', { error_code: 'CANCELLED', generation_id: null, price: 4 }),
    batchRow(4, 'failed', { images: [image({ id: 'bad', status: 'failed', url: '/bad.png' })] }),
  ];

  it('shows four of its images and counts the others, in its settings and with what it cost', async () => {
    await open(batch(['completed', 'completed', 'cancelled', 'failed'], { status: 'stopped', rows }));
    const [first, second, third, fourth] = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    if (!first || !second || !third || !fourth) throw new Error('Rows are missing');
    expect(within(first).getAllByRole('link')).toHaveLength(4);
    expect(first).toHaveTextContent('1Prompt 1SD 3.5 Medium · Anime · 3:2 · PNG · 5 images+1Done3.5 credits');
    expect(within(second).getAllByRole('link')).toHaveLength(3);
    expect(second).not.toHaveTextContent('+');
    expect(third).toHaveTextContent(/1 imageNot made0 credits$/);
    expect(within(fourth).queryByRole('link')).toBeNull();
    expect(figures().at(-1)).toBe('8');
  });

  it('is a card on a narrow screen', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => Object.assign(wide(query), { matches: true });
    try {
      await open(batch(['processing', 'failed']));
      const cards = within(screen.getByRole('list', { name: 'Rows of the batch' })).getAllByRole('listitem');
      expect(cards.map((card) => card.textContent)).toEqual([
        'Row 1Generating3.5 creditsPrompt 1SD 3.5 Medium · Anime · 3:2 · PNG · 1 image',
        expect.stringMatching(/^Row 2Failed0 credits.*The engine refused this prompt. Not charged.$/),
      ]);
    } finally {
      window.matchMedia = wide;
    }
  });
});

describe('the page of a batch', () => {
  it('offers to try again when it could not be loaded', async () => {
    server.use(http.get(`${API}/batches/:id`, () => refuse('INTERNAL_ERROR'), { once: true }));
    await renderPart(<RunPage id={BATCH_ID} />, { user: USER, namespaces: ['batch', 'options'] });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('Copy request ID')).toBeVisible();
    server.use(http.get(`${API}/batches/:id`, () => ok(batch(['waiting']))));
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Batch of 1 row');
  });

  it('says for an address that is none that there is no such batch', async () => {
    server.use(http.get(`${API}/batches/:id`, () => refuse('VALIDATION_FAILED')));
    await renderPart(<RunPage id="x" />, { user: USER, namespaces: ['batch', 'options'] });
    expect(await screen.findByText('No such batch')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'All batches' })).toHaveAttribute('href', '/batch');
  });

  it('leaves the focus where somebody has put it, and takes rows without a name along', async () => {
    document.body.insertAdjacentHTML('beforeend', '<button id="held">Held</button>');
    const held = document.getElementById('held');
    held?.focus();
    await open(batch(['completed'], { status: 'completed' }));
    expect(held).toHaveFocus();
    held?.remove();
    await press('Edit and run again');
    expect(readDraft().name).toBe('');
  });
});
