import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useRef, useState } from 'react';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { connectToasts } from '../../../shared/toasts';
import { CancelButton, CancelIcon } from './cancel-button';

const server = startServer();
let toasts: string[];
let cancelled: string[];
let disconnect: () => void;

beforeEach(() => {
  [toasts, cancelled] = [[], []];
  disconnect = connectToasts(({ text }) => toasts.push(text));
  server.use(
    http.get(`${API}/images/generations/:id`, () => ok(generation())),
    http.post(`${API}/images/generations/:id/cancel`, ({ params }) => {
      cancelled.push(String(params['id']));
      return ok(generation({ status: 'failed', error_code: 'CANCELLED' }));
    }),
  );
});
afterEach(() => disconnect());

function Result({ first, shown }: { first: Generation; shown?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [current, setCurrent] = useState(first);
  const parts = { generation: current, focusFallback: heading };
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Result
      </h2>
      {shown === undefined ? <CancelButton {...parts} /> : <CancelIcon {...parts} shown={shown} />}
      <button type="button" onClick={() => setCurrent({ ...current, status: 'processing' })}>
        Begin
      </button>
    </>
  );
}
const show = (part: Partial<Generation> = {}, shown?: boolean) =>
  renderPart(<Result first={generation(part)} {...(shown === undefined ? {} : { shown })} />, {
    user: USER,
    namespaces: ['generate', 'work'],
  });
const LABEL = 'Cancel “A red fox”: 3.5 credits return';

describe('what no worker has begun with', () => {
  it('can be cancelled, and says what comes back', async () => {
    await show();
    const button = screen.getByRole('button', { name: 'Cancel' });
    expect(button).toHaveAccessibleDescription('Not started yet: all 3.5 credits return.');
    await userEvent.click(button);
    await waitFor(() => expect(cancelled).toEqual([generation().id]));
  });

  it.each([
    ['is told where it ends out of sight', false, ['You cancelled this one. 3.5 credits returned.']],
    ['is not told twice where the preview tells it', true, []],
  ] as const)('and is cancelled in the strip %s', async (_, shown, told) => {
    await show({}, shown);
    const button = screen.getByRole('button', { name: LABEL });
    await userEvent.click(button);
    await waitFor(() => expect(cancelled).toHaveLength(1));
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    expect(toasts).toEqual(told);
  });

  it('is not told as cancelled where that came too late', async () => {
    server.use(http.post(`${API}/images/generations/:id/cancel`, () => refuse('GENERATION_NOT_CANCELLABLE')));
    await show({}, false);
    await userEvent.click(screen.getByRole('button', { name: LABEL }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).not.toMatch(/You cancelled/);
  });

  it('is cancelled once, however often it is pressed', async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    server.use(
      http.post(`${API}/images/generations/:id/cancel`, async ({ params }) => {
        cancelled.push(String(params['id']));
        await gate;
        return ok(generation({ status: 'failed', error_code: 'CANCELLED' }));
      }),
    );
    await show({}, true);
    const button = screen.getByRole('button', { name: LABEL });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(button);
    finish();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(cancelled).toHaveLength(1);
  });
});

describe('work that has begun', () => {
  it.each(['processing', 'completed', 'failed'] as const)('cannot be cancelled (%s)', async (status) => {
    await show({ status });
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('takes the button away, and its focus goes to the heading', async () => {
    await show();
    const begin = screen.getByRole('button', { name: 'Begin' });
    act(() => screen.getByRole('button', { name: 'Cancel' }).focus());
    act(() => begin.click());
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
  });

  it('leaves the focus where it was otherwise', async () => {
    await show();
    const begin = screen.getByRole('button', { name: 'Begin' });
    act(() => begin.focus());
    act(() => begin.click());
    await act(() => Promise.resolve());
    expect(begin).toHaveFocus();
  });
});
