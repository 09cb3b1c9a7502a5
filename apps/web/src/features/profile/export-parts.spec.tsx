import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { passUntil } from '../../../test/pass-until';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { ExportEverything } from './export-everything';

const server = startServer();
let left: string[];
let asked: unknown[];
const PARTS = [
  { before: 5002, newest: 5001, oldest: 12, images: 4980 },
  { before: 12, newest: 11, oldest: 1, images: 11 },
];

beforeEach(() => {
  [left, asked] = [[], []];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    left.push(this.pathname);
  });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
  server.use(
    http.post(`${API}/images/exports`, async ({ request }) => {
      const body = (await request.json()) as { format: string; before?: number };
      asked.push(body);
      const isWhole = body.format === 'zip' && body.before === undefined;
      return ok({ url: `/api/images/exports/ticket-${asked.length}`, ...(isWhole && { parts: PARTS }) });
    }),
    http.head(`${API}/images/exports/:ticket`, () => refuse('TICKET_USED')),
    http.get(`${API}/images/exports/:ticket`, () => new HttpResponse()),
  );
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it.each([
  ['en', 'Download everything (ZIP)', 'Your images take 2 archives.', 'Part 2 of 2 · images 0011–0001'],
  ['zh', '下载全部数据（ZIP）', '分成 2 份打包', '第 2 份（共 2 份）· 图片 0011–0001'],
] as const)('images that one archive does not take are offered in parts (%s)', async (locale, zip, said, part) => {
  await renderPart(<ExportEverything />, { user: USER, locale, namespaces: ['profile'] });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: zip }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(said));
  // Nothing that would look like everything.
  expect(left).toEqual([]);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: part }));
  await waitFor(() => expect(left).toEqual(['/api/images/exports/ticket-2']));
  await passUntil(() => !screen.getByRole('button', { name: part }).hasAttribute('aria-busy'));
  expect(asked).toEqual([{ format: 'zip' }, { format: 'zip', before: 12 }]);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});
