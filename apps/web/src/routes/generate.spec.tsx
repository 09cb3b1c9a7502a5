import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { POLL_EVERY_MS, POLL_FIRST_MS, type Quota } from '@app/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { generation as makeGeneration } from '../../test/generations';
import { openSetting } from '../../test/generate-page';
import { API, QUOTA, meHandler, ok, refuse, startServer } from '../../test/server';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;

interface Submitted {
  key: string | null;
  body: Record<string, unknown>;
}
let submitted: Submitted[];

let made = 0;
/** Each test has a generation of its own: a watch outlives the page that began it. */
const generation = (part: Parameters<typeof makeGeneration>[0] = {}) =>
  makeGeneration({ id: `7a1f0c1e-0000-4000-8000-${String(made).padStart(12, '0')}`, ...part });

const accept = http.post(`${API}/images/generate`, async ({ request }) => {
  submitted.push({
    key: request.headers.get('idempotency-key'),
    body: (await request.json()) as Record<string, unknown>,
  });
  return ok(generation(), 202);
});
const stillRunning = http.get(`${API}/images/generations/:id`, () => ok(generation({ status: 'processing' })));

beforeEach(() => {
  made += 1;
  submitted = [];
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.localStorage.setItem('refresh_token', 'refresh');
  server.use(meHandler('good'), accept, stillRunning);
});
afterEach(() => {
  jest.useRealTimers();
  app.close();
});

const open = async (path = '/generate', quota: Partial<Quota> = {}) => {
  server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, ...quota })));
  app = await openApp(path);
  await screen.findByText('credits left');
};
const submit = () => screen.getByRole('button', { name: /^Generate/ });
const prompt = () => screen.getByRole('textbox', { name: 'What should it show?' });
const write = (value: string) => fireEvent.change(prompt(), { target: { value } });

describe('the button', () => {
  it('shows the price, and is disabled only for a blank prompt, DALL-E and full hands', async () => {
    await open('/generate?model=sd3.5-large', { remainingCredits: 0 });
    expect(submit()).toHaveTextContent('6.5 credits');
    expect(submit()).toBeDisabled();
    write('   ');
    expect(submit()).toBeDisabled();
    write('fox');
    expect(submit()).toBeEnabled();
  });

  it('says why when DALL-E is in the address; its quality is offered, and as many images as the plan makes', async () => {
    await open('/generate?model=dall-e-3', { imagesPerGeneration: 4 });
    write('fox');
    expect(submit()).toBeDisabled();
    expect(screen.getByText('DALL-E is not supported yet. Please choose another model.')).toBeVisible();
    await openSetting('Model');
    await userEvent.click(screen.getByRole('radio', { name: 'HD (+1 credit)' }));
    expect(submit()).toHaveTextContent('3 credits');
    expect(screen.getByRole('radio', { name: /^DALL-E 3/ })).toBeDisabled();
    // As many images as the plan makes at a time.
    await openSetting('Images');
    expect(screen.getByRole('radio', { name: '4' })).toBeEnabled();
    expect(screen.getByRole('radio', { name: '5' })).toBeDisabled();
  });

  it('stays enabled without credits, and a press says what is missing without asking the server', async () => {
    await open('/generate', { remainingCredits: 3 });
    write('fox');
    await userEvent.click(submit());
    const alert = screen.getByText('Insufficient quota, please upgrade subscription or wait for quota reset');
    expect(alert).toBeVisible();
    expect(screen.getAllByText(/This needs 3\.5 credits, you have 3\./)[0]).toBeVisible();
    expect(submitted).toEqual([]);
    write('foxes');
    expect(alert).not.toBeInTheDocument();
    // The best model that they suffice for is one click away.
    await userEvent.click(screen.getByRole('button', { name: 'Use SD 3.5 Flash · 2.5 credits' }));
    await waitFor(() => expect(submit()).toHaveTextContent('2.5 credits'));
    expect(screen.queryByRole('button', { name: /^Use SD/ })).toBeNull();
  });
});

describe('asking for an image', () => {
  it('sends what was set, nothing that is empty, and one request for a double click', async () => {
    await open('/generate?style=anime&size=16%3A9');
    write('fox');
    await userEvent.dblClick(submit());
    await screen.findByText(/^Ready by/);
    expect(submitted).toHaveLength(1);
    expect(submitted[0]?.body).toEqual({
      prompt: 'fox',
      model: 'sd3.5-medium',
      style: 'anime',
      size: '16:9',
      quality: 'standard',
      output_format: 'png',
      count: 1,
    });
    expect(submitted[0]?.key).toMatch(/^[\w-]{32,}$/);
  });

  it('takes the second half of a double click for no request, also when the first was answered before it', async () => {
    await open();
    write('fox');
    fireEvent.click(submit(), { detail: 1 });
    await screen.findByText(/^Ready by/);
    fireEvent.click(submit(), { detail: 2 });
    await userEvent.click(submit());
    await waitFor(() => expect(submitted).toHaveLength(2));
  });
});

describe('following an image', () => {
  /** Answers the checks one after the other; the last answer stays. */
  const answerChecks = (...answers: (() => Response)[]) => {
    let checks = 0;
    server.use(
      http.get(`${API}/images/generations/:id`, ({ params }) => {
        // On a busy machine the watch of an earlier test looks now.
        if (params.id !== generation().id) return refuse('NOT_FOUND');
        const answer = answers[Math.min(checks, answers.length - 1)];
        checks += 1;
        return answer?.() ?? refuse('INTERNAL_ERROR');
      }),
    );
    return () => checks;
  };
  const start = async () => {
    await open();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    write('fox');
    await user.click(submit());
    await screen.findByText(/^Ready by/);
  };
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('looks first after 10 s and then every 10 s, until it is there', async () => {
    const checks = answerChecks(
      () => ok(generation({ status: 'processing' })),
      () => ok(generation({ status: 'completed' })),
    );
    await start();
    const before = checks();
    await pass(POLL_FIRST_MS - 2000);
    expect(checks()).toBe(before);
    await pass(2000);
    expect(checks()).toBe(before + 1);
    await pass(POLL_EVERY_MS);
    expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible();
    const done = checks();
    await pass(3 * POLL_EVERY_MS);
    expect(checks()).toBe(done);
  });

  it('goes on after a look that failed, and says so meanwhile', async () => {
    answerChecks(
      () => refuse('INTERNAL_ERROR'),
      () => ok(generation({ status: 'failed' })),
    );
    await start();
    await pass(POLL_FIRST_MS + 200);
    expect(await screen.findByText('Failed to check generation status')).toBeVisible();
    await pass(POLL_EVERY_MS + 200);
    expect(await screen.findByText(/^The engine took too long/)).toBeVisible();
    expect(screen.getByText('3.5 credits returned')).toBeVisible();
  });
});
