import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Generation, type ModelOffer } from '@app/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay, http } from 'msw';
import { models } from '../../test/models';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { generation as makeGeneration } from '../../test/pictures';
import { API, QUOTA, meHandler, ok, refuse, startServer } from '../../test/server';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;

let test = 0;
/** Each test has a generation of its own: a watch outlives the page that began it. */
const generation = (part: Partial<Generation> = {}) =>
  makeGeneration({ id: `7a1f0c1e-0000-4000-8001-${String(test).padStart(12, '0')}`, ...part });

interface Submitted {
  key: string | null;
  body: Record<string, unknown>;
}
let submitted: Submitted[];
let looksAtModels: number;
/** What the list says at the moment. */
let offers: () => ModelOffer[];

const down = { status: 'unavailable', retry_after: 25 } as const;
const noteSubmission = async (request: Request) => {
  submitted.push({
    key: request.headers.get('idempotency-key'),
    body: (await request.json()) as Record<string, unknown>,
  });
};
/** Answers the submissions one after the other; the last answer stays. */
const answerSubmissions = (...answers: (() => Response)[]) =>
  server.use(
    http.post(`${API}/images/generate`, async ({ request }) => {
      await noteSubmission(request);
      await delay(10);
      return answers[Math.min(submitted.length, answers.length) - 1]?.() ?? refuse('INTERNAL_ERROR');
    }),
  );

beforeEach(() => {
  test += 1;
  submitted = [];
  looksAtModels = 0;
  offers = () => models();
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.localStorage.setItem('refresh_token', 'refresh');
  server.use(
    meHandler('good'),
    http.get(`${API}/images/events`, () => refuse('SERVICE_UNAVAILABLE')),
    http.get(`${API}/images/generations/:id`, () => refuse('NOT_FOUND')),
    http.get(`${API}/images/models`, () => {
      looksAtModels += 1;
      return ok(offers());
    }),
  );
  answerSubmissions(() => ok(generation(), 202));
});
afterEach(() => {
  jest.useRealTimers();
  app.close();
});

const open = async (path = '/generate', credits = 14.5) => {
  server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: credits })));
  app = await openApp(path);
  await screen.findByText(path.startsWith('/zh') ? '剩余积分' : 'credits left');
  await waitFor(() => expect(looksAtModels).toBeGreaterThan(0));
};
const fakeTimers = () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
};
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const submit = () => screen.getByRole('button', { name: /^(Generate|生成)/ });
const type = (text: string) =>
  userEvent.type(screen.getByRole('textbox', { name: /^(What should it show|想画什么)/ }), text);
const alertText = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

describe('an engine that is down', () => {
  const flashWorks = (id: string) => (id === 'sd3.5-flash' ? {} : down);

  it('is told before the click, in the picker and beside the button; everything can be prepared', async () => {
    offers = () => models(flashWorks);
    await open();
    expect(await screen.findByRole('radio', { name: /^SD 3.5 Medium, Out of order/ })).toBeEnabled();
    expect(screen.getByRole('radio', { name: /^SD 3.5 Flash, Quickest draft/ })).toBeEnabled();
    expect(screen.getByText('SD 3.5 Medium is out of order at the moment.')).toBeVisible();
    expect(screen.getByText(/^Stability AI is out of order at the moment\. We look again in \d+ s\.$/)).toBeVisible();
    await type('fox');
    expect(submit()).toBeEnabled();
    expect(submitted).toEqual([]);
  });

  it('leaves another model one click away', async () => {
    offers = () => models(flashWorks);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Use SD 3.5 Flash · 2.5 credits' }));
    await waitFor(() => expect(app.place()).toBe('/generate?model=sd3.5-flash'));
    await waitFor(() => expect(screen.queryByText(/out of order at the moment/)).toBeNull());
    expect(submit()).toHaveTextContent('2.5 credits');
  });

  it('is counted down to the next look at the list, as often as it takes; then it can be tried again', async () => {
    fakeTimers();
    offers = () => models(() => ({ status: 'unavailable', retry_after: 5 }));
    await open();
    expect((await screen.findAllByText(/We look again in 5 s\./))[0]).toBeVisible();
    await pass(2000);
    expect(screen.getAllByText(/We look again in 3 s\./)[0]).toBeVisible();
    // No model works, so none is offered.
    expect(screen.queryByRole('button', { name: /^Use SD/ })).toBeNull();
    const before = looksAtModels;
    await pass(16_000);
    expect(looksAtModels - before).toBeGreaterThanOrEqual(2);
    expect(screen.getByText('SD 3.5 Medium is out of order at the moment.')).toBeVisible();
    offers = () => models();
    await pass(6000);
    expect(await screen.findByText('SD 3.5 Medium can be tried again.')).toBeVisible();
    expect(screen.getByRole('radio', { name: /^SD 3.5 Medium, Balanced/ })).toBeChecked();
    const after = looksAtModels;
    await pass(60_000);
    expect(looksAtModels).toBe(after);
  });

  it('is heard of by a picture that it did not make', async () => {
    server.use(
      http.get(`${API}/images/events`, () => {
        offers = () => models(() => down);
        const lost = generation({ status: 'failed' });
        lost.generated_images.forEach((picture) => (picture.error_code = 'ENGINE_UNAVAILABLE'));
        const lines = `event: generation\nid: 1\ndata: ${JSON.stringify(lost)}\n\n`;
        return new HttpResponse(lines, { headers: { 'content-type': 'text/event-stream' } });
      }),
    );
    await open();
    await type('fox');
    await userEvent.click(submit());
    await screen.findByText(/^The engine behind this model is out of order\./);
    await waitFor(() => expect(screen.getByText('SD 3.5 Medium is out of order at the moment.')).toBeVisible(), {
      timeout: 5000,
    });
  });

  it('in Chinese', async () => {
    offers = () => models(flashWorks);
    await open('/zh/generate');
    expect(await screen.findByText('SD 3.5 Medium 暂时不可用。')).toBeVisible();
    expect(screen.getByText(/^Stability AI 暂时不可用。\d+ 秒后自动再检查。$/)).toBeVisible();
    expect(screen.getByRole('button', { name: '改用 SD 3.5 Flash（2.5 积分）' })).toBeVisible();
  });
});

