import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { GalleryItem, Generation } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, imageId } from '../../../../test/gallery';
import { galleryActions } from '../../../../test/gallery-actions';
import { generation } from '../../../../test/generations';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { GalleryActionsProvider, type GalleryActions } from './gallery-actions';
import { GalleryCard, type CardSelection } from './gallery-card';

const server = startServer();
const nothing = () => undefined;

beforeEach(() => {
  server.use(
    meHandler('good'),
    http.get(`${API}/images/generations/:id`, () => ok(generation({ status: 'failed' }))),
  );
});

async function show(item: GalleryItem, selection: CardSelection | null = null, actions: Partial<GalleryActions> = {}) {
  const page = await renderPart(
    <GalleryActionsProvider value={galleryActions(actions)}>
      <ul>
        <GalleryCard item={item} eager={false} selection={selection} onHold={nothing} />
      </ul>
    </GalleryActionsProvider>,
    { user: USER, path: '/gallery?q=fox', namespaces: ['gallery', 'work', 'options'] },
  );
  return { ...page, cell: screen.getByRole('listitem') };
}
const chosen = (selected: boolean, onToggle = nothing): CardSelection => ({ selected, onToggle });
const FAILED = galleryItem(1, { status: 'failed', url: null, error_code: 'ENGINE_TIMEOUT' });

