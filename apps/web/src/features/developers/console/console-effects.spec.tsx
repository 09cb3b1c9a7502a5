import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../../test/server';
import { useApiKeysQuery } from '../../../api/endpoints/api-keys';
import { usePromptHistoryInfiniteQuery } from '../../../api/endpoints/generations';
import { useGalleryQuery } from '../../../api/endpoints/images';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { useUserStatsQuery } from '../../../api/endpoints/users';
import { Console } from './console';

const server = startServer();
const FIGURES = ['quota', 'images', 'images/prompts', 'users/stats'];
let asked: string[];
let store: Awaited<ReturnType<typeof renderPart>>['store'];

/** Everything around the console that shows what calls have used. */
function Beside() {
  useQuotaQuery();
  useApiKeysQuery();
  useUserStatsQuery();
  usePromptHistoryInfiniteQuery();
  useGalleryQuery({ page: 1, limit: 12 });
  return null;
}

beforeEach(() => {
  asked = [];
  const list = { data: [], page: 1, limit: 12, total: 0 };
  const answers = { quota: QUOTA, images: list, 'images/prompts': list, 'users/stats': {}, 'api-keys': [] };
  server.use(
    ...Object.entries(answers).map(([path, answer]) =>
      http.get(`${API}/${path}`, () => {
        asked.push(path);
        return ok(answer);
      }),
    ),
  );
});

async function send(call: string, prompt?: string) {
  const part = (
    <>
      <Beside />
      <Console />
    </>
  );
  ({ store } = await renderPart(part, { user: USER, namespaces: ['developers'] }));
  await expectAskedAgain([...FIGURES, 'api-keys']);
  asked = [];
  await userEvent.type(screen.getByLabelText('API key'), 'key');
  await userEvent.selectOptions(screen.getByLabelText('Call'), call);
  if (prompt) await userEvent.type(screen.getByLabelText('prompt'), prompt);
  await userEvent.click(screen.getByRole('button', { name: /^Send/ }));
}
const generating = (answer: () => Response) => server.use(http.post(`${API}/v1/generate`, answer));
const isPending = () =>
  Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.pending);
const expectAskedAgain = (paths: string[]) =>
  waitFor(() => expect([isPending(), asked.toSorted()]).toEqual([false, paths.toSorted()]));

describe('a call from the console', () => {
  it('that generates lets credits, images, statistics, prompts and the use of the key be asked for again', async () => {
    generating(() => ok({ id: 'g' }, 202));
    await send('generate', 'A fox');
    await expectAskedAgain([...FIGURES, 'api-keys']);
  });

  it.each([
    ['got no answer', () => HttpResponse.error()],
    ['broke the server', () => refuse('INTERNAL_ERROR')],
  ])('that generates and %s does so, too: it may have been accepted', async (_, answer) => {
    generating(answer);
    await send('generate', 'A fox');
    await expectAskedAgain([...FIGURES, 'api-keys']);
  });

  it('that was refused changes nothing but the use of the key', async () => {
    generating(() => refuse('INSUFFICIENT_CREDITS'));
    await send('generate', 'A fox');
    await expectAskedAgain(['api-keys']);
  });

  it('that reads changes nothing but the use of the key', async () => {
    server.use(http.get(`${API}/v1/credits`, () => ok({})));
    await send('showCredits');
    await expectAskedAgain(['api-keys']);
  });
});
