import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
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
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(document, 'hasFocus');
});

const aMoment = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 200)));

it('nobody is told again that an image is ready which was made before the page was opened', async () => {
  await renderPart(
    <>
      <GenerationWatcher />
      <GeneratePage credits={null} shareDialog={() => null} />
    </>,
    { user: USER, path: '/generate', namespaces: ['generate', 'credits', 'options', 'sharing', 'work'] },
  );
  await screen.findByRole('button', { name: 'Remix' });
  await aMoment();
  server.imageEvents.send('snapshot', { generations: [] });
  await aMoment();
  expect([server.imageEvents.isConnected, told]).toEqual([false, []]);
});
