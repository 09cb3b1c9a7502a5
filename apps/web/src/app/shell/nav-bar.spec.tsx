import { afterEach, expect, it, jest } from '@jest/globals';
import type { User } from '@app/contracts';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { USER, meHandler, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { sessionClosed, sessionOpened } from '../../api/auth/session-slice';
import { storeTokens } from '../../api/auth/tokens';
import { loadBaseNamespaces } from '../../shared/i18n/i18n';
import { LocaleProvider } from '../../shared/i18n/locale-context';
import { chooseTheme } from '../../shared/theme';
import { MobileMenu } from './mobile-menu';
import { NavBar } from './nav-bar';

const server = startServer();
afterEach(() => act(() => chooseTheme('light')));

/** A part of the frame around the page of the prices. */
async function show(element: ReactElement, { user = null }: { user?: User | null } = {}) {
  await loadBaseNamespaces('en');
  const store = makeStore();
  if (user) store.dispatch(sessionOpened(user));
  const page = <LocaleProvider locale="en">{element}</LocaleProvider>;
  const router = createMemoryRouter([{ path: '*', handle: { page: 'pricing' }, element: page }], {
    initialEntries: ['/pricing?billing=annual#pro'],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store, place: () => router.state.location.pathname };
}

const nothing = () => undefined;
const button = (name: string) => screen.getByRole('button', { name });
const menu = () => document.getElementById('mobile-menu');

it('marks the page that is shown, and leads visitors to sign in', async () => {
  const { store } = await show(<NavBar onPalette={nothing} />);
  act(() => void store.dispatch(sessionClosed(null)));
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual(['Pricing']);
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

it('offers no sign-in while a stored session is restored, only then', async () => {
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  const { store } = await show(<NavBar onPalette={nothing} />);
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  act(() => void store.dispatch(sessionClosed(null)));
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

it('without a stored session offers the sign-in at once', async () => {
  await show(<NavBar onPalette={nothing} />);
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

it('closes its menu when one goes anywhere, and by its own button', async () => {
  const { place } = await show(<NavBar onPalette={nothing} />);
  expect(menu()).toBeNull();
  await userEvent.click(button('Menu'));
  expect(button('Menu')).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(button('Menu'));
  expect(menu()).toBeNull();
  await userEvent.click(button('Menu'));
  await userEvent.click(within(menu() as HTMLElement).getByRole('link', { name: 'Generate' }));
  expect([menu(), place()]).toEqual([null, '/generate']);
  await userEvent.click(button('Menu'));
  await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0] as HTMLElement);
  expect([menu(), place()]).toEqual([null, '/']);
});

it('opens the credits of a person into their box, and closes it by Escape', async () => {
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  server.use(meHandler('good'));
  await show(<NavBar onPalette={nothing} />, { user: USER });
  const chip = await screen.findByRole('button', { name: /^14\.5 credits left/ });
  await userEvent.click(chip);
  expect(await screen.findByRole('region', { name: 'Credits' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Credits' })).toBeNull();
  expect(chip).toHaveFocus();
});

it('names the light that a press switches on or off', async () => {
  await show(<NavBar onPalette={nothing} />);
  await userEvent.click(button('Lights off'));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await userEvent.click(button('Lights on'));
  expect(button('Lights off')).toBeVisible();
});

it('the menu of a phone has pages and languages, marks those that are shown, and closes when one goes', async () => {
  const onGo = jest.fn();
  const { place } = await show(<MobileMenu onGo={onGo} onPalette={nothing} />);
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')]);
  expect(links).toEqual([
    ['Home', null],
    ['Generate', null],
    ['Gallery', null],
    ['Favorites', null],
    ['Pricing', 'page'],
    ['中文', null],
    ['English', 'true'],
  ]);
  const other = screen.getByRole('link', { name: '中文' });
  expect(other).toHaveAttribute('href', '/zh/pricing?billing=annual#pro');
  expect(other).toHaveAttribute('lang', 'zh-Hans');
  await userEvent.click(other);
  await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
  expect([onGo.mock.calls.length, place()]).toEqual([2, '/gallery']);
});

it.each([
  ['not for a visitor, who has it in the bar', null, 1],
  ['for somebody who is signed in', USER, 2],
])('the menu of a phone has the switch of the lights beside the palette, %s', async (_, user, count) => {
  const onPalette = jest.fn();
  await show(<MobileMenu onGo={nothing} onPalette={onPalette} />, { user });
  expect(screen.getAllByRole('button')).toHaveLength(count);
  await userEvent.click(button('Search and commands'));
  expect(onPalette).toHaveBeenCalledTimes(1);
});
