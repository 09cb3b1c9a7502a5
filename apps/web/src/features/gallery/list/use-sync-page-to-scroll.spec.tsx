import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, RouterProvider, createBrowserRouter, useNavigate, useSearchParams } from 'react-router-dom';
import { atEndOfSpec } from '../../../../test/end-of-spec';
import { useSyncPageToScroll } from './use-sync-page-to-scroll';

/** Longer than scrolling is given to settle. */
const LATER_MS = 300;
const PAGE_IN_SIGHT = 3;

function Gallery() {
  const navigate = useNavigate();
  useSyncPageToScroll(true, {
    page: Number(useSearchParams()[0].get('page')),
    pageOf: Number,
    setPageFromScroll: (page) => void navigate(`?page=${page}`, { replace: true }),
  });
  return (
    <>
      <i data-image={PAGE_IN_SIGHT} />
      <Link to="/slow">Slow</Link>
      <Link to="?page=1&sort=oldest">Oldest</Link>
    </>
  );
}

let arrive: () => void;

async function open() {
  window.history.replaceState(null, '', '/gallery?page=1');
  const waiting = new Promise<null>((resolve) => {
    arrive = () => resolve(null);
  });
  const router = createBrowserRouter([
    { path: '/gallery', element: <Gallery /> },
    { path: '/slow', element: null, loader: () => waiting },
  ]);
  atEndOfSpec(() => router.dispose());
  render(<RouterProvider router={router} />);
  await screen.findByRole('link', { name: 'Slow' });
  return router;
}
const scroll = () =>
  act(async () => {
    fireEvent.scroll(window);
    await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })));

beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 300));
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('names the page that is in sight', async () => {
  const router = await open();
  await scroll();
  expect(router.state.location.search).toBe(`?page=${PAGE_IN_SIGHT}`);
});

it('lets a link that was pressed arrive, however long its page takes', async () => {
  const router = await open();
  await press('Slow');
  await scroll();
  await act(async () => arrive());
  expect(router.state.location.pathname).toBe('/slow');
});

it('lets it arrive also where the address had been followed and was not rendered yet', async () => {
  const router = await open();
  await act(async () => {
    await router.navigate('?page=2', { replace: true });
    fireEvent.click(screen.getByRole('link', { name: 'Slow' }));
  });
  await scroll();
  await act(async () => arrive());
  expect(router.state.location.pathname).toBe('/slow');
});

it('goes on after a link to another part of the list', async () => {
  const router = await open();
  await press('Oldest');
  await scroll();
  expect(router.state.location.search).toBe(`?page=${PAGE_IN_SIGHT}`);
});
