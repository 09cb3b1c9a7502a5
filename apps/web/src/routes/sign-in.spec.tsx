import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { API, USER, ok, refuse, startServer } from '../../test/server';
import { nearestTimezone } from '../shared/time/device-time-zone';
import { leave } from '../shared/browser/leave';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;
const open = async (path: string) => {
  app = await openApp(path, { strict: true });
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => setBrowserLanguages(['en-US']));
afterEach(() => app.close());

const ANSWER = {
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'Bearer',
  expires_in: 3600,
  user: USER,
  redirect: '/batch?from=login',
  is_new_user: false,
};

let codes = 0;
/** A code of its own for each test: one works once. */
const returned = (extra = '') => {
  codes += 1;
  return `/auth/callback?code=code-${codes}&state=google.abc${extra}`;
};

describe('the login page', () => {
  const google = 'Sign in with Google';

  it('leads to the provider, both buttons disabled meanwhile', async () => {
    const gone = jest.spyOn(leave, 'to').mockImplementation(() => undefined);
    const asked: string[] = [];
    server.use(
      http.get(`${API}/auth/google`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('redirect') ?? '');
        return ok({ auth_url: 'https://accounts.example/auth' });
      }),
    );
    await open('/login?redirect=%2Fgallery%3Fpage%3D2');
    await userEvent.click(button(google));
    await waitFor(() => expect(gone).toHaveBeenCalledWith('https://accounts.example/auth'));
    expect(asked).toEqual(['/gallery?page=2']);
    expect(button('Redirecting to Google')).toHaveAttribute('aria-busy', 'true');
    expect(button('Sign in with GitHub')).toBeDisabled();

    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    expect(button('Sign in with GitHub')).toBeEnabled();
    gone.mockRestore();
    expect(window.localStorage.getItem('last_sign_in')).toBe('google');
  });

  it('shows the prompt that waits, and nothing where none was begun', async () => {
    window.sessionStorage.setItem('prompt_draft', 'A whale leaping out of the sea');
    await open('/login');
    const waiting = screen.getByText('Your prompt is waiting').closest('figure');
    expect(waiting).toHaveTextContent('A whale leaping out of the sea');
  });

  it('offers only what is set up', async () => {
    server.use(http.get(`${API}/auth/providers`, () => ok(['github'])));
    await open('/login');
    await waitFor(() => expect(screen.queryByRole('button', { name: google })).toBeNull());
    expect(button('Sign in with GitHub')).toBeVisible();
  });

  it.each([
    ['does not answer', () => refuse('SERVICE_UNAVAILABLE')],
    ['has none', () => ok([])],
  ])('offers all ways while the server %s, and says which is not set up', async (_, answer) => {
    let asked = 0;
    server.use(
      http.get(`${API}/auth/providers`, () => {
        asked += 1;
        return answer();
      }),
      http.get(`${API}/auth/google`, () => refuse('OAUTH_PROVIDER_NOT_SET_UP')),
    );
    await open('/login');
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    await userEvent.click(button(google));
    expect(await screen.findByRole('alert')).toHaveTextContent('This way to sign in is not set up here.');
    expect(button(google)).toBeVisible();
    expect(button('Sign in with GitHub')).toBeEnabled();
  });

  it('says which account was used last time', async () => {
    window.localStorage.setItem('last_sign_in', 'github');
    await open('/login');
    expect(button('Sign in with GitHub Last used')).toBeEnabled();
  });

  it('says why it did not work, and lets one try again', async () => {
    server.use(http.get(`${API}/auth/google`, () => refuse('OAUTH_PROVIDER_UNAVAILABLE')));
    await open('/login');
    await userEvent.click(button(google));
    expect(await screen.findByRole('alert')).toHaveTextContent('The sign-in service does not answer.');
    expect(button(google)).toBeEnabled();
  });

  it('does not offer what cannot work offline', async () => {
    const online = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    await open('/login');
    expect(button(google)).toBeDisabled();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(button(google)).toBeEnabled();
    online.mockRestore();
  });

  it('takes no foreign address to go on to', async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${API}/auth/github`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('redirect') ?? '');
        return refuse('RATE_LIMITED');
      }),
    );
    await open('/login?redirect=%2F%2Fevil.example');
    await userEvent.click(button('Sign in with GitHub'));
    await screen.findByRole('alert');
    expect(asked).toEqual(['/']);
  });
});

describe('the return from a provider', () => {
  function serve(exchange: () => Response | Promise<Response>, me: () => Response = () => ok(USER)) {
    const seen: { bodies: unknown[]; addresses: string[]; profiles: number } = {
      bodies: [],
      addresses: [],
      profiles: 0,
    };
    server.use(
      http.post(`${API}/auth/google/callback`, async ({ request }) => {
        seen.addresses.push(app?.place() ?? window.location.href);
        seen.bodies.push(await request.json());
        return exchange();
      }),
      http.get(`${API}/auth/me`, () => {
        seen.profiles += 1;
        return me();
      }),
    );
    return seen;
  }

  it('exchanges the code once, also under strict mode, and goes where the person wanted to go', async () => {
    const seen = serve(() => ok(ANSWER));
    await open(returned('#frag'));
    await heading('Many prompts, one go');
    const sent = { code: `code-${codes}`, state: 'google.abc', language: 'en-US', timezone: nearestTimezone() };
    expect(seen.bodies).toEqual([sent]);
    expect(app.place()).toBe('/batch?from=login');
    expect(window.localStorage.getItem('refresh_token')).toBe('refresh');
  });

  it('has the code out of the address before it asks anybody', async () => {
    const places: string[] = [];
    serve(() => {
      places.push(window.location.pathname + window.location.search + window.location.hash);
      return ok(ANSWER);
    });
    await open(returned());
    await heading('Many prompts, one go');
    expect(places).toEqual(['/auth/callback']);
  });

  it('goes home when the answer names a foreign place', async () => {
    serve(() => ok({ ...ANSWER, redirect: 'https://evil.example/' }));
    await open(returned());
    await waitFor(() => expect(app.place()).toBe('/'));
  });

  it.each([
    ['/auth/callback?error=access_denied&state=google.abc', 'Sign-in was cancelled'],
    ['/auth/callback?error=server_error&state=google.abc', 'Login failed, please try again'],
    ['/auth/callback', 'No valid login credentials received'],
    ['/auth/callback?code=1', 'No valid login credentials received'],
    ['/auth/callback?code=1&state=myspace.1', 'No valid login credentials received'],
  ])('%s asks nobody and says: %s', async (path, title) => {
    await open(path);
    await heading(title);
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  });

  it.each([
    ['OAUTH_CODE_REFUSED', 'This sign-in has expired'],
    ['OAUTH_STATE_INVALID', 'This sign-in has expired'],
    ['OAUTH_PROVIDER_UNAVAILABLE', 'Login failed, please try again'],
  ] as const)('tells %s in words and does not use the code again', async (code, title) => {
    const seen = serve(() => refuse(code));
    await open(returned());
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(seen.bodies).toHaveLength(1);
  });

  it('repeats the exchange that never got an answer', async () => {
    let answer: () => Response = () => HttpResponse.error();
    const seen = serve(() => answer());
    await open(returned());
    expect(await screen.findByText('No network connection')).toBeVisible();
    const before = seen.bodies.length;
    answer = () => ok(ANSWER);
    await userEvent.click(button('Try again'));
    await heading('Many prompts, one go');
    expect(seen.bodies).toHaveLength(before + 1);
  });

  it('repeats the profile alone when only that failed', async () => {
    let me: () => Response = () => refuse('INTERNAL_ERROR');
    const seen = serve(
      () => ok(ANSWER),
      () => me(),
    );
    await open(returned());
    await heading('Login failed, please try again');
    me = () => ok(USER);
    await userEvent.click(button('Try again'));
    await heading('Many prompts, one go');
    expect(seen.bodies).toHaveLength(1);
  });

  it('shows what it is doing', async () => {
    serve(async () => {
      await delay('infinite');
      return ok(ANSWER);
    });
    await open(returned());
    await heading('Signing you in');
    expect(screen.getByText('Confirming your sign-in')).toHaveAttribute('aria-current', 'step');
  });
});

describe('the confirmation of an email address', () => {
  it('takes the token out of the address and posts it on a press alone', async () => {
    const tokens: unknown[] = [];
    server.use(
      http.post(`${API}/auth/verify-email`, async ({ request }) => {
        tokens.push(await request.json());
        return ok(null);
      }),
    );
    await open('/verify-email#token=secret');
    await heading('Confirm your email address');
    expect(app.place()).toBe('/verify-email');
    expect(tokens).toEqual([]);
    await userEvent.click(button('Confirm address'));
    await heading('Your email address is confirmed');
    expect(tokens).toEqual([{ token: 'secret' }]);
  });

  it('says so when the link is used up or incomplete', async () => {
    server.use(http.post(`${API}/auth/verify-email`, () => refuse('EMAIL_TOKEN_INVALID')));
    await open('/verify-email#token=old');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm address' }));
    expect(await screen.findByText('This link has expired or was used already.')).toBeVisible();
    app.close();
  });
});
