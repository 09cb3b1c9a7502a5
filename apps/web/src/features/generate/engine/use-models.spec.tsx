import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ModelOffer } from '@app/contracts';
import { act, screen } from '@testing-library/react';
import { http } from 'msw';
import { models } from '../../../../test/models';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import '../../../api/endpoints/generations';
import { useModels, useModelsWatch } from './use-models';

const server = startServer();
const realTimeout = setTimeout;
let asked: number;
let down: Partial<ModelOffer> | null;

beforeEach(() => {
  [asked, down] = [0, null];
  server.use(
    http.get(`${API}/images/models`, () => {
      asked += 1;
      return ok(models((id) => (id === 'sd3.5-large' && down ? { status: 'unavailable', ...down } : {})));
    }),
  );
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function Watch() {
  useModelsWatch();
  const { offerOf, askAgainAt } = useModels();
  return <p>{offerOf('sd3.5-large') ? `asked again at ${askAgainAt ?? 'no time'}` : 'unknown'}</p>;
}
/** The clock of the tests is held; answers of the server still take a turn. */
const nextTurn = () => act(() => new Promise((resolve) => realTimeout(resolve, 1)));
const until = async (isDone: () => boolean) => {
  while (!isDone()) await nextTurn();
};
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await nextTurn();
  }
}
/** Returns what is said of the next look. */
async function watch(change: Partial<ModelOffer> | null) {
  down = change;
  await renderPart(<Watch />, { user: USER, namespaces: [] });
  const { textContent } = await screen.findByText(/^asked again/);
  asked = 0;
  return textContent.replace('asked again at ', '');
}

describe('the list of models', () => {
  it('is asked for once while all of them work', async () => {
    expect(await watch(null)).toBe('no time');
    await pass(120);
    expect(asked).toBe(0);
  });

  it.each([
    [{ retry_after: 20 }, 20],
    [{ retry_after: 1 }, 2],
    [{ retry_after: null }, 30],
  ])('is asked for again while one is down that said %j: after %d s', async (change, seconds) => {
    const at = Number(await watch(change));
    expect(Math.round((at - Date.now()) / 1000)).toBe(seconds);
    await pass(seconds - 1);
    expect(asked).toBe(0);
    await pass(2);
    await until(() => asked === 1);
  });

  it('is not asked for while nobody looks, and at once when somebody comes back', async () => {
    await watch({ retry_after: 5 });
    const look = (visibility: DocumentVisibilityState) => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
    };
    look('hidden');
    await pass(22);
    expect(asked).toBe(0);
    look('visible');
    await until(() => asked === 1);
  });
});
