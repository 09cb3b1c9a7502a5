import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { POLL_EVERY_MS, POLL_FIRST_MS, type Quota } from '@app/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { generation as makeGeneration } from '../../test/generations';
import generateTexts from '../locales/en/generate.json';
import { openSetting } from '../../test/generate-page';
import { pollingErrorChanged } from '../entities/generation/generation-jobs';
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

  it('says why when DALL-E is in the address, and offers its quality', async () => {
    await open('/generate?model=dall-e-3');
    write('fox');
    expect(submit()).toBeDisabled();
    expect(screen.getByText('DALL-E is not supported yet. Please choose another model.')).toBeVisible();
    await openSetting('Model');
    await userEvent.click(screen.getByRole('radio', { name: 'HD (+1 credit)' }));
    expect(submit()).toHaveTextContent('3 credits');
    expect(screen.getByRole('radio', { name: /^DALL-E 3/ })).toBeDisabled();
  });

  it('says that the hands are full when as many run as the plan allows', async () => {
    await open('/generate', { inFlight: 4, inFlightLimit: 4 });
    write('fox');
    expect(submit()).toBeDisabled();
    expect(screen.getByText('4 generations are running. The next can start when one of them is done.')).toBeVisible();
  });

  it('stays enabled without credits, and a press says what is missing without asking the server', async () => {
    await open('/generate', { remainingCredits: 1.5 });
    write('fox');
    await userEvent.click(submit());
    const alert = screen.getByText('Insufficient quota, please upgrade subscription or wait for quota reset');
    expect(alert).toBeVisible();
    expect(screen.getAllByText(/This needs 3\.5 credits, you have 1\.5/)[0]).toBeVisible();
    expect(submitted).toEqual([]);
    write('foxes');
    expect(alert).not.toBeInTheDocument();
  });
});

describe('too few credits', () => {
  it('offer the best model that they suffice for, one click away', async () => {
    await open('/generate', { remainingCredits: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Use SD 3.5 Flash · 2.5 credits' }));
    await waitFor(() => expect(submit()).toHaveTextContent('2.5 credits'));
    expect(screen.queryByRole('button', { name: /^Use SD/ })).toBeNull();
  });
});

describe('the credits in the navigation bar', () => {
  it('open into the quota box, and close by Escape', async () => {
    await open('/generate', { remainingCredits: 14.5 });
    const chip = await screen.findByRole('button', { name: /^14\.5 credits left/ });
    await userEvent.click(chip);
    await waitFor(() => expect(screen.getAllByRole('region', { name: 'Credits' })).toHaveLength(2));
    await userEvent.keyboard('{Escape}');
    expect(screen.getAllByRole('region', { name: 'Credits' })).toHaveLength(1);
    expect(chip).toHaveFocus();
  });
});

describe('the settings', () => {
  const draft = () => JSON.parse(window.sessionStorage.getItem('generate_draft') ?? '{}') as { quality?: string };

  it('do not keep the quality of a DALL-E model for another model', async () => {
    await open('/generate?model=dall-e-3');
    await openSetting('Model');
    await userEvent.click(screen.getByRole('radio', { name: /^HD/ }));
    expect(draft().quality).toBe('hd');
    await userEvent.click(screen.getByRole('radio', { name: /^SD 3.5 Medium, Balanced/ }));
    write('fox');
    expect(draft().quality).toBe('standard');
    await userEvent.click(submit());
    await waitFor(() => expect(submitted[0]?.body).toMatchObject({ model: 'sd3.5-medium', quality: 'standard' }));
  });

  it('offer each number of images up to that of the plan', async () => {
    await open('/generate', { imagesPerGeneration: 4 });
    await openSetting('Images');
    const group = screen.getByRole('radiogroup', { name: 'Images' });
    const numbers = [...group.querySelectorAll<HTMLButtonElement>('[role="radio"]')];
    const offered = numbers.filter(({ disabled }) => !disabled).map(({ textContent }) => textContent);
    expect(offered).toEqual(['1', '2', '3', '4']);
    expect(numbers.map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
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

  it('works by Ctrl+Enter, not while characters are being composed', async () => {
    await open();
    await userEvent.type(prompt(), '狐');
    prompt().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true }),
    );
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(/^Ready by/);
    expect(submitted).toHaveLength(1);
  });

  it('repeats a request whose answer was lost under the same key, and takes a new key for the next image', async () => {
    let lost = true;
    server.use(
      http.post(`${API}/images/generate`, async ({ request }) => {
        submitted.push({ key: request.headers.get('idempotency-key'), body: {} });
        if (!lost) return ok(generation(), 202);
        lost = false;
        return HttpResponse.error();
      }),
    );
    await open();
    write('fox');
    await userEvent.click(submit());
    await screen.findByText(/^Ready by/);
    await userEvent.click(await screen.findByRole('button', { name: /^Generate/ }));
    await waitFor(() => expect(submitted).toHaveLength(3));
    const [first, repeated, next] = submitted.map(({ key }) => key);
    expect(repeated).toBe(first);
    expect(next).not.toBe(first);
  });

  it.each([
    ['BACKLOG_FULL', generateTexts.refused.BACKLOG_FULL],
    ['RATE_LIMITED', generateTexts.refused.RATE_LIMITED],
  ] as const)('keeps the prompt and says what happened when it is refused with %s', async (code, reason) => {
    server.use(http.post(`${API}/images/generate`, () => refuse(code, { 'retry-after': '30' })));
    await open();
    write('fox');
    await userEvent.click(submit());
    expect(await screen.findByText(`${reason} ${generateTexts.refused.nothingSpent}`)).toBeVisible();
    expect(prompt()).toHaveValue('fox');
    expect(submit()).toBeEnabled();
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

  it('given up after the last look says that nothing is lost', async () => {
    answerChecks(() => ok(generation({ status: 'processing' })));
    await start();
    act(() => void app.store.dispatch(pollingErrorChanged({ id: generation().id, error: 'timeout' })));
    expect(screen.getByText('Generation timeout, please try again')).toBeVisible();
    expect(screen.getByText(/its credits return by themselves/)).toBeVisible();
  });

  it('hears by the stream before any look', async () => {
    await open();
    write('fox');
    await userEvent.click(submit());
    await waitFor(() => expect(server.imageEvents.isConnected).toBe(true));
    act(() => server.imageEvents.send('generation', generation({ status: 'completed' }), '2'));
    expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible();
  });
});
