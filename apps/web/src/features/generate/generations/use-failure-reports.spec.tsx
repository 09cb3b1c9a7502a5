import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { POLL_EVERY_MS, POLL_FIRST_MS, POLL_RECHECKS } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { fakeTimers, pass, prompt, startGeneratePage, submit } from '../../../../test/generate-page';
import { API, ok, refuse, startServer } from '../../../../test/server';
import { analytics } from '../../../shared/analytics/analytics';

const server = startServer();
const world = startGeneratePage(server);
let sent: [string, unknown][];

beforeEach(() => {
  sent = [];
  jest.spyOn(analytics, 'event').mockImplementation((name, values) => void sent.push([name, values]));
});

const exceptions = () => sent.filter(([name]) => name === 'exception').map(([, values]) => values);
const exception = (reason: string) => ({ description: `generation: ${reason}`, fatal: false });

async function accept(user = userEvent.setup()): Promise<void> {
  await world.open();
  await user.type(prompt(), 'fox');
  await user.click(submit());
  await waitFor(() => expect(world.submitted).toHaveLength(1));
  await waitFor(() => expect(server.imageEvents.isConnected).toBe(true));
}

describe('an exception is reported', () => {
  it('for a generation that ends failed', async () => {
    await accept();
    act(() =>
      server.imageEvents.send('generation', world.generation({ status: 'failed', error_code: 'ENGINE_TIMEOUT' })),
    );
    await waitFor(() => expect(exceptions()).toEqual([exception('ENGINE_TIMEOUT')]));
  });

  it('for a failed check and for giving up, once each', async () => {
    let answer = () => refuse('INTERNAL_ERROR');
    server.use(http.get(`${API}/images/generations/:id`, () => answer()));
    await accept(fakeTimers());
    await pass(POLL_FIRST_MS + 200);
    await pass(POLL_EVERY_MS + 200);
    await waitFor(() => expect(exceptions()).toEqual([exception('CHECK_FAILED')]));
    answer = () => ok(world.generation({ status: 'processing' })) as never;
    for (let check = 0; check <= POLL_RECHECKS; check += 1) await pass(POLL_EVERY_MS + 50);
    await waitFor(() => expect(exceptions()).toEqual([exception('CHECK_FAILED'), exception('TIMEOUT')]));
  });
});

describe('no exception is reported', () => {
  it('for a generation that was cancelled, completed, or submitted in another tab', async () => {
    await accept();
    const other = { id: '7a1f0c1e-0000-4000-8009-000000000001' };
    act(() => {
      server.imageEvents.send('generation', world.generation({ ...other, status: 'processing' }));
      server.imageEvents.send(
        'generation',
        world.generation({ ...other, status: 'failed', error_code: 'ENGINE_TIMEOUT' }),
      );
      server.imageEvents.send('generation', world.generation({ status: 'failed', error_code: 'CANCELLED' }));
    });
    await screen.findByText(/^You cancelled this one\./);
    expect(exceptions()).toEqual([]);
  });
});
