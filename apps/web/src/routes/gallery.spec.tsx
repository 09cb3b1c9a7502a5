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
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
const settled = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

describe('the filters of the gallery', () => {
  it('stand in the address, are sent, begin with the first page, and Back takes them away', async () => {
    world.items = galleryItems(13);
    await world.open('/gallery?page=2');
    await sheet();
    expect(lastAsked()).toEqual({ page: '2', limit: '12' });
    choose('Category', 'anime');
    await waitFor(() => expect(world.place()).toBe('/gallery?group=anime'));
    await waitFor(() => expect(lastAsked()).toEqual({ page: '1', limit: '12', style_group: 'anime' }));
    choose('Style', 'neon-punk');
    choose('Order', 'oldest');
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

  it('that leave nothing say so, and are cleared in one press', async () => {
    await world.open('/gallery?q=unicorn&fav=1');
    expect(await screen.findByText('No image matches')).toBeVisible();
    expect(screen.queryByText('Nothing here yet')).toBeNull();
    expect(search()).toHaveValue('unicorn');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body);
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    expect(await frames()).toHaveLength(3);
    expect(search()).toHaveValue('');
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
