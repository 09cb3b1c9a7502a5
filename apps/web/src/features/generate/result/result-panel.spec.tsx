import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_MODEL, POLL_FIRST_MS, type Locale } from '@app/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { sessionClosed } from '../../../api/auth/session-slice';
import '../../../api/endpoints/generations';
import { pollGeneration } from '../../../entities/generation/poll-generation';
import { EMPTY_DRAFT } from '../settings/settings';
import { ResultPanel } from './result-panel';

const server = startServer();
const nothing = () => undefined;

async function show(id: string | null, locale: Locale = 'en') {
  const gone: string[] = [];
  const page = await renderPart(
    <ResultPanel
      id={id}
      settings={{ ...EMPTY_DRAFT, model: DEFAULT_MODEL, style: 'anime', size: '16:9' }}
      handlers={{
        onAccepted: nothing,
        onSignInNeeded: nothing,
        onGone: (lost) => void gone.push(lost),
        onBack: nothing,
        onReuse: nothing,
        onReword: nothing,
        onRemix: nothing,
      }}
      shareDialog={() => null}
    />,
    { user: USER, locale, namespaces: ['generate', 'work', 'options', 'gallery', 'home'] },
  );
  return { ...page, gone };
}
const frame = () => screen.getByRole('region', { name: 'Your image' });

it('before anything was asked for there is a place in the shape and with the style that are chosen', async () => {
  await show(null);
  expect(screen.getByRole('group', { name: 'Your image' })).toContainElement(frame());
  expect(frame()).toHaveAttribute('data-state', 'empty');
  expect(frame()).toHaveTextContent('Your image appears here');
  expect(frame()).toHaveTextContent('Usually takes 10 to 30 seconds. You can leave this page meanwhile.');
  expect(frame()).toHaveTextContent(/Anime16:9 · 1344 × 768$/);
  expect((frame().firstElementChild as HTMLElement).style.aspectRatio).toBe('1344 / 768');
});

it('what was asked for takes that place, and is named by its prompt', async () => {
  const made = generation({ status: 'completed' });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(made)));
  const { gone } = await show(made.id);
  expect(frame()).toHaveTextContent('Loading…');
  expect(frame()).not.toHaveTextContent('Your image appears here');
  expect(frame()).toHaveAttribute('data-state', 'running');
  const panel = await screen.findByRole('group', { name: 'A red fox' });
  await waitFor(() => expect(frame()).toHaveAttribute('data-state', 'done'));
  expect(panel).toContainElement(frame());
  expect(gone).toEqual([]);
});

it('what does not exist any more is told', async () => {
  const { id } = generation();
  server.use(http.get(`${API}/images/generations/:id`, () => refuse('NOT_FOUND')));
  const { gone } = await show(id);
  await waitFor(() => expect(gone).toEqual([id]));
  expect(frame()).toHaveTextContent('Your image appears here');
});

it.each([
  [
    'en',
    'This generation could not be loaded',
    'Nothing is lost: finished images are in your gallery, and the credits of what is not made return automatically. Server error, please try again later',
  ],
  [
    'zh',
    '这次生成的结果没能加载出来',
    '图片和积分都不会丢：画好的图在图库里，没画成的会自动退回积分。服务器错误，请稍后再试',
  ],
] as const)('what cannot be looked up says that nothing is lost (%s)', async (locale, title, text) => {
  server.use(http.get(`${API}/images/generations/:id`, () => refuse('SERVICE_UNAVAILABLE')));
  const { gone } = await show(generation().id, locale);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(title);
  expect(within(alert).getByText(text)).toBeVisible();
  expect(gone).toEqual([]);
});

it.each(['completed', 'processing'] as const)(
  'what could not be looked up is there after a retry (%s)',
  async (status) => {
    let isDown = true;
    const known = generation({ status });
    server.use(
      meHandler('good'),
      http.get(`${API}/images/generations/:id`, () => (isDown ? refuse('SERVICE_UNAVAILABLE') : ok(known))),
    );
    const { store } = await show(known.id);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(retry);
    const panel = await screen.findByRole('group', { name: 'A red fox' });
    await waitFor(() => expect(frame()).toHaveAttribute('data-state', status === 'completed' ? 'done' : 'running'));
    expect(panel).toHaveFocus();
    expect(store.getState().generationJobs.open).toEqual(status === 'completed' ? [] : [known.id]);
  },
);

describe('a retry', () => {
  const realTimeout = setTimeout;
  /** Lets answers of the server come while the clock is held. */
  const untilIdle = async () => {
    for (let turn = 0; turn < 100; turn += 1) await act(() => new Promise<void>((resolve) => realTimeout(resolve, 1)));
  };
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['while the next check is waited for', true],
    ['after the checks were given up', false],
  ])('%s asks once and at once, and goes on checking', async (_, isPolled) => {
    let looks = 0;
    // A poll outlives its test.
    const known = generation({
      id: `7a1f0c1e-0000-4000-8021-${isPolled ? '1' : '2'}00000000000`,
      status: 'processing',
    });
    server.use(
      meHandler('good'),
      http.get(`${API}/images/generations/:id`, () => {
        looks += 1;
        return looks === 1 ? refuse('SERVICE_UNAVAILABLE') : ok(known);
      }),
    );
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
    const { store } = await show(known.id);
    if (isPolled) void store.dispatch(pollGeneration(known.id));
    await untilIdle();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await untilIdle();
    expect(screen.getByRole('group', { name: 'A red fox' })).toBeVisible();
    expect(looks).toBe(2);
    await act(() => jest.advanceTimersByTimeAsync(POLL_FIRST_MS));
    await untilIdle();
    // The event stream may look, too.
    expect(looks).toBeGreaterThan(2);
    store.dispatch(sessionClosed(null));
  });
});
