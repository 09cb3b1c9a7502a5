import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@app/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { renderPart } from '../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { sessionOpened } from '../../api/auth/session-slice';
import { clearTokens, readAccessToken, storeTokens } from '../../api/auth/tokens';
import { AccountMenu } from './account-menu';
import { Avatar, initialOf } from './avatar';
import { CallbackSteps } from './callback-steps';
import { requireSession } from './guard';
import { lastMethod } from './last-method';
import { ProviderButtons } from './provider-buttons';
import { WaitingPrompt } from './sign-in-reasons';
import { useSignInCallback, type CallbackStep } from './use-sign-in-callback';

const server = startServer();
const options = { user: null, namespaces: ['session'] } as const;
afterEach(() => void jest.restoreAllMocks());

describe('a sign-in that came back from the provider', () => {
  const done: string[] = [];
  function Callback({ returned }: { returned: Parameters<typeof useSignInCallback>[0] }) {
    const { step, failure, retry } = useSignInCallback(returned, remember);
    return (
      <button type="button" onClick={retry}>
        {step} {failure ?? 'fine'}
      </button>
    );
  }
  const remember = (redirect: string) => void done.push(redirect);
  const tokens = { access_token: 'good', refresh_token: 'refresh', redirect: '/gallery' };
  const answer = (reply: () => Response) => server.use(http.post(`${API}/auth/google/callback`, reply));
  const show = async (part: Partial<Parameters<typeof useSignInCallback>[0]>) => {
    done.length = 0;
    const returned = { code: `code-${Math.random()}`, state: 'google.x', error: null, ...part };
    await renderPart(<Callback returned={returned} />, options);
    return (text: string) => waitFor(() => expect(screen.getByRole('button')).toHaveTextContent(text));
  };

  it('leads on with profile and tokens', async () => {
    server.use(meHandler('good'));
    answer(() => ok(tokens));
    const said = await show({});
    await said('done fine');
    expect(done).toEqual(['/gallery']);
    expect(readAccessToken()).toBe('good');
  });

  it.each([
    [{ error: 'access_denied' }, 'denied'],
    [{ error: 'server_error' }, 'failed'],
    [{ code: null }, 'noCredentials'],
    [{ state: null }, 'noCredentials'],
    [{ state: 'luck.x' }, 'noCredentials'],
  ])('with %j asks nothing and is %s', async (part, failure) => {
    const said = await show(part);
    await said(`exchange ${failure}`);
    expect(done).toEqual([]);
  });

  it.each([
    ['OAUTH_STATE_INVALID', 'expired'],
    ['OAUTH_CODE_REFUSED', 'expired'],
    ['INTERNAL_ERROR', 'failed'],
  ] as const)('that is refused with %s is %s', async (code, failure) => {
    answer(() => refuse(code));
    const said = await show({});
    await said(`exchange ${failure}`);
    expect(done).toEqual([]);
  });

  it('that got no answer is tried again; only the profile where the tokens are there', async () => {
    let exchanges = 0;
    answer(() => {
      exchanges += 1;
      return exchanges === 1 ? HttpResponse.error() : ok(tokens);
    });
    server.use(http.get(`${API}/auth/me`, () => refuse('INTERNAL_ERROR')));
    const said = await show({});
    await said('exchange network');
    await userEvent.click(screen.getByRole('button'));
    await said('profile failed');
    server.use(meHandler('good'));
    await userEvent.click(screen.getByRole('button'));
    await said('done fine');
    expect(exchanges).toBe(2);
    expect(done).toEqual(['/gallery']);
  });
});

describe('the guard of a page', () => {
  const enter = (store = makeStore()) => requireSession(store, 'en', '/gallery?page=2#x');
  const login = `/login?${new URLSearchParams({ redirect: '/gallery?page=2#x' }).toString()}`;

  it('lets users pass, loading their profile once', async () => {
    storeTokens({ access_token: 'good', refresh_token: 'refresh' });
    server.use(meHandler('good'));
    const store = makeStore();
    expect(await enter(store)).toBeNull();
    expect(store.getState().session.phase).toBe('signed-in');
    server.use(http.get(`${API}/auth/me`, () => refuse('INTERNAL_ERROR')));
    const known = makeStore();
    known.dispatch(sessionOpened(USER));
    expect(await enter(known)).toBeNull();
  });

  it('leads others to sign in and back, but nobody because of an outage', async () => {
    clearTokens();
    expect((await enter())?.headers.get('location')).toBe(login);
    storeTokens({ access_token: 'old', refresh_token: 'old' });
    server.use(
      meHandler('good'),
      http.post(`${API}/auth/refresh`, () => refuse('REFRESH_TOKEN_INVALID')),
    );
    expect((await enter())?.headers.get('location')).toBe(login);
    storeTokens({ access_token: 'good', refresh_token: 'refresh' });
    server.use(http.get(`${API}/auth/me`, () => refuse('INTERNAL_ERROR')));
    await expect(enter()).rejects.toMatchObject({ error: { status: 500 } });
  });
});

