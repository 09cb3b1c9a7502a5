import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { galleryItem, galleryItems, imageId } from '../../test/gallery';
import { card, frames, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

const search = () => screen.getByRole('textbox', { name: 'Search prompts' });
const lastAsked = () => Object.fromEntries(world.asked.at(-1) ?? []);
const searches = () => world.asked.flatMap((query) => query.get('q') ?? []);
const settled = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

describe('the filters of the gallery', () => {
  it('send nothing but page and limit while none is set', async () => {
    await world.open();
    await sheet();
    expect(lastAsked()).toEqual({ page: '1', limit: '12' });
  });

  it('stand in the address, are sent, begin with the first page, and Back takes them away', async () => {
    world.items = galleryItems(13);
    await world.open('/gallery?page=2');
    await sheet();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Anime');
    await waitFor(() => expect(world.place()).toBe('/gallery?group=anime'));
    await waitFor(() => expect(lastAsked()).toEqual({ page: '1', limit: '12', style_group: 'anime' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Style' }), 'Neon punk');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest first');
    await userEvent.click(screen.getByRole('switch', { name: 'Favorites only' }));
    await waitFor(() => expect(world.place()).toBe('/gallery?group=anime&style=neon-punk&sort=oldest&fav=1'));
    await waitFor(() =>
      expect(lastAsked()).toEqual({
        page: '1',
        limit: '12',
        style: 'neon-punk',
        favorite: 'true',
        sort: 'created_at',
        order: 'asc',
      }),
    );
    act(() => window.history.back());
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Favorites only' })).not.toBeChecked());
  });

  it('are read from the address, and what it cannot mean is left out', async () => {
    await world.open('/gallery?group=cartoon&style=anime&sort=size&fav=yes&q=%20fox%20');
    await waitFor(() => expect(lastAsked()).toEqual({ page: '1', limit: '12', style_group: 'cartoon', q: 'fox' }));
    expect(search()).toHaveValue('fox');
  });

  it('that leave nothing say so, and are cleared in one press', async () => {
    await world.open('/gallery?q=unicorn&fav=1');
    expect(await screen.findByText('No image matches')).toBeVisible();
    expect(screen.queryByText('Nothing here yet')).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body);
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    expect(await frames()).toHaveLength(3);
    expect(search()).toHaveValue('');
  });
});

describe('the search', () => {
  it('waits for a pause in typing', async () => {
    await world.open();
    await sheet();
    for (const value of ['p', 'prompt 1', 'prompt 13']) fireEvent.change(search(), { target: { value } });
    await waitFor(() => expect(shownFrames()).toEqual([13]));
    expect(searches()).toEqual(['prompt 13']);
    expect(world.place()).toBe('/gallery?q=prompt+13');
    expect(screen.getByText('1 found')).toBeVisible();
  });

  it('asks for nothing while an input method is open, and for what it was used for afterwards', async () => {
    await world.open();
    await sheet();
    fireEvent.compositionStart(search());
    fireEvent.change(search(), { target: { value: "shan'shui" } });
    fireEvent.keyDown(search(), { key: 'Enter', isComposing: true });
    await settled(500);
    expect(searches()).toEqual([]);
    fireEvent.change(search(), { target: { value: '山水' } });
    fireEvent.compositionEnd(search());
    await waitFor(() => expect(searches()).toEqual(['山水']));
  });
});

describe('the details of an image', () => {
  const dialog = () => screen.findByRole('dialog', { name: /^Details of image/ });
  const open = async (number: number) => {
    await sheet();
    await userEvent.click(card(number));
    return dialog();
  };

  it('lie over the list under an address of their own; closing gives the focus back to the card', async () => {
    await world.open();
    const details = await open(13);
    expect(world.place()).toBe(`/gallery?image=${imageId(13)}`);
    expect(within(details).getByText('SD 3.5 Medium')).toBeVisible();
    expect(within(details).getByText('1:1 · 1024 × 1024')).toBeVisible();
    expect(within(details).getByText('Demo engine (no AI model)')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    await waitFor(() => expect(card(13)).toHaveFocus());
  });

  it('go on with the arrows, also over the border of a page, which the list follows', async () => {
    world.items = galleryItems(14);
    await world.open();
    await open(4);
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('heading', { name: /Prompt 3$/ });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Next image' })).not.toHaveAttribute('aria-disabled'),
    );
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(world.place()).toBe(`/gallery?image=${imageId(2)}&page=2`));
    await screen.findByRole('heading', { name: /Prompt 2$/ });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(shownFrames()).toEqual([2, 1]));
    expect(world.place()).toBe('/gallery?page=2');
    await waitFor(() => expect(card(2)).toHaveFocus());
  });

  it('open by their address alone, and close onto the list', async () => {
    world.items = galleryItems(13);
    await world.open(`/gallery?image=${imageId(1)}`);
    expect(await within(await dialog()).findByRole('heading', { name: /Prompt 1$/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(world.place()).toBe('/gallery'));
  });

  it('of an image that is not there say so', async () => {
    await world.open(`/gallery?image=${imageId(99)}`);
    expect(await screen.findByText('This image is not here')).toBeVisible();
  });

  it('mark with F, and delete after a question, going on to the next', async () => {
    await world.open();
    const details = await open(13);
    await userEvent.keyboard('f');
    expect(await within(details).findByRole('button', { name: 'Remove from favorites' })).toBeVisible();
    await waitFor(() => expect(world.find(imageId(13))?.is_favorited).toBe(true));
    await userEvent.keyboard('{Delete}');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Delete}');
    await within(details).findByRole('button', { name: 'Yes, delete' });
    await userEvent.keyboard('{Enter}');
    expect(await within(details).findByRole('heading', { name: /Prompt 12$/ })).toBeVisible();
    await waitFor(() => expect(world.find(imageId(13))).toBeUndefined());
  });
});

describe('the keys', () => {
  it('are listed on ?, and single keys can be switched off', async () => {
    await world.open();
    await sheet();
    act(() => card(14).focus());
    await userEvent.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await userEvent.click(within(help).getByRole('switch', { name: /^Single-key shortcuts/ }));
    await userEvent.keyboard('{Escape}');
    act(() => card(14).focus());
    await userEvent.keyboard('x');
    expect(screen.queryByText('1 selected')).toBeNull();
    window.localStorage.removeItem('single_key_shortcuts');
    await userEvent.keyboard('x');
    expect(await screen.findByText('1 selected')).toBeVisible();
  });

  it('do nothing while one is typing', async () => {
    await world.open();
    await sheet();
    await userEvent.type(search(), 'x?f');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/selected$/)).toBeNull();
  });
});

