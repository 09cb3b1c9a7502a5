import { beforeEach, expect, it } from '@jest/globals';
import type { Model } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { useEffect, useState } from 'react';
import { models } from '../../../../test/models';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { baseApi } from '../../../api/client/base-api';
import { useEngineNews } from './use-engine-news';
import { useModels, useModelsWatch } from './use-models';

const server = startServer();
const MODEL: Model = 'sd3.5-large';
const OTHER: Model = 'sd3.5-medium';

let down: Model[];
let form: (part: { model?: Model; sending?: boolean }) => void;

function News() {
  useModelsWatch();
  const [{ model, sending }, setForm] = useState({ model: MODEL, sending: false });
  useEffect(() => {
    form = (part) => act(() => setForm((before) => ({ ...before, ...part })));
  }, []);
  const news = useEngineNews(model, sending);
  const known = useModels().offerOf(MODEL)?.status ?? 'unknown';
  return <p>{`${known}: ${news ?? 'nothing'}`}</p>;
}
const told = () => screen.getByRole('paragraph').textContent ?? '';

beforeEach(() => {
  down = [MODEL];
  server.use(
    http.get(`${API}/images/models`, () =>
      ok(models((id) => (down.includes(id) ? { status: 'unavailable', retry_after: 90 } : {}))),
    ),
  );
});

async function open() {
  const { store } = await renderPart(<News />, { user: USER, namespaces: ['generate'] });
  /** The list is asked for again, and these engines are down then. */
  return async (...next: Model[]) => {
    down = next;
    act(() => void store.dispatch(baseApi.util.invalidateTags(['Models'])));
    await waitFor(() => expect(told().startsWith(next.includes(MODEL) ? 'unavailable' : 'available')).toBe(true));
  };
}

it('an engine that was down is said to be back until something is asked of it', async () => {
  const hear = await open();
  await waitFor(() => expect(told()).toBe('unavailable: down'));
  await hear();
  await waitFor(() => expect(told()).toBe('available: back'));
  form({ sending: true });
  await waitFor(() => expect(told()).toBe('available: nothing'));
  form({ sending: false });
  await waitFor(() => expect(told()).toBe('available: nothing'));
});

it('an engine that goes down while something is asked of it is told too, and that it is back', async () => {
  down = [];
  const hear = await open();
  await waitFor(() => expect(told()).toBe('available: nothing'));
  form({ sending: true });
  await hear(MODEL);
  await waitFor(() => expect(told()).toBe('unavailable: down'));
  form({ sending: false });
  await hear();
  await waitFor(() => expect(told()).toBe('available: back'));
});

it('another model has news of its own, and those of the first are over when it is chosen again', async () => {
  const hear = await open();
  await waitFor(() => expect(told()).toBe('unavailable: down'));
  await hear();
  await waitFor(() => expect(told()).toBe('available: back'));
  form({ model: OTHER });
  await waitFor(() => expect(told()).toBe('available: nothing'));
  form({ model: MODEL });
  await waitFor(() => expect(told()).toBe('available: nothing'));
});