describe('a user', () => {
  it('is known by the first letter of the name, else of the address', () => {
    const initial = (name: string, email: string | null = 'lin@example.com') => initialOf({ name, email });
    expect([initial(' anna'), initial('  '), initial('𠮷田'), initial('', null), initial('', ' ')]).toEqual([
      'A',
      'L',
      '𠮷',
      '?',
      '?',
    ]);
  });

  it('has an initial where the image is missing or cannot be loaded', async () => {
    await renderPart(<Avatar user={{ ...USER, avatar_url: '/me.png' }} />, options);
    expect(screen.queryByText('L')).toBeNull();
    fireEvent.error(screen.getByRole('presentation'));
    expect(screen.getByText('L')).toBeVisible();
  });
});

describe('the menu of the account', () => {
  function Account({ user }: { user: User }) {
    const [open, setOpen] = useState(false);
    return <AccountMenu user={user} open={open} onOpenChange={setOpen} />;
  }
  const entry = (name: string) => screen.findByRole('menuitem', { name });

  it('says whose it is, leads to what is theirs, and signs out', async () => {
    server.use(http.post(`${API}/auth/logout`, () => ok(null)));
    const { store } = await renderPart(<Account user={USER} />, { ...options, user: USER });
    await userEvent.click(screen.getByRole('button', { name: 'Account of Lin' }));
    expect(await screen.findByText('lin@example.com')).toBeVisible();
    expect(await entry('Profile')).toHaveAttribute('href', '/profile');
    expect(await entry('Favorites')).toHaveAttribute('href', '/favorites');
    await userEvent.click(await entry('Sign out'));
    await waitFor(() => expect(store.getState().session.user).toBeNull());
  });

  it('is named after the address of somebody without a name', async () => {
    await renderPart(<Account user={{ ...USER, name: '' }} />, options);
    expect(screen.getByRole('button', { name: 'Account of lin@example.com' })).toBeVisible();
  });
});

describe('the buttons of the providers', () => {
  const show = (leaving: 'google' | null, choose = jest.fn()) =>
    renderPart(<ProviderButtons leaving={leaving} onChoose={choose} />, options);
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button');

  it('name the one that was used last, and are chosen', async () => {
    window.localStorage.setItem('last_sign_in', 'github');
    const choose = jest.fn();
    await show(null, choose);
    expect(screen.getAllByText('Last used')).toHaveLength(1);
    expect(screen.getByRole('button', { name: /GitHub.*Last used/ })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: /GitHub/ }));
    expect(choose.mock.calls).toEqual([['github']]);
    window.localStorage.setItem('last_sign_in', 'luck');
    expect(lastMethod()).toBeNull();
  });

  it('wait while one of them opens, and without a network', async () => {
    window.localStorage.setItem('last_sign_in', 'google');
    await show('google');
    expect(buttons().map(({ disabled }) => disabled)).toEqual([false, true]);
    expect(buttons()[0]).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('Last used')).toBeNull();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true]);
  });
});

describe('the way through a sign-in', () => {
  it.each([
    ['exchange', 0],
    ['profile', 1],
    ['done', 2],
  ] as [CallbackStep, number][])('at "%s" marks the step that is under way', async (step, current) => {
    await renderPart(<CallbackSteps step={step} />, options);
    const marked = screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current') === 'step');
    expect(marked.indexOf(true)).toBe(current);
    expect(marked.filter(Boolean)).toHaveLength(1);
  });

  it('shows the prompt that waits, if there is one', async () => {
    await renderPart(<WaitingPrompt />, options);
    expect(screen.queryByRole('figure')).toBeNull();
    window.sessionStorage.setItem('prompt_draft', 'A red fox');
    await renderPart(<WaitingPrompt />, options);
    expect(screen.getByRole('figure')).toHaveTextContent('A red fox');
  });
});
