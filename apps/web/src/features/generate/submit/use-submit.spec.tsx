import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Generation } from '@app/contracts';
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { applyGenerationUpdate } from '../../../entities/generation/generation-events';
import { generationsApi } from '../../../api/endpoints/generations';
import type { AppStore } from '../../../app/store';
import { generation } from '../../../../test/generations';
import { API, QUOTA, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { FOX, press, showSubmitForm, submitState, toldCode } from '../../../../test/submit-form';
import type { GenerateSettings } from '../settings/settings';
import type { Failure } from './failure';

const server = startServer();
const PARENT = '7a1f0c1e-0000-4000-8000-0000000000f1';
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

const show = async (settings: GenerateSettings = FOX, user: typeof USER | null = USER) => {
  const events = {
    onAccepted: (one: Generation) => void accepted.push(one),
    onSignInNeeded: () => void (signIns += 1),
  };
  const form = await showSubmitForm({ settings, user, events });
  store = form.store;
  return form;
};
const failure = (): Failure | null => {
  const { message } = submitState();
  return message?.kind === 'failure' ? message.failure : null;
};
const ask = async (times = 1) => {
  const before = sent.length;
  await press('Ask');
  await waitFor(() => expect(sent).toHaveLength(before + times));
  await waitFor(() => expect(submitState().sending).toBe(false));
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
    expect(toldCode()).toBeNull();
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
      expect(failure()?.model).toBe('sd3.5-medium');
      expect(accepted).toEqual([]);
      await ask();
      expect(new Set(keys()).size).toBe(1);
      expect(accepted).toHaveLength(1);
      expect(toldCode()).toBeNull();
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
    const { unmount } = await show();
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
    const { unmount } = await show();
    await ask();
    await leave(unmount, { ...USER, id: '0198c9a0-0000-7000-8000-00000000000b' });
    await ask();
    expect(new Set(keys()).size).toBe(2);
  });
});

describe('a request that was answered', () => {
  it('leaves a new key to the next one of the same words, whether accepted or refused', async () => {
    answers = [() => ok(generation()), () => refuse('VALIDATION_FAILED')];
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
    expect(failure()).toMatchObject({ retryAt: null });
    await ask();
    const seconds = ((failure()?.retryAt ?? 0) - Date.now()) / 1000;
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
    const { settled } = await show({ ...FOX, model: 'sd3.5-large' });
    await ask();
    await settled();
    expect(toldCode()).toBe('INSUFFICIENT_CREDITS');
    await press('Crow');
    expect(toldCode()).toBeNull();
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
    expect(failure()?.error.code).toBe('NOT_FOUND');
    expect(sent).toHaveLength(1);
  });
});

describe('a press that leads to no request', () => {
  it('leads a visitor to sign-in', async () => {
    await show(FOX, null);
    await press('Ask');
    expect([signIns, sent.length, toldCode(), submitState().disabled]).toEqual([1, 0, 'UNAUTHENTICATED', false]);
  });

  it('is told of the settings that were refused alone', async () => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: 1 })));
    await show();
    expect([toldCode(), submitState().disabled]).toEqual([null, false]);
    await press('Ask');
    expect([toldCode(), sent.length, signIns]).toEqual(['INSUFFICIENT_CREDITS', 0, 0]);
    await press('Crow');
    expect(toldCode()).toBeNull();
    await press('Back');
    expect(toldCode()).toBe('INSUFFICIENT_CREDITS');
  });

  it.each([
    ['PROMPT_REQUIRED', { ...FOX, prompt: ' ' }, {}, null, true],
    ['TOO_MANY_IN_FLIGHT', FOX, { inFlight: 4, inFlightLimit: 4 }, 'TOO_MANY_IN_FLIGHT', true],
    ['INSUFFICIENT_CREDITS', FOX, { remainingCredits: 3.4 }, null, false],
  ] as const)('for %s rests before, or tells it', async (_, settings, quota, code, rests) => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, ...quota })));
    await show(settings);
    expect([toldCode(), submitState().disabled]).toEqual([code, rests]);
  });

  it('rests without a network', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    await show();
    expect([toldCode(), submitState().disabled]).toEqual(['offline', true]);
    await press('Ask');
    expect([sent.length, submitState().sending, toldCode()]).toEqual([0, false, 'offline']);
  });
});
