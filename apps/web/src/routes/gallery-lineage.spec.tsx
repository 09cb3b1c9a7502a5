import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, imageId } from '../../test/gallery';
import { startGallery } from '../../test/gallery-page';
import { API, ok, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

const strip = async (name = 'Lineage 3 versions') => within(await screen.findByRole('region', { name }));
/** The frames of the strip in their order; the one that is shown in brackets. */
const versions = (scope: Awaited<ReturnType<typeof strip>>) =>
  scope
    .getAllByRole('button', { name: /^No\. / })
    .map((button) => Number(button.getAttribute('aria-label')?.slice(4, 8)) * (button.ariaCurrent === 'true' ? -1 : 1));
beforeEach(() => {
  const [newest, shown] = [galleryItem(11, { parent_id: imageId(9) }), galleryItem(9, { parent_id: imageId(1) })];
  const listed = [newest, shown, galleryItem(8)];
  world.items = [...listed, galleryItem(1)];
  // The first of them is not on the page that is shown.
  server.use(http.get(`${API}/images`, () => ok({ data: listed, page: 1, limit: 12, total: 14 })));
});

describe('the lineage of an open image', () => {
  it('names what it goes back to and what was made from it in their order, and marks the image itself', async () => {
    await world.open(`/gallery?image=${imageId(9)}`);
    expect(versions(await strip())).toEqual([1, -9, 11]);
  });

  it('opens a version in its place and address, by keys too, and keeps the focus in the strip', async () => {
    await world.open(`/gallery?image=${imageId(11)}`);
    const first = (await strip()).getByRole('button', { name: 'No. 0001: Prompt 1' });
    first.focus();
    await userEvent.keyboard('{Enter}');
    expect(world.place()).toBe(`/gallery?image=${imageId(1)}`);
    expect(await screen.findByRole('heading', { name: /Prompt 1$/ })).toBeVisible();
    const after = await strip('Lineage 2 versions');
    expect(versions(after)).toEqual([-1, 9]);
    expect(after.getByRole('button', { name: 'No. 0001: Prompt 1' })).toHaveFocus();
  });

  it('compares the older of two with the newer, and returns to the button', async () => {
    await world.open(`/gallery?image=${imageId(9)}`);
    const compared = async (frame: string) => {
      const button = (await strip()).getByRole('button', { name: `Compare with No. ${frame}` });
      await userEvent.click(button);
      const dialog = within(await screen.findByRole('dialog', { name: 'Before and after' }));
      const names = dialog.getAllByRole('img').map((image) => image.getAttribute('alt'));
      await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(button).toHaveFocus());
      return new Set(names);
    };
    expect(await compared('0001')).toEqual(new Set(['Earlier: Prompt 1', 'New: Prompt 9']));
    expect(await compared('0011')).toEqual(new Set(['Earlier: Prompt 9', 'New: Prompt 11']));
  });

  it('is compared with the other images alone, and not with one whose file was lost', async () => {
    world.items = world.items.map((item) => (item.frame_number === 1 ? { ...item, url: null } : item));
    await world.open(`/gallery?image=${imageId(9)}`);
    const buttons = (await strip()).getAllByRole('button', { name: /^Compare with/ });
    expect(buttons.map(({ ariaLabel }) => ariaLabel)).toEqual(['Compare with No. 0011']);
  });

  it('points from each ancestor to what was made from it, and goes on from the image that is shown', async () => {
    await world.open(`/gallery?image=${imageId(9)}`);
    const entries = within((await strip()).getByRole('list')).getAllByRole('listitem');
    const arrows = entries.map((entry) => entry.firstElementChild?.localName === 'svg');
    expect(arrows).toEqual([false, true, true, false]);
    await userEvent.click(screen.getByRole('button', { name: 'Remix from here' }));
    expect(await screen.findByRole('textbox', { name: 'What should it show?' })).toHaveValue('Prompt 9');
  });

  it('keeps its place with a placeholder until it is known', async () => {
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.use(http.get(`${API}/images/:id/lineage`, () => held.then(() => undefined)));
    const placeholder = (region: HTMLElement) => region.querySelector('.animate-breathe');
    await world.open(`/gallery?image=${imageId(9)}`);
    const loading = await screen.findByRole('region', { name: 'Lineage' });
    expect(placeholder(loading)).not.toBeNull();
    expect(within(loading).queryByRole('listitem')).toBeNull();
    answer();
    await waitFor(() => expect(within(loading).getAllByRole('listitem')).toHaveLength(4));
    expect(placeholder(loading)).toBeNull();
  });

  it('is not there for an image without any, in either language', async () => {
    await world.open(`/zh/gallery?image=${imageId(9)}`);
    expect(versions(await strip('演变 3 个版本'))).toEqual([1, -9, 11]);
    await userEvent.click(screen.getByRole('button', { name: '下一张' }));
    expect(await screen.findByRole('heading', { name: /Prompt 8$/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: /^演变/ })).toBeNull());
  });
});
