import { describe, expect, it, jest } from '@jest/globals';
import type { Generation, GenerationImage, GenerationStatus } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { ReactElement } from 'react';
import { generation as makeGeneration, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { Announcer } from './announcer';
import { GenerationDetails } from './generation-details';
import { GenerationStrip } from './generation-strip';
import { PartialBanner } from './partial-banner';
import { RunGrid } from './run-grid';

const server = startServer();
const nothing = () => undefined;
const id = (number: number) => `7a1f0c1e-0000-4000-8003-${String(number).padStart(12, '0')}`;
const show = (part: ReactElement) =>
  renderPart(part, { user: USER, namespaces: ['generate', 'work', 'gallery', 'home'] });

/** A generation of images that ended so. */
function ended(images: readonly Partial<GenerationImage>[], part: Partial<Generation> = {}): Generation {
  const failed = images.filter(({ status }) => status === 'failed').length;
  const generated_images = images.map((each, index) =>
    image({ id: id(index + 1), url: each.status === 'completed' ? 'http://localhost/api/files/a.png' : null, ...each }),
  );
  const status: GenerationStatus = failed === images.length ? 'failed' : 'completed';
  return makeGeneration({ status, count: images.length, credits_returned: 3.5 * failed, generated_images, ...part });
}
const DONE = { status: 'completed' } as const;
const FAILED = { status: 'failed', error_code: 'ENGINE_TIMEOUT', seed: 8 } as const;
const REJECTED = { status: 'failed', error_code: 'CONTENT_REJECTED' } as const;

describe('how it ended', () => {
  it.each([
    [ended([DONE]), 'Your image is ready.'],
    [ended([DONE, DONE, DONE, DONE]), 'Your 4 images are ready.'],
    [ended([DONE, FAILED, DONE]), '2 of 3 images are ready. 3.5 credits returned.'],
    [ended([FAILED]), 'The image was not made. 3.5 credits returned.'],
    [ended([FAILED, FAILED]), 'The 2 images were not made. 7 credits returned.'],
    [ended([FAILED], { error_code: 'CANCELLED' }), 'You cancelled this one. 3.5 credits returned.'],
    [ended([{ ...DONE, url: null }]), "This image's file was lost."],
    [
      ended([
        { ...DONE, url: null },
        { ...DONE, url: null },
      ]),
      'The files of these 2 images were lost.',
    ],
    [makeGeneration({ status: 'processing' }), ''],
  ])('is told to a screen reader', async (generation, text) => {
    await show(<Announcer generation={generation} />);
    expect(screen.getByRole('status').textContent).toBe(text);
  });
});

describe('of some that were not made', () => {
  const banner = (generation: Generation, shown = 0) =>
    show(
      <PartialBanner
        generation={generation}
        shown={generation.generated_images[shown] ?? image()}
        events={{ onAccepted: nothing, onSignInNeeded: nothing }}
      />,
    );
  /** The body of the request that a press sends. */
  const ask = async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${API}/images/generate`, async ({ request }) => {
        sent.push(await request.json());
        return ok(makeGeneration(), 202);
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: /^Try / }));
    return sent[0];
  };

  it('the one that is missing can be asked for as it was, at its price', async () => {
    await banner(ended([DONE, FAILED]));
    expect(screen.getByText('1 of 2 arrived.')).toBeVisible();
    expect(screen.getByText('The engine took too long, so we stopped it.')).toBeVisible();
    expect(screen.getByText(/3\.5 credits returned/)).toBeVisible();
    expect(screen.getByRole('button')).toHaveTextContent('Try the missing one again, ·3.5 credits');
    expect(await ask()).toMatchObject({ prompt: 'A red fox', seed: 8, count: 1 });
  });

  it('each reason is told once, and the one that is shown is asked for', async () => {
    await banner(ended([DONE, FAILED, { ...FAILED, seed: 9 }, REJECTED]), 2);
    const reasons = 'The engine took too long, so we stopped it. The engine declined to make this image.';
    expect(screen.getByText(reasons)).toBeVisible();
    expect(screen.getByRole('button')).toHaveTextContent('Try image 3 again');
    expect(await ask()).toMatchObject({ seed: 9 });
  });

  it('what was declined is asked for with another seed', async () => {
    await banner(ended([DONE, REJECTED]));
    expect(await ask()).not.toHaveProperty('seed');
  });

  it('nothing is told while all are there, or when none is', async () => {
    await banner(ended([DONE, DONE]));
    await banner(ended([FAILED, FAILED]));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the details of an image', () => {
  const term = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent ?? null;
  const part: Partial<Generation> = { negative_prompt: 'clouds', engine: 'studio', understood: [{ start: 2, end: 5 }] };

  it('say what it was made from and by which engine', async () => {
    const generation = ended([{ ...DONE, seed: 4711, width: 1216, height: 832 }], { ...part, size: '3:2', seed: 1 });
    await show(<GenerationDetails generation={generation} image={generation.generated_images[0] ?? image()} />);
    expect(term('Prompt')).toBe('A red foxUnderlined: what the engine understood.');
    expect([term('Left out'), term('Model'), term('Style')]).toEqual(['clouds', 'SD 3.5 Medium', 'Enhance']);
    expect([term('Size'), term('Seed'), term('Credits used')]).toEqual(['3:2 · 1216 × 832', '4711', '3.5']);
    expect([term('Quality'), term('Engine')]).toEqual(['Standard', 'Demo engine (no AI model)']);
    expect(term('Created')).toMatch(/\d{4}, \d{1,2}:\d{2}/);
    const button = screen.getByRole('button', { name: 'Details' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });

  it('tell what is held for the others from what was used', async () => {
    const generation = ended([DONE, { status: 'processing' }], { credits_used: 3.5, credits_held: 3.5 });
    await show(<GenerationDetails generation={generation} image={generation.generated_images[0] ?? image()} />);
    expect(term('Credits used')).toBe('3.5 · 3.5 held');
  });

  it('leave out what there is not', async () => {
    const generation = ended([DONE]);
    await show(<GenerationDetails generation={generation} image={generation.generated_images[0] ?? image()} />);
    expect([term('Left out'), term('Engine')]).toEqual([null, null]);
    expect(term('Prompt')).toBe('A red fox');
  });
});

describe('several images', () => {
  it('lie side by side with their number and state; a press chooses one', async () => {
    const lost = { status: 'completed', url: null } as const;
    const cancelled = { status: 'failed', error_code: 'CANCELLED' } as const;
    const generation = ended([DONE, FAILED, lost, cancelled, { status: 'processing' }]);
    server.use(http.get(`${API}/images/generations/:id`, () => ok(generation)));
    const onSelect = jest.fn<(index: number) => void>();
    await show(<RunGrid generation={generation} selected={1} arriving={false} lookedAt={1} onSelect={onSelect} />);
    const cells = screen.getAllByRole('button', { name: /^Image \d of 5, / });
    expect(cells.map((cell) => cell.getAttribute('aria-label')?.split(', ')[1])).toEqual([
      'Done',
      'Failed',
      'File lost',
      'Cancelled',
      'Generating',
    ]);
    expect(cells.map((cell) => cell.getAttribute('aria-pressed'))).toEqual([
      'false',
      'true',
      'false',
      'false',
      'false',
    ]);
    expect(cells.map((cell) => cell.firstChild?.textContent)).toEqual(['1', '2', '3', '4', '5']);
    await userEvent.click(cells[2] as HTMLElement);
    expect(onSelect.mock.calls).toEqual([[2]]);
  });
});

describe('the grid of several images', () => {
  it.each([
    [2, 104],
    [3, 52],
    [4, 52],
    [5, 52],
    [8, 52],
    [9, 34.7],
  ])('of %d is as wide as its rows fit into the window', async (count, height) => {
    const cells = Array.from({ length: count }, () => ({ ...DONE, width: 1216, height: 832 }));
    const generation = ended(cells);
    server.use(http.get(`${API}/images/generations/:id`, () => ok(generation)));
    await show(<RunGrid generation={generation} selected={0} arriving={false} lookedAt={1} onSelect={nothing} />);
    const list = screen.getByRole('list');
    expect(list.style.maxWidth).toBe(`max(320px, calc(${height.toFixed(1)}dvh * ${1216 / 832}))`);
    const frames = within(list)
      .getAllByRole('listitem')
      .map((cell) => (cell.firstElementChild as HTMLElement).style);
    expect(new Set(frames.map(({ aspectRatio }) => aspectRatio))).toEqual(new Set(['1216 / 832']));
  });

  it('names the stage of those that are under way', async () => {
    const generation = ended([DONE, { status: 'processing' }, { status: 'pending' }], { status: 'processing' });
    server.use(http.get(`${API}/images/generations/:id`, () => ok(generation)));
    await show(<RunGrid generation={generation} selected={0} arriving={false} lookedAt={1} onSelect={nothing} />);
    const said = screen.getAllByRole('button', { name: /^Image/ }).map(({ lastChild }) => lastChild?.textContent);
    expect(said).toEqual(['Done', 'Generating', 'Queued']);
  });
});

describe('what was asked for in this visit', () => {
  it('is listed from the second on, with how it stands, and can be chosen', async () => {
    const known: Record<string, Generation> = {
      [id(1)]: ended([FAILED, DONE], { id: id(1), prompt: 'a fox' }),
      [id(2)]: makeGeneration({ id: id(2), prompt: 'a crow', queue: { position: 4, estimated_seconds: 40 } }),
      [id(3)]: ended([FAILED], { id: id(3), prompt: 'an owl', error_code: 'CANCELLED' }),
    };
    server.use(http.get(`${API}/images/generations/:id`, ({ params }) => ok(known[String(params['id'])])));
    const onSelect = jest.fn<(id: string) => void>();
    const strip = (ids: string[]) => (
      <GenerationStrip ids={ids} selected={id(2)} onSelect={onSelect} onGone={nothing} />
    );
    const { unmount } = await show(strip([id(1)]));
    expect(screen.queryByRole('region')).toBeNull();
    unmount();
    const { store } = await show(strip([id(1), id(2), id(3)]));
    const list = screen.getByRole('region', { name: 'Recent' });
    expect(within(list).getAllByRole('button', { name: 'Loading…' })).toHaveLength(3);
    await userEvent.click(await within(list).findByRole('button', { name: 'Done: a fox' }));
    expect(onSelect.mock.calls).toEqual([[id(1)]]);
    expect(within(list).getByRole('presentation')).toHaveAttribute('src', 'http://localhost/api/files/a.png');
    expect(await within(list).findByRole('button', { name: 'Cancelled: an owl' })).toBeVisible();
    const waiting = await within(list).findByRole('button', { name: 'Queued: a crow' });
    expect(waiting).toHaveAttribute('aria-pressed', 'true');
    expect(waiting.closest('li')).toHaveTextContent(/Place 4 in queueready by \d/);
    expect(within(list).getAllByRole('button', { name: /^Cancel / })).toHaveLength(1);
    expect(store.getState().generationJobs.open).toEqual([id(2)]);
  });

  it('names what could not be looked up, which can be chosen to try again', async () => {
    server.use(http.get(`${API}/images/generations/:id`, () => refuse('SERVICE_UNAVAILABLE')));
    const onSelect = jest.fn<(id: string) => void>();
    await show(<GenerationStrip ids={[id(1), id(2)]} selected={id(1)} onSelect={onSelect} onGone={nothing} />);
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'This generation could not be loaded' })).toHaveLength(2),
    );
    await userEvent.click(screen.getByRole('button', { pressed: false }));
    expect(onSelect.mock.calls).toEqual([[id(2)]]);
  });
});
