import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NAME_MAX, type GalleryItem, type Quota, type User } from '@app/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { ReactElement } from 'react';
import { galleryItem, galleryItems, imageId } from '../../../test/gallery';
import { generation } from '../../../test/generations';
import { STATS } from '../../../test/profile-page';
import { renderPart } from '../../../test/render-part';
import { API, QUOTA, USER, meHandler, ok, refuse, startServer } from '../../../test/server';
import { connectToasts } from '../../shared/toasts';
import { DeletionSummary } from './deletion/deletion-summary';
import { ExportEverything } from './export-everything';
import { CreditStats, ImageStats } from './stats';
import { Identity } from './identity';
import { LatestImagesWithActions } from './images/latest-images-with-actions';
import { RecentImages } from './images/recent-images';
import { NameForm } from './name-form';

const server = startServer();
let items: GalleryItem[];
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  [items, toasts] = [[], []];
  disconnect = connectToasts(({ text }) => toasts.push(text));
  server.use(
    meHandler('good'),
    http.get(`${API}/users/stats`, () => ok(STATS)),
    http.get(`${API}/images`, () => ok({ data: items, page: 1, limit: 6, total: items.length })),
    http.get(`${API}/images/generations/:id`, () => ok(generation())),
  );
});
afterEach(() => {
  disconnect();
  jest.restoreAllMocks();
});

const show = (part: ReactElement, user: User = USER) =>
  renderPart(part, { user, namespaces: ['profile', 'work', 'gallery'] });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const offline = () => jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);

describe('the figures of the profile', () => {
  const credits = async (part: Partial<Quota>) => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, ...part })));
    const { unmount } = await show(<CreditStats />);
    const texts = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
    unmount();
    return texts;
  };

  it('tell what is free to spend from what running images hold', async () => {
    const [free, total] = ['available to spend now', 'granted in this period, bonus included'];
    expect(await credits({ remainingCredits: 11, currentCredits: 14.5 })).toEqual([
      '11',
      free,
      '14.5',
      'including 3.5 held for images in progress',
      '20',
      total,
    ]);
    expect((await credits({ remainingCredits: 11, currentCredits: 11 }))[3]).toBe(
      'nothing is held for images in progress',
    );
  });

  it('count all images, those of the month and the favorites', async () => {
    await show(<ImageStats />);
    const texts = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
    expect(texts).toEqual(['1,234', '12', '7']);
  });
});

describe('a name', () => {
  const field = () => screen.getByLabelText('Name');
  const write = (value: string) => fireEvent.change(field(), { target: { value } });
  const save = () => screen.getByRole('button', { name: 'Save name' });

  it('is saved as the server tidied it, everywhere, and then there is nothing to save', async () => {
    server.use(http.patch(`${API}/users/profile`, () => ok({ ...USER, name: 'Ada' })));
    function Form() {
      return <NameForm user={USER} />;
    }
    const { store } = await show(<Form />);
    expect(save()).toBeDisabled();
    write(' Ada ');
    await userEvent.click(save());
    await waitFor(() => expect(toasts).toEqual(['Saved']));
    expect(field()).toHaveValue('Ada');
    expect(store.getState().session.user?.name).toBe('Ada');
  });

  it('that is blank or too long is not sent, whatever one presses, and says why', async () => {
    let sent = 0;
    server.use(
      http.patch(`${API}/users/profile`, () => {
        sent += 1;
        return ok(USER);
      }),
    );
    await show(<NameForm user={USER} />);
    write('   ');
    expect(field()).toHaveAccessibleDescription('Please enter a name.');
    await userEvent.type(field(), '{Enter}');
    write('🦊'.repeat(NAME_MAX + 1));
    expect(field()).toHaveAccessibleDescription(`At most ${NAME_MAX} characters.`);
    fireEvent.submit(field());
    expect(save()).toBeDisabled();
    write('🦊'.repeat(NAME_MAX));
    expect(field()).toBeValid();
    expect(save()).toBeEnabled();
    expect(sent).toBe(0);
  });

  it('that was not saved stays in its field, with no word of success', async () => {
    server.use(http.patch(`${API}/users/profile`, () => refuse('INTERNAL_ERROR')));
    await show(<NameForm user={USER} />);
    write('Ada');
    await userEvent.click(save());
    await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy'));
    expect(field()).toHaveValue('Ada');
    expect(toasts).not.toContain('Saved');
  });

  it('waits for the network, and says so', async () => {
    offline();
    await show(<NameForm user={USER} />);
    write('Ada');
    expect(save()).toBeDisabled();
    expect(save()).toHaveAttribute('title', 'You are offline. You can save once you are back online.');
  });
});

describe('who it is', () => {
  it('has the address below the name where there is one, with the plan and the day of joining', async () => {
    const { unmount } = await show(<Identity user={{ ...USER, subscription_status: 'pro' }} portrait={null} />);
    for (const text of ['lin@example.com', 'Pro', 'Member since Sep 1, 2026'])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Manage plan' })).toHaveAttribute('href', '/profile?tab=subscription');
    unmount();
    await show(<Identity user={{ ...USER, email: null }} portrait={null} />);
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing');
    expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual(['Lin']);
  });
});

