import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Generation } from '@app/contracts';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { applyGenerationUpdate } from '../../../entities/generation/generation-events';
import { generationsApi } from '../../../api/endpoints/generations';
import type { AppStore } from '../../../app/store';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { DEFAULT_CHOICES, EMPTY_DRAFT, type GenerateSettings } from '../settings/settings';
import { useSubmit } from './use-submit';

const server = startServer();
const PARENT = '7a1f0c1e-0000-4000-8000-0000000000f1';
const FOX: GenerateSettings = {
  ...EMPTY_DRAFT,
  ...DEFAULT_CHOICES,
  model: 'sd3.5-medium',
  style: 'enhance',
  size: '1:1',
  prompt: 'A fox',
};
const CROW: GenerateSettings = { ...FOX, prompt: 'A crow' };

let sent: { body: Record<string, unknown>; key: string | null }[];
let answers: (() => Response)[];
let accepted: Generation[];
let signIns: number;
let store: AppStore;

beforeEach(() => {
  [sent, answers, accepted, signIns] = [[], [], [], 0];
  server.use(
    meHandler('good'),
    http.get(`${API}/images/generations/:id`, () => ok(generation({ status: 'completed' }))),
    http.post(`${API}/images/generate`, async ({ request }) => {
      sent.push({
        body: (await request.json()) as Record<string, unknown>,
        key: request.headers.get('idempotency-key'),
      });
      return (answers.shift() ?? (() => ok(generation())))();
    }),
  );
});
afterEach(() => void jest.restoreAllMocks());

function Form({ first }: { first: GenerateSettings }) {
  const [settings, setSettings] = useState(first);
  const handle = useSubmit(settings, {
    onAccepted: (one) => void accepted.push(one),
    onSignInNeeded: () => void (signIns += 1),
  });
  const { submit, ...shown } = handle;
  return (
    <>
      <button type="button" onClick={() => void submit()}>
        Ask
      </button>
      <button type="button" onClick={() => setSettings(CROW)}>
        Crow
      </button>
      <button type="button" onClick={() => setSettings(first)}>
        Back
      </button>
      <output>{JSON.stringify(shown)}</output>
    </>
  );
}
const state = () =>
  JSON.parse(screen.getByRole('status').textContent ?? '') as Omit<ReturnType<typeof useSubmit>, 'submit'>;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const show = async (first: GenerateSettings = FOX, user: typeof USER | null = USER) => {
  const { store: made, unmount } = await renderPart(<Form first={first} />, { user, namespaces: ['generate'] });
  store = made;
  const isLoading = () =>
    Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.pending);
  await waitFor(() => expect(isLoading()).toBe(false));
  return unmount;
};
const ask = async (times = 1) => {
  const before = sent.length;
  await press('Ask');
  await waitFor(() => expect(sent).toHaveLength(before + times));
  await waitFor(() => expect(state().sending).toBe(false));
};
const keys = () => sent.map(({ key }) => key);
const lost = () => HttpResponse.error() as Response;

describe('a request whose answer is lost', () => {
  it('is repeated once by itself under the same key', async () => {
    answers = [lost];
    await show();
    await ask(2);
    expect(new Set(keys()).size).toBe(1);
    expect(accepted).toHaveLength(1);
    expect(state().failure).toBeNull();
  });

  it.each([
    ['no network', [lost, lost], 2],
    ['a failure of the server', [() => refuse('INTERNAL_ERROR')], 1],
  ] as [string, (() => Response)[], number][])(
    'keeps its key for the next press, after %s',
    async (_, lostly, times) => {
      answers = [...lostly];
      await show();
      await ask(times);
      expect(state().failure?.model).toBe('sd3.5-medium');
      expect(accepted).toEqual([]);
      await ask();
      expect(new Set(keys()).size).toBe(1);
      expect(accepted).toHaveLength(1);
      expect(state().failure).toBeNull();
    },
  );

  it('gives its key to no other request', async () => {
    answers = [() => refuse('INTERNAL_ERROR')];
    await show();
    await ask();
    await press('Crow');
    await ask();
    expect(new Set(keys()).size).toBe(2);
  });
});

describe('a request whose answer is lost, after the page was left', () => {
  const leave = async (unmount: () => void, user = USER) => {
    unmount();
    await show(FOX, user);
  };

  it('keeps its key until it is answered', async () => {
    answers = [() => refuse('INTERNAL_ERROR')];
    const unmount = await show();
    await ask();
    await leave(unmount);
    await ask();
    expect(new Set(keys()).size).toBe(1);
    expect(accepted).toHaveLength(1);
    await ask();
    expect(new Set(keys()).size).toBe(2);
  });

  it('keeps it while another one is asked for and answered', async () => {
    answers = [() => refuse('INTERNAL_ERROR')];
    await show();
    await ask();
    await press('Crow');
    await ask();
    await press('Back');
    await ask();
    expect([keys()[2], new Set(keys()).size]).toEqual([keys()[0], 2]);
  });

  it('leaves it to nobody else', async () => {
    answers = [() => refuse('INTERNAL_ERROR')];
    const unmount = await show();
    await ask();
    await leave(unmount, { ...USER, id: '0198c9a0-0000-7000-8000-00000000000b' });
    await ask();
    expect(new Set(keys()).size).toBe(2);
  });
});