describe('without the list', () => {
  it.each([
    ['while it loads', () => delay('infinite').then(() => ok([]))],
    ['when it cannot be had', () => refuse('INTERNAL_ERROR')],
  ])('the page works as ever %s', async (_, answer) => {
    server.use(
      http.get(`${API}/images/models`, () => {
        looksAtModels += 1;
        return answer();
      }),
    );
    await open('/generate?model=sd3.5-large-turbo');
    await type('fox');
    await userEvent.type(screen.getByRole('textbox', { name: /^What should it leave out/ }), 'clouds');
    await userEvent.click(submit());
    await screen.findByText(/There by .* at the latest/);
    expect(submitted[0]?.body).toMatchObject({ prompt: 'fox', negative_prompt: 'clouds' });
  });
});

describe('what an engine does itself', () => {
  const negative = () => screen.getByRole('textbox', { name: /^What should it leave out/ });

  it('a negative prompt that would have no effect is said to have none, kept, and not sent', async () => {
    await open('/generate?model=sd3.5-large-turbo');
    await waitFor(() =>
      expect(negative()).toHaveAccessibleDescription(/^SD 3\.5 Large Turbo takes no notice of this\./),
    );
    await type('fox');
    await userEvent.type(negative(), 'clouds');
    await userEvent.click(submit());
    await screen.findByText(/There by .* at the latest/);
    expect(submitted[0]?.body).not.toHaveProperty('negative_prompt');
    await userEvent.click(screen.getByRole('radio', { name: /^SD 3.5 Medium/ }));
    await waitFor(() => expect(negative()).not.toHaveAccessibleDescription());
    expect(negative()).toHaveValue('clouds');
    await userEvent.click(submit());
    await waitFor(() => expect(submitted).toHaveLength(2));
    expect(submitted[1]?.body).toMatchObject({ negative_prompt: 'clouds' });
  });

  it('what is not sent cannot be too long', async () => {
    await open('/generate?model=sd3.5-large-turbo');
    await waitFor(() => expect(negative()).toHaveAccessibleDescription());
    await type('fox');
    await userEvent.click(negative());
    await userEvent.paste('cloud '.repeat(40));
    await userEvent.click(submit());
    await screen.findByText(/There by .* at the latest/);
    expect(submitted).toHaveLength(1);
  });

  it('styles that it is told in words and formats that are converted are mentioned, and only those', async () => {
    offers = () => models(() => ({ engine: 'webui', styles: 'in_words' }));
    await open();
    expect(await screen.findByText("Painted by this site's own GPU server.")).toBeVisible();
    expect(screen.getByText(/^This engine has no styles of its own/)).toBeVisible();
    expect(screen.queryByText(/is converted from that/)).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'WebP' }));
    expect(screen.getByText('This engine makes PNG and JPEG; WebP is converted from that.')).toBeVisible();
  });

  it('the details name it', async () => {
    server.use(
      http.get(`${API}/images/generations/:id`, () =>
        ok(generation({ status: 'completed', engine: 'stability', output_format: 'webp' })),
      ),
    );
    window.sessionStorage.setItem('generate_visit', JSON.stringify([generation().id]));
    await open();
    const term = await screen.findByText('Engine');
    await waitFor(() =>
      expect(term.nextElementSibling).toHaveTextContent(
        'Stability AIThis engine makes PNG and JPEG; WebP is converted from that.',
      ),
    );
  });
});

