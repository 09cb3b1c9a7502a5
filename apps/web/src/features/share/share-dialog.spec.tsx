import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Locale } from '@app/contracts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http } from 'msw';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { API, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
// The store is complete once the calls have been loaded.
import '../../api/endpoints/image-sharing';
import { loadBaseNamespaces, loadNamespaces } from '../../shared/i18n/i18n';
import { LocaleProvider } from '../../shared/i18n/locale-context';
import { ShareDialog } from './share-dialog';

const IMAGE = '7a1f0c1e-0000-4000-8000-00000000000a';
const link = (token: string) => ({
  token,
  url: `https://pictures.example/shared/${token}`,
  expires_at: '2026-11-27T13:20:00.000Z',
});

const server = startServer();
/** Methods of the calls, in order. */
let calls: string[];

beforeEach(() => {
  calls = [];
  window.localStorage.setItem('access_token', 'good');
  const seen = (method: string) => calls.push(method);
  server.use(
    http.post(`${API}/images/${IMAGE}/share`, async () => {
      seen('POST');
      await delay(5);
      return ok(link(calls.includes('DELETE') ? 'second' : 'first'));
    }),
    http.delete(`${API}/images/${IMAGE}/share`, () => {
      seen('DELETE');
      return ok(null);
    }),
  );
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(document, 'execCommand');
});

function Example() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ShareDialog imageId={IMAGE} open={open} onOpenChange={setOpen} />
    </>
  );
}

async function openDialog(locale: Locale = 'en') {
  await loadBaseNamespaces(locale);
  await loadNamespaces(locale, ['sharing']);
  // Before it is opened nothing may be asked: an opened dialog is a public link.
  const user = userEvent.setup();
  render(
    <Provider store={makeStore()}>
      <LocaleProvider locale={locale}>
        <Example />
      </LocaleProvider>
    </Provider>,
  );
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
}

const field = (name = 'Link') => screen.findByRole('textbox', { name });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the share dialog', () => {
  it('makes the link when it opens, says how long it lives, and has the copy button at hand', async () => {
    const user = await openDialog();
    expect(await field()).toHaveValue('https://pictures.example/shared/first');
    expect(await field()).toHaveAttribute('readonly');
    expect(await field()).toHaveAccessibleDescription(/^Works until Nov 27, 2026.* another 7 days\.$/);
    expect(await button('Copy link')).toHaveFocus();
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.keyboard('{Enter}');
    expect(await button('Copied')).toBeVisible();
    expect(copied.mock.calls).toEqual([['https://pictures.example/shared/first']]);
    expect(calls).toEqual(['POST']);
  });

  it('hands on a link in the language of the page', async () => {
    await openDialog('zh');
    expect(await field('链接')).toHaveValue('https://pictures.example/zh/shared/first');
  });

  it('selects the link where the browser withholds the clipboard, and says so', async () => {
    const user = await openDialog();
    const shown = (await field()) as HTMLInputElement;
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('withheld'));
    Object.assign(document, { execCommand: () => false });
    await user.click(await button('Copy link'));
    expect(await screen.findByText(/copy it by hand/)).toBeVisible();
    expect(shown).toHaveFocus();
    expect(shown.value.slice(shown.selectionStart ?? 0, shown.selectionEnd ?? 0)).toBe(shown.value);
  });

  it('offers the sheet of the system where there is one, and closing it shows no failure', async () => {
    const share = jest.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
    Object.assign(navigator, { share });
    const user = await openDialog();
    await user.click(await button('Send with…'));
    expect(share.mock.calls).toEqual([[{ url: 'https://pictures.example/shared/first' }]]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('has no such button elsewhere', async () => {
    await openDialog();
    await field();
    expect(screen.queryByRole('button', { name: 'Send with…' })).not.toBeInTheDocument();
  });

  it('says what the end of sharing means before it happens, and can make another link', async () => {
    const user = await openDialog();
    await user.click(await button('Stop sharing'));
    const question = await screen.findByRole('group', { name: 'Stop sharing this image?' });
    expect(question).toHaveTextContent('immediately, for everybody who has it');
    expect(await button('Keep sharing')).toHaveFocus();
    expect(calls).toEqual(['POST']);
    await user.click(within(question).getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByText(/^Sharing has stopped/)).toBeVisible();
    expect(calls).toEqual(['POST', 'DELETE']);
    expect(screen.queryByText(/^Anyone with the link/)).not.toBeInTheDocument();
    expect(await button('Make a new link')).toHaveFocus();
    await user.click(await button('Make a new link'));
    expect(await screen.findByText(/^Anyone with the link/)).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveValue('https://pictures.example/shared/second'));
  });

  it('does not take the second half of a double click for the answer to its question', async () => {
    const user = await openDialog();
    await user.click(await button('Stop sharing'));
    const question = await screen.findByRole('group', { name: 'Stop sharing this image?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Stop sharing' }), { detail: 2 });
    expect(question).toBeVisible();
    await user.click(await button('Keep sharing'));
    expect(calls).toEqual(['POST']);
  });

  it('goes on sharing when the end was not meant', async () => {
    const user = await openDialog();
    await user.click(await button('Stop sharing'));
    await user.click(await button('Keep sharing'));
    expect(await field()).toHaveValue('https://pictures.example/shared/first');
    expect(calls).toEqual(['POST']);
  });

  it('tells when sharing could not be ended, and tries again', async () => {
    server.use(http.delete(`${API}/images/${IMAGE}/share`, () => refuse('INTERNAL_ERROR'), { once: true }));
    const user = await openDialog();
    await user.click(await button('Stop sharing'));
    const question = await screen.findByRole('group', { name: 'Stop sharing this image?' });
    await user.click(within(question).getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sharing was not stopped');
    await user.click(within(question).getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByText(/^Sharing has stopped/)).toBeVisible();
  });

  it('tells when the link could not be made, and tries again', async () => {
    server.use(http.post(`${API}/images/${IMAGE}/share`, () => refuse('SERVICE_UNAVAILABLE'), { once: true }));
    const user = await openDialog();
    expect(await screen.findByRole('alert')).toHaveTextContent('The link could not be made');
    await user.click(await button('Try again'));
    expect(await field()).toHaveValue('https://pictures.example/shared/first');
  });

  it('has no retry for an image that is gone', async () => {
    server.use(http.post(`${API}/images/${IMAGE}/share`, () => refuse('NOT_FOUND')));
    await openDialog();
    expect(await screen.findByRole('alert')).toHaveTextContent('It may have been deleted in another window.');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('closes by Escape, and the focus is where it was', async () => {
    const user = await openDialog();
    await field();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });
});
