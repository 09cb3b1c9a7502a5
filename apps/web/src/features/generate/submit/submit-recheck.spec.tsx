import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation, Quota } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { DEFAULT_CHOICES, EMPTY_DRAFT, type GenerateSettings } from '../settings/settings';
import { useSubmit } from './use-submit';

const server = startServer();
const FOX: GenerateSettings = {
  ...EMPTY_DRAFT,
  ...DEFAULT_CHOICES,
  model: 'sd3.5-medium',
  style: 'enhance',
  size: '1:1',
  prompt: 'A fox',
};
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

function Form({ settings }: { settings: GenerateSettings }) {
  const handle = useSubmit(settings, {
    onAccepted: (one) => void accepted.push(one),
    onSignInNeeded: () => undefined,
  });
  const { submit, ...shown } = handle;
  return (
    <>
      <button type="button" onClick={() => void submit()}>
        Ask
      </button>
      <output>{JSON.stringify(shown)}</output>
    </>
  );
}
const state = () =>
  JSON.parse(screen.getByRole('status').textContent ?? '') as Omit<ReturnType<typeof useSubmit>, 'submit'>;
const show = async (known: Partial<Quota>, settings: GenerateSettings = FOX, reason?: string) => {
  quota = known;
  await renderPart(<Form settings={settings} />, { user: USER, namespaces: ['generate'] });
  await waitFor(() => expect([looks, state().reasons[0]]).toEqual([1, reason]));
};
const press = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(state().sending).toBe(false));
};

describe('a press against which the credits or the plan speak', () => {
  it.each([
    ['INSUFFICIENT_CREDITS', NO_CREDITS, FOX],
    ['PLAN_LIMIT', FREE, { ...FOX, count: 4 }],
  ] as const)('is sent when the server knows better by now (%s)', async (reason, known, settings) => {
    await show(known, settings, reason);
    quota = PRO;
    await press();
    await waitFor(() => expect(accepted).toHaveLength(1));
    expect([sent, state().refusal, state().reasons]).toEqual([1, null, []]);
  });

  it.each([
    ['INSUFFICIENT_CREDITS', NO_CREDITS, FOX],
    ['PLAN_LIMIT', FREE, { ...FOX, count: 4 }],
  ] as const)('is refused once the server has said the same, asked once (%s)', async (reason, known, settings) => {
    await show(known, settings, reason);
    await press();
    await waitFor(() => expect(state().refusal).toBe(reason));
    expect([looks, sent]).toEqual([2, 0]);
  });

  it('is refused for what the server says by now', async () => {
    await show(FREE, { ...FOX, count: 4 }, 'PLAN_LIMIT');
    quota = { ...PRO, remainingCredits: 1 };
    await press();
    await waitFor(() => expect(state().refusal).toBe('INSUFFICIENT_CREDITS'));
    expect(sent).toBe(0);
  });

  it('is refused by what is known where the server cannot be asked', async () => {
    await show(NO_CREDITS, FOX, 'INSUFFICIENT_CREDITS');
    server.use(http.get(`${API}/quota`, () => refuse('INTERNAL_ERROR')));
    await press();
    await waitFor(() => expect(state().refusal).toBe('INSUFFICIENT_CREDITS'));
    expect(sent).toBe(0);
  });

  it('that the server refuses all the same says what it said', async () => {
    await show(NO_CREDITS, FOX, 'INSUFFICIENT_CREDITS');
    quota = PRO;
    server.use(http.post(`${API}/images/generate`, () => refuse('INSUFFICIENT_CREDITS')));
    await press();
    await waitFor(() => expect(state().failure?.error.code).toBe('INSUFFICIENT_CREDITS'));
  });
});

it('a press against which something else speaks asks nothing', async () => {
  await show(PRO, { ...FOX, prompt: 'x'.repeat(501) }, 'PROMPT_TOO_LONG');
  await press();
  expect([state().refusal, looks, sent]).toEqual(['PROMPT_TOO_LONG', 1, 0]);
});
