import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { STATS } from '../../../test/profile-page';
import { renderPart } from '../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../test/server';
import { connectToasts } from '../../shared/toasts';
import { Overview } from './overview';

const server = startServer();
let disconnect: () => void;
beforeEach(() => {
  // A toast without a listener waits for the next one, that of another spec.
  disconnect = connectToasts(() => undefined);
  server.use(
    http.get(`${API}/quota`, () => ok(QUOTA)),
    http.get(`${API}/users/stats`, () => ok(STATS)),
    http.get(`${API}/images`, () => ok({ data: [], page: 1, limit: 6, total: 0 })),
  );
});
afterEach(() => disconnect());
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('an address that is not confirmed', () => {
  const NOTICE = /is not confirmed yet/;
  const overview = (user: User) =>
    renderPart(
      <main>
        <h1>Profile</h1>
        <Overview user={user} bonus={null} />
      </main>,
      { user, namespaces: ['profile', 'work', 'gallery'] },
    );

  it('is told, and the link is sent once', async () => {
    let sent = 0;
    server.use(
      http.post(`${API}/auth/resend-verification`, () => {
        sent += 1;
        return ok({ sent: true });
      }),
    );
    await overview({ ...USER, email_verified: false });
    expect(screen.getByText(NOTICE)).toBeVisible();
    await press('Send a confirmation link');
    expect(await screen.findByText('A link is on its way.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send a confirmation link' })).toBeNull();
    expect(sent).toBe(1);
    // Where keyboards go on once the button is gone.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('is read again when another tab has confirmed it', async () => {
    server.use(http.get(`${API}/auth/me`, () => ok({ ...USER, name: 'Ada' })));
    const { store } = await overview({ ...USER, email_verified: false });
    window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'profile x' }));
    await waitFor(() => expect(store.getState().session.user).toMatchObject({ name: 'Ada', email_verified: true }));
  });

  it('is read again when another link is refused because it is confirmed already', async () => {
    server.use(
      http.get(`${API}/auth/me`, () => ok(USER)),
      http.post(`${API}/auth/resend-verification`, () => refuse('EMAIL_ALREADY_VERIFIED')),
    );
    const { store } = await overview({ ...USER, email_verified: false });
    await press('Send a confirmation link');
    await waitFor(() => expect(store.getState().session.user?.email_verified).toBe(true));
  });

  it('is no matter once it is, or where there is none', async () => {
    await overview(USER);
    expect(screen.queryByText(NOTICE)).toBeNull();
    await overview({ ...USER, email: null, email_verified: false });
    expect(screen.queryByText(NOTICE)).toBeNull();
  });
});
