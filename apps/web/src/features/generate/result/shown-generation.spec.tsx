import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation, GenerationImage } from '@app/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useEffect, useState } from 'react';
import { ID, generation as makeGeneration, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { pollingErrorChanged, progressReceived } from '../../../entities/generation/generation-jobs';
import type { ResultHandlers } from './result-handlers';
import { ShownGeneration } from './shown-generation';

const server = startServer();
const nothing = () => undefined;
const HANDLERS: ResultHandlers = {
  onAccepted: nothing,
  onSignInNeeded: nothing,
  onGone: nothing,
  onBack: nothing,
  onReuse: nothing,
  onReword: nothing,
  onRemix: nothing,
};
const PANEL = { current: null };
const noDialog = () => null;
const id = (number: number) => `7a1f0c1e-0000-4000-8003-${String(number).padStart(12, '0')}`;
const URL = 'http://localhost/api/files/a.png';
const several = (images: Partial<GenerationImage>[], part: Partial<Generation> = {}) =>
  makeGeneration({
    status: 'completed',
    count: images.length,
    generated_images: images.map((each, index) => image({ id: id(index + 1), ...each })),
    ...part,
  });
const DONE = { status: 'completed', url: URL } as const;

let change: (generation: Generation) => void;
function Shown({ first }: { first: Generation }) {
  const [generation, setGeneration] = useState(first);
  useEffect(() => {
    change = (next) => act(() => setGeneration(next));
  }, []);
  return <ShownGeneration generation={generation} panel={PANEL} handlers={HANDLERS} shareDialog={noDialog} />;
}
async function show(generation: Generation) {
  server.use(http.get(`${API}/images/generations/:id`, () => ok(generation)));
  return renderPart(<Shown first={generation} />, {
    user: USER,
    namespaces: ['generate', 'work', 'gallery', 'home', 'options'],
  });
}
const frame = () => screen.getByRole('region', { name: 'Your image' });

beforeEach(() => {
  document.title = 'Generate';
});

describe('the frame of an image', () => {
  it.each([
    ['running', makeGeneration({ status: 'pending' })],
    ['running', makeGeneration({ status: 'processing' })],
    ['done', makeGeneration({ status: 'completed' })],
    ['failed', makeGeneration({ status: 'failed' })],
    ['failed', several([{ status: 'completed', url: null }])],
    ['empty', several([{ status: 'failed', error_code: 'CANCELLED' }], { status: 'failed' })],
  ] as const)('is %s', async (state, generation) => {
    await show(generation);
    expect(frame()).toHaveAttribute('data-state', state);
  });

  it('can be looked back at: its previews cover the image, and the last step is the image again', async () => {
    const { store } = await show(makeGeneration({ status: 'processing' }));
    for (const preview of ['data:image/webp,1', 'data:image/webp,2']) {
      const progress = { image_id: ID, generation_id: ID, stage: 'drawing', fraction: 0.5, preview } as const;
      act(() => void store.dispatch(progressReceived(progress)));
    }
    expect(screen.queryByRole('slider')).toBeNull();
    change(makeGeneration({ status: 'completed' }));
    const slider = screen.getByRole('slider', { name: 'How it developed' });
    const covers = () => [...frame().querySelectorAll('img[alt=""]')].map((cover) => cover.getAttribute('src'));
    expect([slider.getAttribute('aria-valuetext'), covers()]).toEqual(['The finished image', []]);
    fireEvent.change(slider, { target: { value: '0' } });
    expect([slider.getAttribute('aria-valuetext'), covers()]).toEqual(['Preview 1 of 2', ['data:image/webp,1']]);
    fireEvent.change(slider, { target: { value: '1' } });
    expect([slider.getAttribute('aria-valuetext'), covers()]).toEqual(['Preview 2 of 2', ['data:image/webp,2']]);
    fireEvent.change(slider, { target: { value: '2' } });
    expect(covers()).toEqual([]);
  });

  it('has nothing to look back at where one preview came, or none', async () => {
    const { store } = await show(makeGeneration({ status: 'processing' }));
    const progress = { image_id: ID, generation_id: ID, stage: 'drawing', fraction: 0.5, preview: 'data:,' } as const;
    act(() => void store.dispatch(progressReceived(progress)));
    change(makeGeneration({ status: 'completed' }));
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('says that the file of an image was lost, and does not show a broken one', async () => {
    await show(several([{ status: 'completed', url: null }]));
    expect(screen.getByText('The file of this image was lost')).toBeVisible();
    expect(screen.getByText(/^It was made and kept, but its file is now missing/)).toBeVisible();
    expect(screen.getByText(/^The 3\.5 credits it cost are not returned automatically/)).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('holds several where one was made at least, else the one reason', async () => {
    const failed = { status: 'failed', error_code: 'ENGINE_TIMEOUT' } as const;
    const { unmount } = await show(several([DONE, failed]));
    expect(screen.getAllByRole('button', { name: /^Image \d of 2, / })).toHaveLength(2);
    unmount();
    const none = await show(several([failed, failed], { status: 'failed' }));
    expect(screen.queryByRole('button', { name: /^Image \d of 2, / })).toBeNull();
    none.unmount();
    await show(several([DONE]));
    expect(screen.queryByRole('button', { name: /^Image \d of/ })).toBeNull();
  });

  it('shows the one that was chosen, and the last one where that was deleted', async () => {
    const all = [DONE, DONE, DONE];
    const pressed = () =>
      screen.getAllByRole('button', { name: /^Image \d of/ }).map((cell) => cell.getAttribute('aria-pressed'));
    await show(several(all));
    expect(pressed()).toEqual(['true', 'false', 'false']);
    await userEvent.click(screen.getAllByRole('button', { name: /^Image 3 of/ })[0] as HTMLElement);
    expect(pressed()).toEqual(['false', 'false', 'true']);
    change(several(all.slice(0, 2)));
    expect(pressed()).toEqual(['false', 'true']);
  });

  it('is not there without any image', async () => {
    await show(several([]));
    expect(screen.queryByRole('region', { name: 'Your image' })).toBeNull();
  });
});

describe('the tab', () => {
  it('says what goes on, and that it is ready where it was waited for', async () => {
    await show(makeGeneration({ status: 'processing' }));
    expect(document.title).toBe('Generating - Generate');
    change(makeGeneration({ status: 'completed' }));
    expect(document.title).toBe('Your image is ready - Generate');
    change(makeGeneration({ status: 'completed', count: 4 }));
    expect(document.title).toBe('Your 4 images are ready - Generate');
    change(makeGeneration({ status: 'completed', count: 4, credits_returned: 3.5 }));
    expect(document.title).toBe('Your 3 images are ready - Generate');
  });

  it('says nothing of what was ready before, nor of what was not made', async () => {
    const { unmount } = await show(makeGeneration({ status: 'completed' }));
    expect(document.title).toBe('Generate');
    unmount();
    await show(makeGeneration({ status: 'processing' }));
    change(makeGeneration({ status: 'failed' }));
    expect(document.title).toBe('Generate');
  });
});

it('that its state could not be checked is told only while it runs', async () => {
  const running = makeGeneration({ status: 'processing' });
  const { store } = await show(running);
  expect(screen.queryByText('Failed to check generation status')).toBeNull();
  act(() => void store.dispatch(pollingErrorChanged({ id: running.id, error: 'check-failed' })));
  expect(screen.getByText('Failed to check generation status')).toBeVisible();
  change(makeGeneration({ status: 'completed' }));
  expect(screen.queryByText('Failed to check generation status')).toBeNull();
});
