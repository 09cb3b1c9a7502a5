import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@app/contracts';
import { HttpResponse, http } from 'msw';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import type { AppStore } from '../../app/store';
import { readPromptDraft, writePromptDraft } from '../../shared/storage/prompt-draft';
import { writeStored } from '../../shared/storage/local-storage';
import { TAB_VALUES } from '../../shared/storage/stored-values';
import { leaveTab, readTab, writeTab } from '../../shared/storage/tab-storage';
import { connectToasts } from '../../shared/toasts';
import { adoptTokens, closeSession, followOtherTab, loadProfile, signOut } from './session';

const server = startServer();
const OTHER: User = { ...USER, id: '0198c9a0-0000-7000-8000-00000000000b' };
let person: User;
let store: AppStore;

const signIn = async (who: User) => {
  person = who;
  store.dispatch(adoptTokens({ access_token: `access-${who.id}`, refresh_token: 'refresh' }));
  await store.dispatch(loadProfile({ force: true }));
};
const write = () => {
  writePromptDraft('A fox');
  writeTab('batch_draft', { name: 'Covers' });
  writeTab('generate_visit', ['a']);
};
const found = () => [readPromptDraft(), readTab('batch_draft'), readTab('generate_visit')];
const WRITTEN = ['A fox', { name: 'Covers' }, ['a']];
const NOTHING = ['', null, null];

beforeEach(() => {
  window.sessionStorage.clear();
  store = makeStore();
  server.use(
    http.get(`${API}/auth/me`, () => ok(person)),
    http.post(`${API}/auth/logout`, () => new HttpResponse(null, { status: 204 })),
    http.post(`${API}/auth/refresh`, () => refuse('REFRESH_TOKEN_INVALID')),
  );
});

describe('what was written in a tab', () => {
  it('stays over a sign-in, and for the same person after a session that ended by itself', async () => {
    write();
    await signIn(USER);
    expect(found()).toEqual(WRITTEN);
    store.dispatch(closeSession('expired'));
    expect(found()).toEqual(WRITTEN);
    store = makeStore();
    await signIn(USER);
    expect(found()).toEqual(WRITTEN);
  });

  it('is gone after a sign-out, whatever it was; what belongs to the browser stays', async () => {
    await signIn(USER);
    for (const key of Object.keys(TAB_VALUES)) window.sessionStorage.setItem(key, '"of the person"');
    writeStored('theme', 'dark');
    const withdraw = jest.fn();
    const letGo = connectToasts(() => undefined, withdraw);
    await store.dispatch(signOut());
    letGo();
    expect(withdraw).toHaveBeenCalledTimes(1);
    expect([window.sessionStorage.length, window.localStorage.getItem('theme')]).toEqual([0, 'dark']);
    write();
    await signIn(OTHER);
    expect(found()).toEqual(WRITTEN);
  });

  it('is not there for another person who signs in after a session that ended by itself', async () => {
    await signIn(USER);
    write();
    store.dispatch(closeSession('expired'));
    store = makeStore();
    await signIn(OTHER);
    expect(found()).toEqual(NOTHING);
    write();
    await store.dispatch(loadProfile({ force: true }));
    expect(found()).toEqual(WRITTEN);
  });

  it('is gone after a sign-out in another tab, but not after a session that ended there by itself', async () => {
    const endElsewhere = async (end: 'expired' | 'signed-out') => {
      await signIn(USER);
      write();
      // The other tab has its own session storage, and shares the rest.
      const kept = Object.keys(TAB_VALUES).map((key) => [key, window.sessionStorage.getItem(key)] as const);
      const otherTab = makeStore();
      otherTab.dispatch(closeSession(end));
      for (const [key, value] of kept) if (value !== null) window.sessionStorage.setItem(key, value);
      store.dispatch(followOtherTab());
      expect(store.getState().session.ended).toBe('elsewhere');
      return found();
    };
    expect(await endElsewhere('expired')).toEqual(WRITTEN);
    expect(await endElsewhere('signed-out')).toEqual(NOTHING);
    expect(await endElsewhere('expired')).toEqual(WRITTEN);
  });

  it('by a visitor after a sign-out stays when a token is refused', async () => {
    await signIn(USER);
    await store.dispatch(signOut());
    write();
    store.dispatch(closeSession(null));
    expect(found()).toEqual(WRITTEN);
  });

  it('is gone after a sign-out in another tab that this one slept through, but not what a visitor writes after it', async () => {
    await signIn(USER);
    write();
    writeStored('signed_out', 'true');
    leaveTab();
    expect(found()).toEqual(NOTHING);
    write();
    leaveTab();
    expect(found()).toEqual(WRITTEN);
  });

  it('is gone before another person is there who has signed in in another tab', async () => {
    await signIn(USER);
    write();
    const seen = new Promise<unknown>((resolve) => {
      store.subscribe(() => {
        if (store.getState().session.user?.id === OTHER.id) resolve(found());
      });
    });
    person = OTHER;
    store.dispatch(followOtherTab());
    expect(await seen).toEqual(NOTHING);
  });
});
