import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { batch } from '../../../../test/batches';
import { passUntil } from '../../../../test/pass-until';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { RunActions } from './run-actions';

const server = startServer();
let saved: string[];

beforeEach(() => {
  saved = [];
  server.use(http.head(`${API}/images/exports/a-ticket`, () => refuse('TICKET_USED')));
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const open = (shown: ReturnType<typeof batch>) =>
  renderPart(<RunActions batch={shown} />, { user: USER, namespaces: ['batch', 'options'] });
const button = (name: string) => screen.getByRole('button', { name });
const TICKET = { url: '/api/images/exports/a-ticket', expires_at: '2026-11-20T08:00:00.000Z' };
const DONE = batch(['completed', 'completed'], { status: 'completed' });

describe('the archive of a batch', () => {
  const answer = (reply: () => Response | Promise<Response>) => server.use(http.post(`${API}/images/exports`, reply));

  it('is downloaded by the browser itself, and asked for once while that is under way', async () => {
    let asked = 0;
    let go = () => {};
    const gone = new Promise<void>((resolve) => (go = resolve));
    answer(async () => {
      asked += 1;
      await gone;
      return ok(TICKET);
    });
    await open(DONE);
    const download = button('Download 2 images');
    expect(download).not.toHaveAttribute('aria-busy');
    await userEvent.click(download);
    expect(download).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(download);
    go();
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\/images\/exports\/a-ticket true$/)]));
    await waitFor(() => expect(download).not.toHaveAttribute('aria-busy'));
    expect(asked).toBe(1);
  });

  it.each([
    ['a refusal', () => refuse('EXPORT_RUNNING'), 'An export is running already.'],
    ['a missing network', () => HttpResponse.error() as Response, 'Network connection failed'],
  ])('that failed by %s says why, until one tries again', async (_, failed, text) => {
    answer(failed);
    await open(DONE);
    await userEvent.click(button('Download 2 images'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(button('Download 2 images')).not.toHaveAttribute('aria-busy');
    let go = () => {};
    const gone = new Promise<void>((resolve) => (go = resolve));
    answer(async () => {
      await gone;
      return ok(TICKET);
    });
    await userEvent.click(button('Download 2 images'));
    expect(screen.queryByRole('alert')).toBeNull();
    go();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that the browser has not begun, because another export runs, says so', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
    answer(() => ok(TICKET));
    server.use(http.head(`${API}/images/exports/a-ticket`, () => new HttpResponse()));
    await open(DONE);
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(button('Download 2 images'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    await passUntil(() => screen.queryByRole('alert') !== null);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The download did not start; another export may still be running. Try again when it is done.',
    );
    expect(button('Download 2 images')).not.toHaveAttribute('aria-busy');
  });

  it('is not offered while there is no image', async () => {
    await open(batch(['waiting', 'failed']));
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
  });
});

describe('pausing a batch', () => {
  it('is asked for once, and what failed before is forgotten meanwhile', async () => {
    server.use(http.post(`${API}/batches/:id/pause`, () => refuse('INTERNAL_ERROR')));
    await open(batch(['waiting']));
    await userEvent.click(button('Pause'));
    expect(await screen.findByRole('alert')).toBeVisible();
    let asked = 0;
    let go = () => {};
    const gone = new Promise<void>((resolve) => (go = resolve));
    server.use(
      http.post(`${API}/batches/:id/pause`, async () => {
        asked += 1;
        await gone;
        return ok(batch(['waiting'], { status: 'paused' }));
      }),
    );
    await userEvent.click(button('Pause'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(button('Pause')).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button('Pause'));
    go();
    await waitFor(() => expect(button('Pause')).not.toHaveAttribute('aria-busy'));
    expect(asked).toBe(1);
  });
});
