import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { touch } from '../../test/events';
import { galleryItem, imageId } from '../../test/gallery';
import { card, sheet, startGallery } from '../../test/gallery-page';
import { API, ok, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

const dialog = () => screen.findByRole('dialog', { name: /^Details of image/ });
const open = async (number: number) => {
  await sheet();
  await userEvent.click(card(number));
  return dialog();
};
const heading = (number: number) => screen.findByRole('heading', { name: new RegExp(`Prompt ${number}$`) });
const button = (name: string) => screen.getByRole('button', { name });
/** Also what is not told to a screen reader. */
const sources = (root: HTMLElement) => [...root.querySelectorAll('img')].map(({ src }) => new URL(src).pathname);

beforeEach(() => {
  world.items = [3, 2, 1].map((number) =>
    galleryItem(number, {
      thumbnails: [{ width: 640, height: 640, url: `http://localhost/api/files/${number}-640.webp` }],
    }),
  );
});

describe('the words beside an open image', () => {
  it('go and come with I, stay away for the next image and the next visit, and come for the question before deleting', async () => {
    await world.open();
    await open(3);
    await heading(3);
    expect(button('Details and actions')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('i');
    expect(screen.queryByRole('heading', { name: /Prompt 3$/ })).toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: /0002/ });
    expect(screen.queryByRole('heading', { name: /Prompt 2$/ })).toBeNull();
    expect(window.localStorage.getItem('picture_info')).toBe('off');
    await userEvent.keyboard('{Delete}');
    expect(await screen.findByRole('group', { name: 'Delete this image?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Prompt 2$/ })).toBeNull());
    expect(await dialog()).toBeVisible();
    await userEvent.click(button('Details and actions'));
    await heading(2);
    await userEvent.click(button('Keyboard shortcuts'));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});

describe('a closer look', () => {
  it('loads the file as it was made, and its arrows look around instead of turning; Escape ends it first', async () => {
    await world.open();
    const details = await open(2);
    await heading(2);
    expect(sources(details)).toEqual(['/api/files/3-640.webp', '/api/files/2-640.webp', '/api/files/1-640.webp']);
    expect(details.innerHTML).not.toContain('/api/files/2.png');
    await userEvent.keyboard('z');
    expect(button('Show the whole image')).toBeVisible();
    expect(sources(details)).toContain('/api/files/2.png');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Zoom in' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(world.place()).toBe(`/gallery?image=${imageId(2)}`);
    expect(within(details).getByRole('img', { name: 'Prompt 2' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeVisible();
    expect(details).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(world.place()).toBe('/gallery'));
  });
});

describe('an image that is not in the list below it', () => {
  it('leaves the focus to the heading of the page when it closes', async () => {
    world.items = [galleryItem(14), galleryItem(13)];
    server.use(http.get(`${API}/images/${imageId(7)}`, () => ok(galleryItem(7))));
    await world.open(`/gallery?image=${imageId(7)}`);
    await heading(7);
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(world.place()).toBe('/gallery');
  });
});

describe('a finger', () => {
  const swipe = (from: [number, number], to: [number, number]) => {
    const image = screen.getByRole('img', { name: /^Prompt/ });
    const at = ([clientX, clientY]: [number, number]) => [{ clientX, clientY }];
    touch(image, 'touchStart', at(from));
    const kept = touch(image, 'touchMove', at(to));
    touch(image, 'touchEnd', []);
    return kept;
  };

  it('turns to the next image, which is told, and to the one before, closes downwards, and scrolls upwards', async () => {
    await world.open();
    const [told] = within(await open(2)).getAllByRole('status');
    await screen.findByRole('img', { name: 'Prompt 2' });
    expect(told).toBeEmptyDOMElement();
    expect(swipe([500, 200], [200, 210])).toBe(true);
    await waitFor(() => expect(world.place()).toBe(`/gallery?image=${imageId(1)}`));
    await screen.findByRole('img', { name: 'Prompt 1' });
    expect(told).toHaveTextContent('No. 0001: Prompt 1');
    swipe([200, 200], [500, 210]);
    await waitFor(() => expect(world.place()).toBe(`/gallery?image=${imageId(2)}`));
    await screen.findByRole('img', { name: 'Prompt 2' });
    expect(swipe([300, 300], [305, 200])).toBe(false);
    expect(world.place()).toBe(`/gallery?image=${imageId(2)}`);
    expect(swipe([300, 200], [305, 400])).toBe(true);
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    await waitFor(() => expect(card(2)).toHaveFocus());
  });
});

describe('from an open image', () => {
  const draft = () => JSON.parse(window.sessionStorage.getItem('generate_draft') ?? '{}') as Record<string, unknown>;

  it('a remix begins with all that it was made from, and goes back to it', async () => {
    world.items = [galleryItem(4, { style: 'origami', size: '3:2', negative_prompt: 'people', seed: 99 })];
    await world.open();
    await open(4);
    await userEvent.click(button('Remix'));
    expect(await screen.findByRole('textbox', { name: 'What should it show?' })).toHaveValue('Prompt 4');
    expect(world.place()).toBe('/generate?model=sd3.5-medium&style=origami&size=3%3A2');
    expect(await screen.findByText('Linked to an earlier image')).toBeVisible();
    await waitFor(() => expect(draft()).toMatchObject({ seed: '99', parentId: imageId(4), negativePrompt: 'people' }));
  });
});

describe('the list of keys', () => {
  it('has a door in the gallery, which the focus returns to', async () => {
    await world.open();
    await sheet();
    await userEvent.click(button('Keyboard shortcuts'));
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(help).getByText('Show or hide details and actions')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button('Keyboard shortcuts')).toHaveFocus());
  });
});

it('says that it is shared once it is, and no longer when its link has ended', async () => {
  const share = (shared_until: string | null) => {
    world.items = world.items.map((item) => (item.id === imageId(3) ? { ...item, shared_until } : item));
  };
  server.use(
    http.post(`${API}/images/:id/share`, () => {
      share('2099-01-01T12:00:00.000Z');
      return ok({ token: 't', url: 'http://localhost/shared/t', expires_at: '2099-01-01T12:00:00.000Z' });
    }),
    http.delete(`${API}/images/:id/share`, () => {
      share(null);
      return ok(null);
    }),
  );
  await world.open();
  const details = within(await open(3));
  expect(details.getByText('Only you')).toBeVisible();
  await userEvent.click(details.getByRole('button', { name: 'Share' }));
  const sharing = within(await screen.findByRole('dialog', { name: 'Share this image' }));
  expect(await details.findByText(/^Anyone with the link/)).toBeInTheDocument();
  await userEvent.click(await sharing.findByRole('button', { name: 'Stop sharing' }));
  await userEvent.click(await sharing.findByRole('button', { name: 'Stop sharing' }));
  expect(await details.findByText('Only you')).toBeInTheDocument();
});