describe('the latest images', () => {
  it('are four in the overview, with a mark on favorites', async () => {
    items = galleryItems(6).map((item) => ({ ...item, is_favorited: item.frame_number === 5 }));
    await show(<RecentImages />);
    const list = await screen.findByRole('list', { name: 'Latest images' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
    expect(within(list).getAllByText('Favorite')).toHaveLength(1);
    const [first] = within(list).getAllByRole('link');
    expect(first).toHaveAttribute('href', `/gallery?image=${imageId(6)}`);
    expect(screen.getByRole('link', { name: 'All in the gallery' })).toHaveAttribute('href', '/gallery');
  });

  it.each([
    ['Generating', { status: 'processing', url: null }, ['Delete']],
    ['Queued', { status: 'pending', url: null }, ['Cancel']],
    ['Failed', { status: 'failed', error_code: 'ENGINE_TIMEOUT', url: null }, ['Delete']],
    ['Cancelled', { status: 'failed', error_code: 'CANCELLED', url: null }, ['Delete']],
    ['File lost', { status: 'completed', url: null }, ['Delete']],
  ] as [string, Partial<GalleryItem>, string[]][])(
    'that are "%s" say so and offer what can be done',
    async (mark, part, offered) => {
      items = [galleryItem(1, part)];
      await show(<LatestImagesWithActions shareDialog={() => null} />);
      expect(await screen.findByText(mark)).toBeVisible();
      const buttons = await screen.findAllByRole('button');
      expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(offered);
    },
  );

  it('are shared one at a time, and deleted after a question that can be answered with no', async () => {
    items = galleryItems(2);
    const deleted: unknown[] = [];
    server.use(
      http.delete(`${API}/images/:id`, ({ params }) => {
        deleted.push(params['id']);
        return ok({ deleted: [params['id']], restore_until: new Date(Date.now() + 10_000).toISOString() });
      }),
    );
    await show(
      <LatestImagesWithActions
        shareDialog={({ imageId: id, onOpenChange }) => (
          <button type="button" onClick={() => onOpenChange(false)}>{`Sharing ${id}`}</button>
        )}
      />,
    );
    const [first, second] = await screen.findAllByRole('listitem');
    await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'Share' }));
    await press(`Sharing ${imageId(1)}`);
    expect(screen.queryByText(/^Sharing/)).toBeNull();
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('group', { name: 'Delete this image?' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Yes, delete' })).toHaveFocus();
    await press('Keep');
    expect(screen.queryByRole('group', { name: 'Delete this image?' })).toBeNull();
    expect(deleted).toEqual([]);
  });

  it('are neither shared nor deleted without a network, but still saved', async () => {
    items = galleryItems(1);
    offline();
    await show(<LatestImagesWithActions shareDialog={() => null} />);
    const button = async (name: string) => screen.findByRole('button', { name });
    expect(await button('Share')).toBeDisabled();
    expect(await button('Delete')).toHaveAttribute('title', 'Not available offline');
    expect(await button('Download')).toBeEnabled();
  });
});

describe('what a deletion takes along', () => {
  const goes = async (user: User) => {
    const { unmount } = await show(
      <DeletionSummary user={user} onKeep={() => undefined} onNext={() => undefined} />,
      user,
    );
    await waitFor(() => expect(screen.queryByText('All credits')).toBeNull());
    await waitFor(() => expect(screen.queryByText(/^All images/)).toBeNull());
    const [list] = screen.getAllByRole('list');
    const texts = within(list as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    unmount();
    return texts;
  };

  it('is told with its numbers, and the plan only to those who have one', async () => {
    const all = await goes({ ...USER, subscription_status: 'pro' });
    expect(all.slice(0, 4)).toEqual([
      '1,234 images with their prompts and settings',
      expect.stringMatching(/^Every link/),
      '14.5 credits',
      'Your plan: it is cancelled immediately, and what you paid is not refunded',
    ]);
    expect(await goes(USER)).toEqual(all.filter((text) => !text?.startsWith('Your plan')));
  });

  it('leaves out what there is not', async () => {
    server.use(
      http.get(`${API}/users/stats`, () => ok({ ...STATS, total_images: 0, total_generations: 0 })),
      http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: 0 })),
    );
    expect(await goes(USER)).toEqual([
      expect.stringMatching(/^Any batches, API keys/),
      expect.stringMatching(/^Your name/),
    ]);
  });
});

it('an export that could not begin says why, and can be asked for again', async () => {
  server.use(http.post(`${API}/images/exports`, () => refuse('INTERNAL_ERROR')));
  await show(<ExportEverything />);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Download everything (ZIP)',
    'Download image list (JSON)',
    'Download image list (CSV)',
  ]);
  await press('Download image list (CSV)');
  await waitFor(() =>
    expect(toasts).toEqual(['The export could not be started. Server error, please try again later']),
  );
});
