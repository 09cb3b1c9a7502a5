import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { clearTokens, storeTokens } from '../../api/auth/tokens';
import { loadBaseNamespaces, loadNamespaces } from '../../shared/i18n/i18n';
import { LocaleProvider } from '../../shared/i18n/locale-context';
import { useUnsaved } from '../../shared/interaction/use-unsaved';
import { LeaveWarning } from './leave-warning';

/** A form that holds what was not saved while its box is checked. */
function Form({ name }: { name: string }) {
  const [unsaved, setUnsaved] = useState(false);
  useUnsaved(unsaved);
  return (
    <label>
      {name}
      <input type="checkbox" checked={unsaved} onChange={() => setUnsaved(!unsaved)} />
    </label>
  );
}

function Page() {
  const [hasSecond, setSecond] = useState(true);
  return (
    <LocaleProvider locale="en">
      <LeaveWarning>
        <Form name="First" />
        {hasSecond ? <Form name="Second" /> : null}
      </LeaveWarning>
      <button type="button" onClick={() => setSecond(false)}>
        Remove
      </button>
    </LocaleProvider>
  );
}

let router: ReturnType<typeof createMemoryRouter>;
beforeEach(async () => {
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  await Promise.all([loadBaseNamespaces('en'), loadNamespaces('en', ['profile'])]);
  router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/profile?tab=settings'] });
  render(<RouterProvider router={router} />);
});

const edit = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
const go = (to: string) => act(() => router.navigate(to));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const place = () => router.state.location.pathname + router.state.location.search;
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
/** Whether the browser is told to ask before the page is closed. */
const asksAtClose = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

it('nobody is asked while everything is saved', async () => {
  expect(asksAtClose()).toBe(false);
  await go('/gallery');
  expect([place(), question()]).toEqual(['/gallery', null]);
});

describe('somebody with unsaved changes', () => {
  beforeEach(() => edit('First'));

  it('is asked before another page or tab, and stays or goes as they say', async () => {
    for (const close of ['Keep editing', 'Escape']) {
      await go('/profile?tab=statement');
      expect(question()).toBeVisible();
      await (close === 'Escape' ? userEvent.keyboard('{Escape}') : press(close));
      await waitFor(() => expect(question()).toBeNull());
      expect(place()).toBe('/profile?tab=settings');
    }
    await go('/gallery');
    await press('Leave');
    await waitFor(() => expect(place()).toBe('/gallery'));
  });

  it('is asked before the page is closed, no longer once it is saved', async () => {
    expect(asksAtClose()).toBe(true);
    await edit('First');
    expect(asksAtClose()).toBe(false);
    await go('/gallery');
    expect(place()).toBe('/gallery');
  });

  it('is not asked within the page', async () => {
    await go('/profile?tab=settings#name');
    expect([router.state.location.hash, question()]).toEqual(['#name', null]);
  });

  it('is not asked once signed out, when nothing can be saved any more', async () => {
    clearTokens();
    await go('/');
    expect([place(), question()]).toEqual(['/', null]);
  });
});

describe('several forms', () => {
  it('are asked about until the last one is saved', async () => {
    await edit('First');
    await edit('Second');
    await edit('First');
    await go('/gallery');
    expect(question()).toBeVisible();
    await press('Keep editing');
    await edit('Second');
    await go('/gallery');
    expect(place()).toBe('/gallery');
  });

  it('that are gone are asked about no more', async () => {
    await edit('Second');
    await press('Remove');
    expect(asksAtClose()).toBe(false);
    await go('/gallery');
    expect(place()).toBe('/gallery');
  });
});