describe('a request that was answered', () => {
  it('leaves a new key to the next one of the same words, whether accepted or refused', async () => {
    answers = [() => ok(generation()), () => refuse('RATE_LIMITED')];
    await show();
    await ask();
    await ask();
    await ask();
    expect(new Set(keys()).size).toBe(3);
    expect(accepted).toHaveLength(2);
  });

  it('stays as an event has told meanwhile, and takes over an answer that is newer', async () => {
    const tell = (part: Partial<Generation>) => store.dispatch(applyGenerationUpdate(generation(part)));
    const known = () => generationsApi.endpoints.generation.select(generation().id)(store.getState()).data?.status;
    const told = () => {
      tell({ status: 'processing' });
      return ok(generation());
    };
    answers = [told, () => ok(generation({ status: 'completed' }))];
    server.use(http.get(`${API}/images/generations/:id`, () => refuse('INTERNAL_ERROR')));
    await show();
    await ask();
    expect([known(), accepted.length]).toEqual(['processing', 1]);
    await ask();
    expect(known()).toBe('completed');
  });

  it('says when it makes sense to ask again, where the server knows', async () => {
    answers = [() => refuse('BACKLOG_FULL'), () => refuse('RATE_LIMITED', { 'retry-after': '30' })];
    await show();
    await ask();
    expect(state().failure?.retryAt).toBeNull();
    await ask();
    const seconds = ((state().failure?.retryAt ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(10);
    expect(seconds).toBeLessThanOrEqual(30);
  });

  it('for missing credits is over once those there are suffice', async () => {
    let left = 14.5;
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: left })));
    answers = [
      () => {
        left = 4;
        return refuse('INSUFFICIENT_CREDITS');
      },
    ];
    await show({ ...FOX, model: 'sd3.5-large' });
    await ask();
    await waitFor(() => expect(state().reasons).toEqual(['INSUFFICIENT_CREDITS']));
    expect(state().failure?.error.code).toBe('INSUFFICIENT_CREDITS');
    await press('Crow');
    expect(state().failure).toBeNull();
  });

  it('with the image that it goes back to deleted is sent without it', async () => {
    answers = [() => refuse('NOT_FOUND')];
    await show({ ...FOX, parentId: PARENT });
    await ask(2);
    expect(sent.map(({ body }) => body['parent_id'])).toEqual([PARENT, undefined]);
    expect(new Set(keys()).size).toBe(2);
    expect(accepted).toHaveLength(1);
  });

  it('with nothing to go back to is not sent twice', async () => {
    answers = [() => refuse('NOT_FOUND')];
    await show();
    await ask();
    expect(state().failure?.error.code).toBe('NOT_FOUND');
    expect(sent).toHaveLength(1);
  });
});

describe('a press that leads to no request', () => {
  it('leads a visitor to sign-in', async () => {
    await show(FOX, null);
    await press('Ask');
    expect([signIns, sent.length, state().refusal, state().disabled]).toEqual([1, 0, 'UNAUTHENTICATED', false]);
  });

  it('is told of the settings that were refused alone', async () => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: 1 })));
    await show();
    expect([state().refusal, state().disabled]).toEqual([null, false]);
    await press('Ask');
    expect([state().refusal, sent.length, signIns]).toEqual(['INSUFFICIENT_CREDITS', 0, 0]);
    await press('Crow');
    expect(state().refusal).toBeNull();
    await press('Back');
    expect(state().refusal).toBe('INSUFFICIENT_CREDITS');
  });

  it.each([
    ['PROMPT_REQUIRED', { ...FOX, prompt: ' ' }, {}, true],
    ['TOO_MANY_IN_FLIGHT', FOX, { inFlight: 4, inFlightLimit: 4 }, true],
    ['INSUFFICIENT_CREDITS', FOX, { remainingCredits: 3.4 }, false],
  ] as const)('for %s rests before, or tells it', async (reason, settings, quota, rests) => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, ...quota })));
    await show(settings);
    expect([state().reasons[0], state().disabled]).toEqual([reason, rests]);
  });

  it('rests without a network', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    await show();
    expect([state().offline, state().disabled]).toEqual([true, true]);
    await press('Ask');
    expect([sent.length, state().sending, state().refusal]).toEqual([0, false, null]);
  });
});
