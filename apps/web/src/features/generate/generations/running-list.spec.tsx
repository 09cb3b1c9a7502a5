import { expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, ok, startServer, USER } from '../../../../test/server';
import { jobOpened } from '../../../entities/generation/generation-jobs';
import { writeTab } from '../../../shared/storage/tab-storage';
import { RunningList } from './running-list';

const server = startServer();
const [SHOWN, ELSEWHERE, DONE] = [1, 2, 3].map((n) => `7a1f0c1e-0000-4000-8009-00000000000${n}`) as [
  string,
  string,
  string,
];
const GENERATIONS = {
  [SHOWN]: generation({ id: SHOWN, prompt: 'a fox', status: 'processing' }),
  [ELSEWHERE]: generation({ id: ELSEWHERE, prompt: 'a crow', queue: { position: 4, estimated_seconds: 40 } }),
  [DONE]: generation({ id: DONE, prompt: 'an owl', status: 'completed' }),
};

async function show(ids: string[], onOpen: (id: string) => void = () => undefined): Promise<void> {
  server.use(http.get(`${API}/images/generations/:id`, ({ params }) => ok(GENERATIONS[String(params['id'])])));
  writeTab('generate_visit', [SHOWN]);
  const list = <RunningList selected={SHOWN} onOpen={onOpen} />;
  const { store } = await renderPart(list, { user: USER, namespaces: ['generate', 'work'] });
  act(() => ids.forEach((id) => void store.dispatch(jobOpened(id))));
}

test('work is listed, wherever it was asked for, with its state, and which one is shown', async () => {
  await show([SHOWN, ELSEWHERE, DONE]);
  const own = (await screen.findByText('a fox')).closest('li');
  const other = (await screen.findByText('a crow')).closest('li');
  expect(own).toHaveTextContent(/Generating.*Shown/);
  expect(own).not.toHaveTextContent('Elsewhere');
  expect(other).toHaveTextContent(/Elsewhere.*Place 4 in queue/);
  expect(other).not.toHaveTextContent('Shown');
  expect(screen.queryByText('an owl')).toBeNull();
});

test('one of them is opened by a press', async () => {
  const onOpen = jest.fn<(id: string) => void>();
  await show([SHOWN, ELSEWHERE], onOpen);
  await screen.findByText('a crow');
  const [, other] = within(screen.getByRole('region')).getAllByRole('button');
  await userEvent.click(other as HTMLElement);
  expect(onOpen.mock.calls).toEqual([[ELSEWHERE]]);
});

test('nothing is listed while the only one is shown anyway', async () => {
  await show([SHOWN]);
  expect(screen.queryByRole('region')).toBeNull();
});
