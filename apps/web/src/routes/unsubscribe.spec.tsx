import { describe, expect, it } from '@jest/globals';
import type { User } from '@app/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderPart } from '../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../test/server';
import { captureSecrets } from '../features/session/address-secrets';
import { Page } from './unsubscribe';

const server = startServer();

async function open(hash: string, user: User | null = null) {
  window.history.replaceState(null, '', `/unsubscribe${hash}`);
  captureSecrets();
  return renderPart(<Page />, { user, namespaces: ['session'] });
}
const stopping = (answer: () => Response) => {
  const asked: string[] = [];
  server.use(
    http.post(`${API}/users/unsubscribe/:token`, ({ params }) => {
      asked.push(String(params['token']));
      return answer();
    }),
  );
  return asked;
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
const settings = () => screen.getByRole('link', { name: 'Open settings' });

describe('the link of a mail', () => {
  it.each([
    ['a visitor', null],
    ['a person who is signed in', USER],
  ])('stops mails for %s by a press, and not before; its token leaves the address', async (_, user) => {
    const asked = stopping(() => ok(null));
    await open('#token=a-b_c', user);
    expect(screen.getByRole('status')).toHaveTextContent(
      'Emails about payments, API keys and webhooks will still arrive.',
    );
    expect([asked, window.location.hash]).toEqual([[], '']);
    await confirm();
    expect(await heading('You are unsubscribed')).toHaveFocus();
    expect(asked).toEqual(['a-b_c']);
    expect(settings()).toHaveAttribute('href', '/profile?tab=settings');
  });

  it('that does not work leads to the settings, and offers no further try', async () => {
    stopping(() => refuse('NOT_FOUND'));
    await open('#token=other');
    await confirm();
    expect(await heading('The emails could not be stopped')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('This link does not work, so nothing was changed.');
    expect(screen.queryByRole('button')).toBeNull();
    expect(settings()).toBeVisible();
  });

  it('that is not whole leads to the settings', async () => {
    await open('');
    expect(screen.getByRole('alert')).toHaveTextContent('Part of the link is missing, so nothing was changed.');
    expect(screen.queryByRole('button')).toBeNull();
    expect(settings()).toBeVisible();
  });

  it('can be pressed again when the server was away', async () => {
    const asked = stopping(() => (asked.length === 1 ? refuse('SERVICE_UNAVAILABLE') : ok(null)));
    await open('#token=again');
    await confirm();
    await heading('The emails could not be stopped');
    await confirm();
    await heading('You are unsubscribed');
    expect(asked).toEqual(['again', 'again']);
  });
});
