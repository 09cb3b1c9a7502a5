import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GalleryItem, Generation } from '@app/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, galleryItems, imageId } from '../../../../test/gallery';
import { generation, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { progressReceived } from '../../../entities/generation/generation-jobs';
import { connectToasts } from '../../../shared/toasts';
import { LatestImagesWithActions } from './latest-images-with-actions';

const server = startServer();
let items: GalleryItem[];
let calls: string[];
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  [calls, toasts] = [[], []];
  disconnect = connectToasts(({ text }) => toasts.push(text));
  items = galleryItems(3);
  server.use(
    http.get(`${API}/images`, () => ok({ data: items, page: 1, limit: 12, total: items.length })),
    http.delete(`${API}/images/:id`, ({ params }) => {
      calls.push('delete');
      items = items.filter(({ id }) => id !== params['id']);
      return ok({ deleted: [params['id']], restore_until: new Date(Date.now() + 10_000).toISOString() });
    }),
  );
});
afterEach(() => disconnect());

const PAGE = (
  <main>
    <h1>Profile</h1>
    <LatestImagesWithActions shareDialog={() => null} />
  </main>
);
const show = () => renderPart(PAGE, { user: USER, namespaces: ['profile', 'sharing', 'work'] });
const cell = async (at: number) => {
  const cells = await screen.findAllByRole('listitem');
  return within(cells.at(at) ?? document.body);
};
const ask = async (at: number) => userEvent.click((await cell(at)).getByRole('button', { name: 'Delete' }));

it.each([
  ['“Keep”', () => userEvent.click(screen.getByRole('button', { name: 'Keep' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('an image that is kept by %s leaves the focus to the button that asked', async (_, keep) => {
  await show();
  await ask(1);
  await keep();
  expect(screen.queryByRole('group', { name: 'Delete this image?' })).toBeNull();
  const button = (await cell(1)).getByRole('button', { name: 'Delete' });
  await waitFor(() => expect(button).toHaveFocus());
});

it.each([
  ['the next one', 0, 'Details of: Prompt 2'],
  ['the one before the last', -1, 'Details of: Prompt 2'],
])('an image that is deleted leaves the focus to %s', async (_, at, name) => {
  await show();
  await ask(at);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.getByRole('link', { name })).toHaveFocus();
});

it('the only image that is deleted leaves the focus to the heading', async () => {
  items = galleryItems(1);
  await show();
  await ask(0);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }));
  expect(await screen.findByText('No images yet')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Profile' })).toHaveFocus();
});

it('the second half of a double click on "Delete" does not answer the question', async () => {
  await show();
  await ask(0);
  fireEvent.click(screen.getByRole('button', { name: 'Yes, delete' }), { detail: 2 });
  expect(screen.getByRole('group', { name: 'Delete this image?' })).toBeVisible();
  expect(calls).toEqual([]);
});

describe('an image that is still to come', () => {
  const CANCELLED = { status: 'failed', error_code: 'CANCELLED' } as const;
  const ofImage = (part: Partial<Generation> = {}) => {
    const { status = 'pending', error_code = null } = part;
    const made = image({ id: imageId(2), status, error_code });
    return generation({ id: imageId(2), generated_images: [made], ...part });
  };
  const answerGenerations = (of: Partial<Generation>, cancelling: () => Response) =>
    server.use(
      http.get(`${API}/images/generations/:id`, () => ok(ofImage(of))),
      http.post(`${API}/images/generations/:id/cancel`, () => {
        calls.push('cancel');
        return cancelling();
      }),
    );
  const waits = (count = 1, cancelling = () => ok(ofImage(CANCELLED))) => {
    items = [galleryItem(3), galleryItem(2, { status: 'pending', url: null }), galleryItem(1)];
    answerGenerations({ count }, cancelling);
  };
  const button = async (name: string) => (await cell(1)).findByRole('button', { name });
  const answer = (name: string) => userEvent.click(within(screen.getByRole('group')).getByRole('button', { name }));

  it('is cancelled while it waits alone, after a question that tells of its credits, and keeps its place', async () => {
    waits(1, () => {
      items = items.map((item) => (item.frame_number === 2 ? { ...item, ...CANCELLED } : item));
      return ok(ofImage(CANCELLED));
    });
    await show();
    await userEvent.click(await button('Cancel'));
    expect(screen.getByRole('group', { name: 'Cancel this one? 3.5 credits return.' })).toBeVisible();
    expect(calls).toEqual([]);
    await answer('Yes, cancel');
    await waitFor(() => expect(toasts).toEqual(['Cancelled. 3.5 credits returned.']));
    expect(await screen.findByText('Cancelled')).toBeVisible();
    expect(calls).toEqual(['cancel']);
    expect(await button('Delete')).toHaveFocus();
  });

  it('and was begun meanwhile is not cancelled: that is told, and nothing is lost', async () => {
    waits(1, () => refuse('GENERATION_NOT_CANCELLABLE'));
    await show();
    await userEvent.click(await button('Cancel'));
    await answer('Yes, cancel');
    await waitFor(() => expect(toasts).toEqual(['It can no longer be cancelled: it has started.']));
    expect(calls).toEqual(['cancel']);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('with others is deleted by itself, and leaves the focus to the next image', async () => {
    waits(4);
    await show();
    await userEvent.click(await button('Delete'));
    expect(
      screen.getByRole('group', { name: 'Delete it? 3.5 credits return, unless it starts right now.' }),
    ).toBeVisible();
    await answer('Yes, delete');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(calls).toEqual(['delete']);
    expect(screen.getByRole('link', { name: 'Details of: Prompt 1' })).toHaveFocus();
  });

  it('and has begun is deleted after a question that says what it still costs', async () => {
    waits();
    const { store } = await show();
    await userEvent.click(await button('Cancel'));
    const progress = { generation_id: imageId(2), image_id: imageId(2), fraction: 0.2, preview: null };
    act(() => void store.dispatch(progressReceived({ ...progress, stage: 'drawing' })));
    expect(screen.getByRole('group', { name: 'Delete it? It has started: it still costs 3.5 credits.' })).toBeVisible();
    await answer('Yes, delete');
    await waitFor(() => expect(calls).toEqual(['delete']));
  });

  it('that is kept leaves the focus to the button that asked', async () => {
    waits();
    await show();
    await userEvent.click(await button('Cancel'));
    await answer('Keep');
    expect(screen.queryByRole('group')).toBeNull();
    await waitFor(async () => expect(await button('Cancel')).toHaveFocus());
    expect(calls).toEqual([]);
  });
});
