import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { prompt, startGeneratePage, submit } from '../../../../test/generate-page';
import { startServer } from '../../../../test/server';
import { makeStore } from '../../../../test/stores';
import { pollingErrorChanged, type PollingError } from '../../../entities/generation/generation-jobs';
import { analytics } from '../../../shared/analytics/analytics';
import { useFailureReports } from './use-failure-reports';

const server = startServer();
const world = startGeneratePage(server);
let sent: [string, unknown][];

beforeEach(() => {
  sent = [];
  jest.spyOn(analytics, 'event').mockImplementation((name, values) => void sent.push([name, values]));
});

const exceptions = () => sent.filter(([name]) => name === 'exception').map(([, values]) => values);
const exception = (reason: string) => ({ description: `generation: ${reason}`, fatal: false });

async function accept(): Promise<void> {
  await world.open();
  await userEvent.type(prompt(), 'fox');
  await userEvent.click(submit());
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

  it('for a failed check and for giving up, once each', () => {
    const store = makeStore();
    const { id } = world.generation();
    window.sessionStorage.setItem('generate_visit', JSON.stringify([id]));
    renderHook(useFailureReports, { wrapper: ({ children }) => <Provider store={store}>{children}</Provider> });
    const report = (error: PollingError) => act(() => void store.dispatch(pollingErrorChanged({ id, error })));
    report('check-failed');
    report('check-failed');
    expect(exceptions()).toEqual([exception('CHECK_FAILED')]);
    report('timeout');
    expect(exceptions()).toEqual([exception('CHECK_FAILED'), exception('TIMEOUT')]);
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
