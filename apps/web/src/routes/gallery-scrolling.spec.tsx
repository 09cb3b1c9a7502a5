import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, galleryItems, imageId } from '../../test/gallery';
import { card, frames, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { startScrollingOn } from '../../test/scrolled-on';
import { API, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);
const { watching, margins, scroll, comeToEnd } = startScrollingOn();

beforeEach(() => {
  world.items = galleryItems(30);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const fromTo = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);
async function scrollOn(last: number): Promise<void> {
  scroll();
  comeToEnd();
  await waitFor(() => expect(shownFrames()).toEqual(fromTo(world.items.length, last)));
}
/** Scrolls until this image is the first below the bars at the top of the window. */
function scrollTo(frame: number): void {
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function below(this: HTMLElement) {
    const isAbove = world.items.some(
      ({ id, frame_number: number }) => number > frame && id === this.getAttribute('data-image'),
    );
    return { bottom: isAbove ? 120 : 121 } as DOMRect;
  });
  scroll();
}
const askedPages = () => world.asked.map((query) => query.get('page'));

describe('scrolling on', () => {
  it('brings the next page below, and asks for nothing that nobody scrolls to', async () => {
    await world.open();
    expect(await frames()).toEqual(fromTo(30, 19));
    expect(watching.size).toBe(0);
    scroll();
    comeToEnd(false);
    expect(askedPages()).toEqual(['1']);
    expect(margins).toEqual(['100% 0px']);
    await scrollOn(7);
    await scrollOn(1);
    expect(watching.size).toBe(0);
    expect(askedPages()).toEqual(['1', '2', '3']);
    expect(screen.getByText('Page 3 of 3')).toBeVisible();
  });

  it('begins with the wheel where the whole page fits the window', async () => {
    await world.open();
    await sheet();
    fireEvent.wheel(window);
    comeToEnd();
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(30, 7)));
  });

  it('shows as many grey prints as images are to come', async () => {
    world.items = galleryItems(26);
    await world.open();
    await sheet();
    const prints = () => document.querySelectorAll('main [data-waiting]').length;
    expect(prints()).toBe(12);
    await scrollOn(3);
    expect(prints()).toBe(2);
    await scrollOn(1);
    expect(prints()).toBe(0);
  });

  it('goes on from the page of the address', async () => {
    await world.open('/gallery?page=2');
    expect(await frames()).toEqual(fromTo(18, 7));
    scroll();
    comeToEnd();
    const told = () => screen.queryByText('Loading your images', { selector: '[role=status]' });
    expect(told()).not.toBeNull();
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(18, 1)));
    expect(told()).toBeNull();
    expect(askedPages()).toEqual(['2', '3']);
  });

  it('pauses after eight pages; the pager leads on, and more come on demand', async () => {
    world.items = galleryItems(120);
    await world.open();
    await sheet();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    for (let page = 2; page <= 8; page += 1) await scrollOn(120 - 12 * page + 1);
    expect(watching.size).toBe(0);
    // It has been asked for ahead, so that what it moves is moved by the press.
    await waitFor(() => expect(askedPages()).toContain('9'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(card(25)).toHaveFocus();
    expect(shownFrames()).toEqual(fromTo(120, 13));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await scrollOn(1);
    fireEvent.click(screen.getByRole('button', { name: 'Page 9' }));
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(24, 13)));
    expect(world.place()).toBe('/gallery?page=9');
  });

  it('that fails says so below what is there, and goes on when it is asked to', async () => {
    await world.open();
    await sheet();
    server.use(http.get(`${API}/images`, () => refuse('INTERNAL_ERROR'), { once: true }));
    scroll();
    comeToEnd();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Gallery could not be loaded');
    expect(alert).toHaveTextContent('Server error, please try again later');
    expect(shownFrames()).toEqual(fromTo(30, 19));
    expect(watching.size).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(30, 7)));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('begins anew with another filter', async () => {
    await world.open();
    await sheet();
    await scrollOn(7);
    fireEvent.change(screen.getByRole('textbox', { name: 'Search prompts' }), { target: { value: 'Prompt' } });
    await waitFor(() => expect(world.place()).toBe('/gallery?q=Prompt'));
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(30, 19)));
  });

  it('brings the next favorites too', async () => {
    world.items = world.items.map((item) => ({ ...item, is_favorited: true }));
    await world.open('/favorites');
    expect(await frames('Your favorites')).toHaveLength(12);
    scroll();
    comeToEnd();
    await waitFor(() => expect(shownFrames('Your favorites')).toEqual(fromTo(30, 7)));
  });
});

describe('the address', () => {
  it('follows the page that is looked at, in the same entry of the history', async () => {
    await world.open();
    await sheet();
    const entries = window.history.length;
    await scrollOn(7);
    scrollTo(18);
    await waitFor(() => expect(world.place()).toBe('/gallery?page=2'));
    expect(shownFrames()).toEqual(fromTo(30, 7));
    await scrollOn(1);
    scrollTo(6);
    await waitFor(() => expect(world.place()).toBe('/gallery?page=3'));
    scrollTo(19);
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    expect(shownFrames()).toEqual(fromTo(30, 1));
    expect(window.history.length).toBe(entries);
    expect(askedPages()).toEqual(['1', '2', '3']);
  });

  it('stays while an image is open over the list', async () => {
    await world.open();
    await sheet();
    await scrollOn(7);
    await userEvent.click(card(20));
    await screen.findByRole('dialog', { name: /0020/ });
    scrollTo(8);
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(world.place()).toBe(`/gallery?image=${imageId(20)}`);
  });
});

describe('what was scrolled to', () => {
  const open = async () => {
    await world.open();
    await sheet();
    await scrollOn(7);
  };

  it('is there again after Back from another page', async () => {
    await open();
    await userEvent.click(screen.getAllByRole('link', { name: 'Favorites' })[0] ?? document.body);
    await screen.findByRole('heading', { level: 1, name: 'Favorites' });
    act(() => window.history.back());
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(30, 7)));
  });

  it('lies behind the details, also when one goes over the border of two pages there', async () => {
    await open();
    await userEvent.click(card(19));
    await screen.findByRole('dialog', { name: /0019/ });
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: /0018/ });
    expect(world.place()).toBe(`/gallery?image=${imageId(18)}&page=2`);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shownFrames()).toEqual(fromTo(30, 7));
    expect(world.place()).toBe('/gallery');
  });

  it('is selected over the border of two pages, and counts as being here', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    const box = (number: number) => screen.getByRole('checkbox', { name: new RegExp(`^Prompt ${number},`) });
    const user = userEvent.setup();
    await user.click(box(20));
    await user.keyboard('{Shift>}');
    await user.click(box(17));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText('4 selected')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(6, 1)));
    expect(screen.getByText(/^on pages 1.*2$/)).toBeVisible();
  });

  it('is selected as a whole, and the next page that comes is not', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Select all shown' }));
    expect(screen.getByText('24 selected')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Deselect all shown' })).toBeVisible();
    await scrollOn(1);
    expect(screen.getByText('24 selected')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Select all shown' })).toBeVisible();
  });

  it('shows no image twice while a new one is held back', async () => {
    await open();
    world.items = [galleryItem(31), ...world.items];
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'x' })));
    await screen.findByRole('button', { name: '1 new image' });
    expect(shownFrames()).toEqual(fromTo(30, 7));
  });
});