describe('favorites', () => {
  const marked = (count: number) => galleryItems(count).map((item) => ({ ...item, is_favorited: true }));

  it('show the same cards, and which page of how many', async () => {
    world.items = marked(14);
    await world.open('/favorites');
    await sheet('Your favorites');
    expect(await frames('Your favorites')).toHaveLength(12);
    expect(screen.getByText('Page 1 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
  });

  it('lose an image at once, which can be taken back', async () => {
    world.items = marked(3);
    await world.open('/favorites');
    await sheet('Your favorites');
    act(() => card(2).focus());
    await userEvent.keyboard('f');
    await waitFor(() => expect(shownFrames('Your favorites')).toEqual([3, 1]));
    expect(screen.getByText('2 images')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shownFrames('Your favorites')).toEqual([3, 2, 1]));
  });

  it('are empty with a word on how to fill them', async () => {
    await world.open('/favorites');
    expect(await screen.findByText('No favorites yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'To the gallery' })).toHaveAttribute('href', '/gallery');
  });
});

describe('a gallery without images', () => {
  it('begins one with the prompt of an example', async () => {
    world.items = [];
    await world.open();
    expect(await screen.findByRole('link', { name: 'Start creating' })).toHaveAttribute('href', '/generate');
    const examples = within(await screen.findByRole('region', { name: 'Try one of these' }));
    await userEvent.click(examples.getByRole('button', { name: 'A whale leaping out of the sea' }));
    expect(await screen.findByRole('textbox', { name: 'What should it show?' })).toHaveValue(
      'A whale leaping out of the sea',
    );
    expect(world.place()).toMatch(/^\/generate\?.*style=origami&size=5%3A4/);
  });
});

describe('a card', () => {
  it('loads thumbnails, never the whole image', async () => {
    const thumbnails = [320, 640].map((width) => ({ width, height: width, url: `/${width}.webp` }));
    world.items = [galleryItem(1, { thumbnails })];
    await world.open();
    const image = await screen.findByRole('img', { name: /^Prompt 1,/ });
    expect(image).toHaveAttribute('srcset', '/320.webp 320w, /640.webp 640w');
  });
});

describe('an image whose address has run out in an open page', () => {
  const image = () => screen.findByRole('img', { name: /^Prompt 1/ });
  const at = (url: string) => galleryItem(1, { url, thumbnails: [] });

  it('is loaded from its new address', async () => {
    world.items = [at('/old.png')];
    await world.open();
    expect(await image()).toHaveAttribute('src', '/old.png');
    world.items = [at('/new.png')];
    fireEvent.error(await image());
    await waitFor(async () => expect(await image()).toHaveAttribute('src', '/new.png'));
  });

  it('is given up when its new address fails too', async () => {
    world.items = [at('/lost.png')];
    await world.open();
    fireEvent.error(await image());
    expect(await screen.findByText('The image could not be loaded.')).toBeVisible();
    await waitFor(() => expect(world.asked).toHaveLength(2));
    await settled(50);
    expect(world.asked).toHaveLength(2);
  });
});
