import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { STORAGE_KEYS } from '@app/contracts';
import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { API, USER, meHandler, refuse, startServer } from '../../test/server';
import { makeStore } from '../../test/stores';
import { sessionClosed, sessionOpened, type SessionEnd } from '../api/auth/session-slice';
import { clearTokens, storeTokens } from '../api/auth/tokens';
import { reportSessionExpired } from '../api/client/session-expiry';
import { writeStored } from '../shared/storage/local-storage';
import { readPromptDraft, writePromptDraft } from '../shared/storage/prompt-draft';
import { writeTab } from '../shared/storage/tab-storage';
import { connectToasts } from '../shared/toasts';
import { connectSession } from './session-navigation';
import type { AppStore } from './store';

const server = startServer();
let store: AppStore;
let went: string[];
let told: string[];
let disconnect: () => void;

beforeEach(async () => {
  server.use(meHandler('good'));
  went = [];
  told = [];
  disconnect = connectToasts(({ text }) => told.push(text));
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  store = makeStore();
  const navigate = (place: string) => Promise.resolve(void went.push(place));
  connectSession(store, { navigate } as unknown as Parameters<typeof connectSession>[1]);
  await waitFor(() => expect(store.getState().session.phase).toBe('signed-in'));
});
afterEach(() => {
  disconnect();
  clearTokens();
  window.history.replaceState(null, '', '/');
});

const endAt = (place: string, end: SessionEnd | null) => {
  window.history.replaceState(null, '', place);
  store.dispatch(sessionClosed(end));
};

describe('when a session ends', () => {
  it('by signing out, the home page of the language is shown', () => {
    endAt('/zh/gallery?page=2', 'signed-out');
    expect([went, told]).toEqual([['/zh'], []]);
  });

  it.each(['/zh/gallery?page=2#a', '/zh/pricing?page=2#a'])(
    'because it is over, %s leads to the login page, which leads back there and says why',
    async (place) => {
      endAt(place, 'expired');
      expect(went).toEqual([`/zh/login?${new URLSearchParams({ redirect: place }).toString()}`]);
      await waitFor(() => expect(told).toEqual(['Your session has ended. Please sign in again.']));
    },
  );

  it('in another tab, a page of a session leads to the login page without a word', () => {
    endAt('/gallery', 'elsewhere');
    expect([went, told]).toEqual([['/login?redirect=%2Fgallery'], []]);
  });

  it.each(['/pricing', '/nowhere'])('in another tab, %s stays', (place) => {
    endAt(place, 'elsewhere');
    expect(went).toEqual([]);
  });

  it('on the login page, nothing leads away', () => {
    endAt('/login?redirect=%2Fgallery', 'expired');
    expect(went).toEqual([]);
  });

  it('without anybody having been signed in, the page stays', () => {
    endAt('/gallery', null);
    expect(went).toEqual([]);
  });

  it('twice for the same reason, one is led away each time', () => {
    endAt('/gallery', 'signed-out');
    store.dispatch(sessionOpened(USER));
    endAt('/gallery', 'signed-out');
    expect(went).toEqual(['/', '/']);
  });
});

describe('the session of a tab', () => {
  const storageEvent = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

  it.each([STORAGE_KEYS.accessToken, null])('ends when another tab removes the tokens (%s)', async (key) => {
    clearTokens();
    storageEvent(key);
    await waitFor(() => expect(store.getState().session.ended).toBe('elsewhere'));
  });

  it('begins without what was written in it before a sign-out in another one', () => {
    clearTokens();
    writeTab('tab_person', USER.id);
    writePromptDraft('A fox');
    writeStored('signed_out', 'true');
    connectSession(makeStore(), {} as Parameters<typeof connectSession>[1]);
    expect(readPromptDraft()).toBe('');
  });

  it('is known as soon as an outage at the start is over', async () => {
    server.use(http.get(`${API}/auth/me`, () => refuse('SERVICE_UNAVAILABLE'), { once: true }));
    const late = makeStore();
    connectSession(late, {} as Parameters<typeof connectSession>[1]);
    await waitFor(() => expect(late.getState().session.phase).toBe('signed-in'));
  });

  it('is not asked about when another tab stores something else', async () => {
    clearTokens();
    storageEvent(STORAGE_KEYS.refreshToken);
    storageEvent('theme');
    // What such an event would start ends before this does.
    await import('../api/auth/session');
    await Promise.resolve();
    expect(store.getState().session.phase).toBe('signed-in');
  });

  it('ends when the server says that it is over', async () => {
    reportSessionExpired();
    await waitFor(() => expect(store.getState().session.ended).toBe('expired'));
  });

  it('that was closed is not closed again by a late answer', async () => {
    store.dispatch(sessionClosed('signed-out'));
    reportSessionExpired();
    await import('../api/auth/session');
    await Promise.resolve();
    expect(store.getState().session.ended).toBe('signed-out');
  });
});
