import { describe, expect, it } from '@jest/globals';
import type { User } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderPart } from '../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../test/server';
import { captureSecrets } from '../features/session/address-secrets';
import { Page } from './verify-email';

const server = startServer();
const UNCONFIRMED: User = { ...USER, email_verified: false };

async function open(hash: string, user: User | null = UNCONFIRMED) {
  window.history.replaceState(null, '', `/verify-email${hash}`);
  captureSecrets();
  return renderPart(<Page />, { user, namespaces: ['session'] });
}
const verifying = (answer: () => Response) => server.use(http.post(`${API}/auth/verify-email`, answer));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm address' }));

describe('an address that was confirmed', () => {
  it('is known as such in the profile of a person who is signed in, who goes on to make images', async () => {
    server.use(meHandler('good'));
    verifying(() => ok(null));
    const { store } = await open('#token=secret');
    await confirm();
    await heading('Your email address is confirmed');
    expect(screen.getByRole('link')).toHaveAttribute('href', '/generate');
    await waitFor(() => expect(store.getState().session.user?.email_verified).toBe(true));
  });
});

describe('an address that could not be confirmed', () => {
  it('is tried again with a new link, which is sent to the person who is signed in', async () => {
    let sent = 0;
    server.use(
      http.post(`${API}/auth/resend-verification`, () => {
        sent += 1;
        return ok(null);
      }),
    );
    verifying(() => refuse('EMAIL_TOKEN_INVALID'));
    const { store } = await open('#token=old');
    expect(screen.queryByRole('alert')).toBeNull();
    await confirm();
    await heading('The address could not be confirmed');
    expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText('A new link is on its way.')).toBeVisible();
    expect(sent).toBe(1);
    expect(store.getState().session.user?.email_verified).toBe(false);
  });

  it('because the link is not whole offers no button to confirm, and a visitor the way to a new link', async () => {
    await open('', null);
    expect(screen.getByRole('alert')).toHaveTextContent('Part of the link is missing.');
    expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull();
    const link = screen.getByRole('link', { name: 'Sign in for a new link' });
    expect(link).toHaveAttribute('href', '/login?redirect=%2Fverify-email');
  });
});
