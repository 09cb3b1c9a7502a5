import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Generation } from '@app/contracts';
import { act, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import '../../../api/endpoints/generations';
import { jobEnded, jobOpened } from '../../../entities/generation/generation-jobs';
import { useCompletionNotification } from './use-completion-notification';

const server = startServer();
const told: unknown[] = [];

beforeEach(() => {
  told.length = 0;
  window.localStorage.setItem('notify_when_done', 'on');
  class NotificationStandIn extends EventTarget {
    static permission = 'granted';
    constructor(title: string, { body, tag }: NotificationOptions) {
      super();
      told.push([title, body, tag]);
    }
  }
  Object.defineProperty(window, 'Notification', { value: NotificationStandIn, configurable: true });
  document.hasFocus = () => false;
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(document, 'hasFocus');
});

function Watcher() {
  useCompletionNotification();
  return null;
}

it('tells how each one of this tab ended, but not of one that goes on, was cancelled, or is gone', async () => {
  const known: Record<string, Partial<Generation>> = {
    done: { status: 'completed', prompt: 'a fox' },
    failed: { status: 'failed', prompt: 'an owl' },
    open: { status: 'processing' },
    cancelled: { status: 'failed', error_code: 'CANCELLED' },
  };
  const asked: string[] = [];
  server.use(
    http.get(`${API}/images/generations/:id`, ({ params }) => {
      const id = String(params['id']);
      asked.push(id);
      return ok(generation({ id, ...known[id] }));
    }),
  );
  const { store } = await renderPart(<Watcher />, { user: USER, namespaces: [] });
  const ids = ['cancelled', 'open', 'failed', 'done'];
  window.sessionStorage.setItem('generate_visit', JSON.stringify(ids));
  const ending = ['row-of-a-batch', ...ids];
  act(() => [...ending, 'later'].forEach((id) => void store.dispatch(jobOpened(id))));
  for (const id of ending) act(() => void store.dispatch(jobEnded(id)));
  await waitFor(() => expect(told).toHaveLength(2));
  expect(told).toEqual(
    expect.arrayContaining([
      [expect.stringMatching(/\S/), 'a fox', 'done'],
      [expect.stringMatching(/\S/), 'an owl', 'failed'],
    ]),
  );
  const [one, other] = told as string[][];
  expect(one?.[0]).not.toBe(other?.[0]);
  expect(asked.toSorted()).toEqual(ids.toSorted());
});
