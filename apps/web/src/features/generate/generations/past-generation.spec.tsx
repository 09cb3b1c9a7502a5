import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { passUntil } from '../../../../test/pass-until';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { GeneratePage } from '../generate-page';
import { GenerationWatcher } from './generation-watcher';

const server = startServer();
const DONE = generation({ status: 'completed' });
const told: string[] = [];

beforeEach(() => {
  told.length = 0;
  window.localStorage.setItem('notify_when_done', 'on');
  window.sessionStorage.setItem('generate_visit', JSON.stringify([DONE.id]));
  class NotificationStandIn extends EventTarget {
    static permission = 'granted';
    constructor(title: string) {
      super();
      told.push(title);
    }
  }
  Object.defineProperty(window, 'Notification', { value: NotificationStandIn, configurable: true });
  document.hasFocus = () => false;
  server.use(
    http.get(`${API}/images/generations/:id`, () => ok(DONE)),
    http.get(/\/images\/[\da-f-]{36}$/, () => refuse('NOT_FOUND')),
  );
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(document, 'hasFocus');
});

const aMoment = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 200)));

const openPage = () =>
  renderPart(
    <>
      <GenerationWatcher />
      <GeneratePage credits={null} shareDialog={() => null} />
    </>,
    { user: USER, path: '/generate', namespaces: ['generate', 'credits', 'options', 'sharing', 'work'] },
  );

it('nobody is told again that an image is ready which was made before the page was opened', async () => {
  await openPage();
  await screen.findByRole('button', { name: 'Remix' });
  await aMoment();
  server.imageEvents.send('snapshot', { generations: [] });
  await aMoment();
  expect([server.imageEvents.isConnected, told]).toEqual([false, []]);
});

it('nor is anybody told of it when an outage is over that hid it from the page', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
  let [isDown, looks] = [true, 0];
  server.use(
    meHandler('good'),
    http.get(`${API}/images/generations/:id`, () => {
      looks += 1;
      return isDown ? refuse('SERVICE_UNAVAILABLE') : ok(DONE);
    }),
  );
  await openPage();
  await passUntil(() => looks >= 2 && screen.queryByText('This generation could not be loaded') !== null);
  isDown = false;
  await passUntil(() => screen.queryByRole('button', { name: 'Remix' }) !== null);
  expect(screen.getByRole('button', { name: 'Remix' })).toBeVisible();
  const before = looks;
  let turns = 0;
  await passUntil(() => (turns += 1) > 50);
  expect([looks, told, document.title]).toEqual([before, [], expect.not.stringContaining('ready')]);
});
