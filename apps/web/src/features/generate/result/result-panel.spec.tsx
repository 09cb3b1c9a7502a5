import { expect, it } from '@jest/globals';
import { DEFAULT_MODEL } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import '../../../api/endpoints/generations';
import { EMPTY_DRAFT } from '../settings/settings';
import { ResultPanel } from './result-panel';

const server = startServer();
const nothing = () => undefined;

async function show(id: string | null) {
  const gone: string[] = [];
  const page = await renderPart(
    <ResultPanel
      id={id}
      settings={{ ...EMPTY_DRAFT, model: DEFAULT_MODEL, style: 'anime', size: '16:9' }}
      handlers={{
        onAccepted: nothing,
        onSignInNeeded: nothing,
        onGone: (lost) => void gone.push(lost),
        onBack: nothing,
        onReuse: nothing,
        onReword: nothing,
        onRemix: nothing,
      }}
      shareDialog={() => null}
    />,
    { user: USER, namespaces: ['generate', 'work', 'options', 'gallery', 'home'] },
  );
  return { ...page, gone };
}
const frame = () => screen.getByRole('region', { name: 'Your image' });

it('before anything was asked for there is a place in the shape and with the style that are chosen', async () => {
  await show(null);
  expect(screen.getByRole('group', { name: 'Your image' })).toContainElement(frame());
  expect(frame()).toHaveAttribute('data-state', 'empty');
  expect(frame()).not.toHaveAttribute('aria-busy');
  expect(frame()).toHaveTextContent('Your image appears here');
  expect(frame()).toHaveTextContent('Usually takes 10 to 30 seconds. You can leave this page meanwhile.');
  expect(frame()).toHaveTextContent(/Anime16:9 · 1344 × 768$/);
  expect((frame().firstElementChild as HTMLElement).style.aspectRatio).toBe('1344 / 768');
});

it('what was asked for takes that place, and is named by its prompt', async () => {
  const made = generation({ status: 'completed' });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(made)));
  const { gone } = await show(made.id);
  expect(frame()).toHaveTextContent('Your image appears here');
  const panel = await screen.findByRole('group', { name: 'A red fox' });
  await waitFor(() => expect(frame()).toHaveAttribute('data-state', 'done'));
  expect(panel).toContainElement(frame());
  expect(gone).toEqual([]);
});

it('what does not exist any more is told', async () => {
  const { id } = generation();
  server.use(http.get(`${API}/images/generations/:id`, () => refuse('NOT_FOUND')));
  const { gone } = await show(id);
  await waitFor(() => expect(gone).toEqual([id]));
  expect(frame()).toHaveTextContent('Your image appears here');
});