describe('a card', () => {
  it('leads to its image, of which it loads thumbnails alone, over the list as it is filtered, and has its actions', async () => {
    const thumbnails = [320, 640].map((width) => ({ width, height: width, url: `/${width}.webp` }));
    const { place, cell } = await show(galleryItem(1, { thumbnails }));
    expect(screen.getByRole('img')).toHaveAttribute('srcset', '/320.webp 320w, /640.webp 640w');
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(within(cell).queryByRole('checkbox')).toBeNull();
    expect(cell).not.toHaveAttribute('data-selected');
    await userEvent.click(screen.getByRole('link', { name: /^Prompt 1,/ }));
    expect(place()).toBe(`/gallery?q=fox&image=${imageId(1)}`);
  });

  it('is opened by a press on its prompt, too, which is no second way for Tab and screen readers', async () => {
    const { place, cell } = await show(galleryItem(1));
    expect(within(cell).getAllByRole('link')).toHaveLength(1);
    await userEvent.tab();
    expect(screen.getByRole('link')).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Add to favorites' })).toHaveFocus();
    await userEvent.click(screen.getByText('Prompt 1'));
    expect(place()).toBe(`/gallery?q=fox&image=${imageId(1)}`);
    expect(screen.getByRole('button', { name: 'Add to favorites' })).toHaveFocus();
  });

  it('tells which image its buttons are about', async () => {
    await show(galleryItem(1));
    const number = screen.getByText(/^\d{4}$/).textContent ?? '';
    for (const button of screen.getAllByRole('button')) expect(button).toHaveAccessibleDescription(number);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menu');
    expect(screen.getByRole('button', { name: 'More' })).toHaveAccessibleDescription(number);
  });

  it('keeps the focus on "Download" while that runs, and begins no second download', async () => {
    const answer = deferredAnswer();
    let asked = 0;
    server.use(
      http.get(`${API}/images/:id/download`, async () => {
        asked += 1;
        await answer.given;
        return refuse('NOT_FOUND');
      }),
    );
    await show(galleryItem(1));
    const button = screen.getByRole('button', { name: 'Download' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    answer.give();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    expect(button).not.toHaveAttribute('aria-disabled');
    expect(button).toHaveFocus();
    expect(asked).toBe(1);
  });

  it('asks about its own image alone', async () => {
    const { unmount } = await show(galleryItem(1), null, { pendingDeleteId: imageId(2) });
    expect(screen.queryByRole('group')).toBeNull();
    unmount();
    await show(galleryItem(1), null, { pendingDeleteId: imageId(1) });
    expect(screen.getByRole('group', { name: 'Delete this image?' })).toBeVisible();
  });

  it('of an image that is on its way is taken back once its price is known', async () => {
    const answer = deferredAnswer();
    server.use(http.get(`${API}/images/generations/:id`, () => answer.given.then(() => ok(generation()))));
    await show(galleryItem(1, { status: 'pending', url: null }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menu');
    const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(entries()).toEqual(['Use these settings', 'Copy prompt']);
    answer.give();
    await waitFor(() => expect(entries()).toEqual(['Use these settings', 'Copy prompt', 'Cancel']));
  });

  it('of an image that was not made offers to try again, of one that was made does not', async () => {
    const { unmount } = await show(FAILED);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByText('Failed')).toBeVisible();
    unmount();
    await show(galleryItem(1));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('of an image that was declined offers to change its prompt', async () => {
    const openInGenerator = jest.fn<GalleryActions['openInGenerator']>();
    const item = { ...FAILED, error_code: 'CONTENT_REJECTED' } as const;
    await show(item, null, { openInGenerator });
    await userEvent.click(await screen.findByRole('button', { name: 'Change the prompt' }));
    expect(openInGenerator.mock.calls).toEqual([[item, 'retry']]);
  });

  it('says in the frame, as wide as that needs, why it was not made, and stands no lower than others', async () => {
    const { cell } = await show({ ...FAILED, width: 576, height: 1024 });
    const [frame, , strip, ...below] = cell.children;
    expect(frame).toContainElement(await screen.findByText(/The engine took too long/));
    expect(frame).toContainElement(await screen.findByRole('link', { name: /returned/ }));
    expect(cell.style.getPropertyValue('--ratio')).toBe('1.4');
    expect(strip).toContainElement(screen.getByRole('button', { name: 'Try again' }));
    expect(below).toEqual([]);
  });

  it('says in the frame, too, that its file is lost, and where to write to', async () => {
    const { cell } = await show(galleryItem(1, { url: null, width: 576, height: 1024 }));
    const [frame, , , ...below] = cell.children;
    expect(frame).toContainElement(screen.getByText(/Its file went missing on our side/));
    expect(frame).toContainElement(screen.getByRole('link', { name: 'Write to us about the credits' }));
    expect(cell.style.getPropertyValue('--ratio')).toBe('1.4');
    expect(below).toEqual([]);
  });
});

describe('the question on a card', () => {
  const WAITING = galleryItem(1, { status: 'pending', url: null });
  let done: unknown[][];
  const ask = async (item: GalleryItem, of: Partial<Generation>) => {
    done = [];
    server.use(
      http.get(`${API}/images/generations/:id`, () => ok(generation({ id: item.generation_id, ...of }))),
      http.post(`${API}/images/generations/:id/cancel`, () => {
        done.push(['cancel']);
        return ok(generation({ id: item.generation_id, status: 'failed', error_code: 'CANCELLED' }));
      }),
    );
    await show(item, null, {
      pendingDeleteId: item.id,
      askToDelete: (id) => void done.push(['ask', id]),
      deleteImages: async (ids) => {
        done.push(['delete', ...ids]);
        return ids;
      },
    });
    return within(await screen.findByRole('group'));
  };
  const press = (question: ReturnType<typeof within>, name: string) =>
    userEvent.click(question.getByRole('button', { name }));

  it('takes an image back that waits alone, and goes with its answer', async () => {
    const question = await ask(WAITING, { status: 'pending' });
    expect(question.getByText('Cancel this one? 3.5 credits return.')).toBeVisible();
    await press(question, 'Yes, cancel');
    await waitFor(() => expect(done).toEqual([['ask', null], ['cancel']]));
  });

  it.each([
    ['pending', 4, 'Delete it? 3.5 credits return, unless it starts right now.'],
    ['processing', 1, 'Delete it? It has started: it still costs 3.5 credits.'],
  ] as const)('deletes one that is %s, of %d', async (status, count, text) => {
    const question = await ask({ ...WAITING, status }, { status, count });
    expect(question.getByText(text)).toBeVisible();
    await press(question, 'Yes, delete');
    await waitFor(() =>
      expect(done).toEqual([
        ['ask', null],
        ['delete', imageId(1)],
      ]),
    );
  });

  it.each([WAITING, galleryItem(1)])('is answered with no, and nothing happens', async (item) => {
    const question = await ask(item, { status: item.status });
    await press(question, 'Keep');
    expect(done).toEqual([['ask', null]]);
  });
});

describe('the face of a card', () => {
  it.each<[string, Partial<GalleryItem>, string | null]>([
    ['that was delivered is the image itself', {}, null],
    ['whose file is gone says so', { url: null }, 'File lost'],
    ['that was not made says so', { status: 'failed', url: null, error_code: 'ENGINE_TIMEOUT' }, 'Failed'],
    ['that was taken back says so', { status: 'failed', url: null, error_code: 'CANCELLED' }, 'Cancelled'],
  ])('%s', async (_, part, badge) => {
    await show(galleryItem(1, { style: 'anime', size: '3:2', ...part }));
    expect(screen.queryByRole('img') !== null).toBe(badge === null);
    if (badge !== null) expect(screen.getByText(badge)).toBeVisible();
    // Also what it was asked for with: for who does not see it, and in the strip below.
    expect(screen.getByRole('link', { name: /^Prompt 1, Anime, 3:2/ })).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent('Anime · 3:2 · ');
  });
});

describe('a card while images are selected', () => {
  const mark = (cell: HTMLElement) =>
    within(cell)
      .getByText(/^Enhance · 1:1/)
      .previousElementSibling?.querySelector('svg');

  it('is a box without actions; a press chooses it', async () => {
    const onToggle = jest.fn<() => undefined>();
    const { cell, place } = await show(galleryItem(1), chosen(false, onToggle));
    const box = within(cell).getByRole('checkbox', { name: /^Prompt 1,/ });
    expect(box).not.toBeChecked();
    expect(mark(cell)).toBeNull();
    expect(within(cell).queryByRole('button')).toBeNull();
    expect(within(cell).queryByRole('img')).toBeNull();
    await userEvent.click(box);
    expect(onToggle).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByText('Prompt 1'));
    expect(onToggle).toHaveBeenCalledTimes(2);
    expect(place()).toBe('/gallery?q=fox');
  });

  it('shows that it is chosen', async () => {
    const { cell } = await show(galleryItem(1), chosen(true));
    expect(within(cell).getByRole('checkbox')).toBeChecked();
    expect(mark(cell)).not.toBeNull();
    expect(cell).toHaveAttribute('data-selected', 'true');
  });

  it.each([true, false])('tells whether it is a favorite: %s', async (marked) => {
    await show(galleryItem(1, { is_favorited: marked }), chosen(false));
    expect(screen.queryByText('Favorite') !== null).toBe(marked);
  });

  it('does not offer to make it again', async () => {
    await show(FAILED, chosen(false));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
