import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItems, imageId } from '../../test/gallery';
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
  it('brings the next page below in the place of as many grey prints, and asks for nothing that nobody scrolls to', async () => {
    const prints = () => document.querySelectorAll('main [data-waiting]').length;
    await world.open();
    expect(await frames()).toEqual(fromTo(30, 19));
    expect(prints()).toBe(12);
    expect(watching.size).toBe(0);
    scroll();
    comeToEnd(false);
    expect(askedPages()).toEqual(['1']);
    expect(margins).toEqual(['100% 0px']);
    await scrollOn(7);
    expect(prints()).toBe(6);
    await scrollOn(1);
    expect(prints()).toBe(0);
    expect(watching.size).toBe(0);
    expect(askedPages()).toEqual(['1', '2', '3']);
    expect(screen.getByText('Page 3 of 3')).toBeVisible();
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

  it('lies behind the details, where the address stays with the image, also over the border of two pages', async () => {
    await open();
    await userEvent.click(card(19));
    await screen.findByRole('dialog', { name: /0019/ });
    scrollTo(8);
    await act(() => new Promise((resolve) => setTimeout(resolve, 250)));
    expect(world.place()).toBe(`/gallery?image=${imageId(19)}`);
    jest.restoreAllMocks();
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
});