describe('refused before anything is spent', () => {
  it.each([
    ['BACKLOG_FULL', /^Too many pictures are waiting in line right now.* No credits were spent\.$/],
    ['RATE_LIMITED', /^Those were too many requests in a short time\. No credits were spent\.$/],
    ['TOO_MANY_IN_FLIGHT', /^4 of your pictures are being made\..* No credits were spent\.$/],
    ['ENGINE_UNAVAILABLE', /^SD 3\.5 Medium is out of order at the moment\. No credits were spent\.$/],
  ] as const)('%s says so, and when another try makes sense', async (code, text) => {
    const user = fakeTimers();
    answerSubmissions(() => refuse(code, { 'retry-after': '12' }));
    await open();
    await user.type(screen.getByRole('textbox', { name: 'What should it show?' }), 'fox');
    await user.click(submit());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('Worth another try in 12 s.')).toBeVisible();
    await pass(4000);
    expect(screen.getByText('Worth another try in 8 s.')).toBeVisible();
    await pass(9000);
    expect(screen.getByText('You can try again now.')).toBeVisible();
    // Read out once, not with each second.
    expect(alertText()).not.toMatch(/try/);
  });

  it('the same request goes out under the same key, another model under another', async () => {
    answerSubmissions(() => refuse('ENGINE_UNAVAILABLE', { 'retry-after': '12' }));
    await open();
    await type('fox');
    await userEvent.click(submit());
    await screen.findByText(/No credits were spent/);
    await userEvent.click(submit());
    await waitFor(() => expect(submitted).toHaveLength(2));
    await screen.findByText(/No credits were spent/);
    await userEvent.click(screen.getByRole('radio', { name: /^SD 3.5 Flash/ }));
    await waitFor(() => expect(screen.queryByText(/No credits were spent/)).toBeNull());
    await userEvent.click(submit());
    await waitFor(() => expect(submitted).toHaveLength(3));
    const [first, repeated, other] = submitted.map(({ key }) => key);
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
  });

  it('an engine that is down has the list asked again; once it works the refusal is over', async () => {
    const user = fakeTimers();
    answerSubmissions(() => {
      offers = () => models((id) => (id === 'sd3.5-medium' ? { status: 'unavailable', retry_after: 7 } : {}));
      return refuse('ENGINE_UNAVAILABLE', { 'retry-after': '7' });
    });
    await open();
    await user.type(screen.getByRole('textbox', { name: 'What should it show?' }), 'fox');
    await user.click(submit());
    expect(await screen.findByText(/No credits were spent/)).toBeVisible();
    expect(await screen.findByRole('radio', { name: /^SD 3.5 Medium, Out of order/ })).toBeChecked();
    // One box tells it all.
    expect(screen.getAllByText(/^SD 3\.5 Medium is out of order/)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Use SD 3.5 Flash · 2.5 credits' })).toBeVisible();
    offers = () => models();
    await pass(7500);
    expect(await screen.findByText('SD 3.5 Medium can be tried again.')).toBeVisible();
    expect(screen.queryByText(/No credits were spent/)).toBeNull();
  });

  it('an answer that says neither yes nor no promises only what is certain', async () => {
    answerSubmissions(() => refuse('SERVICE_UNAVAILABLE'));
    await open();
    await type('fox');
    await userEvent.click(submit());
    expect(await screen.findByText(/trying again never pays twice/)).toBeVisible();
    expect(screen.queryByText(/No credits were spent/)).toBeNull();
  });

  it('in Chinese', async () => {
    answerSubmissions(() => refuse('BACKLOG_FULL', { 'retry-after': '30' }));
    await open('/zh/generate');
    await type('狐狸');
    await userEvent.click(submit());
    expect(await screen.findByText('现在排队的图太多，这次没有接下。没有扣除积分。')).toBeVisible();
    expect(within(submit().closest('div') ?? document.body).getByText('30 秒后可以再试。')).toBeVisible();
  });
});
