import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation, Quota } from '@app/contracts';
import { act, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { API, QUOTA, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { FOX, press, showSubmitForm, submitState, toldCode } from '../../../../test/submit-form';
import { baseApi } from '../../../api/client/base-api';
import type { GenerateSettings } from '../settings/settings';

const server = startServer();
const NO_CREDITS: Partial<Quota> = { remainingCredits: 0 };
const FREE: Partial<Quota> = { imagesPerGeneration: 1, remainingCredits: 200 };
const PRO: Partial<Quota> = { imagesPerGeneration: 4, remainingCredits: 200 };

let quota: Partial<Quota>;
let looks: number;
let sent: number;
let accepted: Generation[];

beforeEach(() => {
  [looks, sent, accepted] = [0, 0, []];
  server.use(
    meHandler('good'),
    http.get(`${API}/quota`, () => {
      looks += 1;
      return ok({ ...QUOTA, ...quota });
    }),
    http.get(`${API}/images/generations/:id`, () => ok(generation({ status: 'completed' }))),
    http.post(`${API}/images/generate`, () => {
      sent += 1;
      return ok(generation());
    }),
  );
});

const show = async (known: Partial<Quota>, settings: GenerateSettings = FOX) => {
  quota = known;
  const { store } = await showSubmitForm({
    settings,
    events: { onAccepted: (one) => void accepted.push(one), onSignInNeeded: () => undefined },
  });
  expect(looks).toBe(1);
  return store;
};
const ask = async () => {
  await press('Ask');
  await waitFor(() => expect(submitState().sending).toBe(false));
};

describe('a press against which the credits or the plan speak', () => {
  it.each([
    ['INSUFFICIENT_CREDITS', NO_CREDITS, FOX],
    ['PLAN_LIMIT', FREE, { ...FOX, count: 4 }],
  ] as const)('is sent when the server knows better by now (%s)', async (_, known, settings) => {
    await show(known, settings);
    quota = PRO;
    await ask();
    await waitFor(() => expect(accepted).toHaveLength(1));
    expect([sent, toldCode()]).toEqual([1, null]);
  });

  it.each([
    ['INSUFFICIENT_CREDITS', NO_CREDITS, FOX],
    ['PLAN_LIMIT', FREE, { ...FOX, count: 4 }],
  ] as const)('is refused once the server has said the same, asked once (%s)', async (reason, known, settings) => {
    await show(known, settings);
    await ask();
    await waitFor(() => expect(toldCode()).toBe(reason));
    expect([looks, sent]).toEqual([2, 0]);
  });

  it('is not held against anybody once credits have come back', async () => {
    const store = await show(NO_CREDITS);
    await ask();
    await waitFor(() => expect(toldCode()).toBe('INSUFFICIENT_CREDITS'));
    quota = PRO;
    act(() => void store.dispatch(baseApi.util.invalidateTags(['Quota'])));
    await waitFor(() => expect(toldCode()).toBeNull());
  });

  it('is refused for what the server says by now', async () => {
    await show(FREE, { ...FOX, count: 4 });
    quota = { ...PRO, remainingCredits: 1 };
    await ask();
    await waitFor(() => expect(toldCode()).toBe('INSUFFICIENT_CREDITS'));
    expect(sent).toBe(0);
  });

  it('is refused by what is known where the server cannot be asked', async () => {
    await show(NO_CREDITS);
    server.use(http.get(`${API}/quota`, () => refuse('INTERNAL_ERROR')));
    await ask();
    await waitFor(() => expect(toldCode()).toBe('INSUFFICIENT_CREDITS'));
    expect(sent).toBe(0);
  });

  it('that the server refuses all the same says what it said', async () => {
    await show(NO_CREDITS);
    quota = PRO;
    server.use(http.post(`${API}/images/generate`, () => refuse('INSUFFICIENT_CREDITS')));
    await ask();
    await waitFor(() => expect(toldCode()).toBe('INSUFFICIENT_CREDITS'));
  });
});

it('a press against which something else speaks asks nothing', async () => {
  await show(PRO, { ...FOX, prompt: 'x'.repeat(501) });
  await ask();
  expect([toldCode(), looks, sent]).toEqual(['PROMPT_TOO_LONG', 1, 0]);
});
