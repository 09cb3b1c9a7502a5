import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { passUntil } from '../../../test/pass-until';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { connectToasts } from '../../shared/toasts';
import { ExportEverything } from './export-everything';

const server = startServer();
let left: string[];
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  [left, toasts] = [[], []];
  disconnect = connectToasts(({ text }) => toasts.push(text));
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    left.push(this.pathname);
  });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
  server.use(http.post(`${API}/images/exports`, () => ok({ url: '/api/images/exports/a-ticket' })));
});
afterEach(() => {
  disconnect();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const press = async (locale: 'en' | 'zh', name: string) => {
  await renderPart(<ExportEverything />, { user: USER, locale, namespaces: ['profile'] });
  const button = screen.getByRole('button', { name });
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(button);
  await waitFor(() => expect(left).toEqual(['/api/images/exports/a-ticket']));
  expect(button).toHaveAttribute('aria-busy', 'true');
  return button;
};

it.each([
  [
    'en',
    'Download image list (CSV)',
    'The export could not be started. The download did not start; another export may still be running. Try again when it is done.',
  ],
  ['zh', '下载图片清单（CSV）', '没能开始导出。下载没有开始，可能另一个导出还没结束，请稍后再试。'],
] as const)('an export that is refused while another one runs says so (%s)', async (locale, name, text) => {
  // Only the call that the browser makes is refused.
  server.use(http.head(`${API}/images/exports/a-ticket`, () => new HttpResponse()));
  const button = await press(locale, name);
  await passUntil(() => toasts.length > 0);
  expect(toasts).toEqual([text]);
  expect(button).not.toHaveAttribute('aria-busy');
});

it('an export that the browser downloads needs no words', async () => {
  server.use(http.head(`${API}/images/exports/a-ticket`, () => refuse('TICKET_USED')));
  const button = await press('en', 'Download image list (CSV)');
  await passUntil(() => !button.hasAttribute('aria-busy'));
  expect(toasts).toEqual([]);
});
