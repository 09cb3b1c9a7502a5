import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@app/contracts';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { Route, Routes } from 'react-router-dom';
import { generation, image } from '../../../test/generations';
import { renderPart } from '../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../test/server';
import { SAMPLE_WORKS } from '../../entities/sample/sample-works';
import { NARROW } from '../../shared/browser/use-media';
import { connectToasts } from '../../shared/toasts';
import { GeneratePage } from './generate-page';

const server = startServer();
const DONE = generation({ status: 'completed', seed: 42, count: 3, negative_prompt: 'snow', output_format: 'webp' });
const original = window.matchMedia;
let sent: unknown[];
let scrolled: unknown[];
let toasts: string[];
let undo: () => void;
let disconnect: () => void;

beforeEach(() => {
  [sent, scrolled, toasts] = [[], [], []];
  disconnect = connectToasts(({ kind, text, action }) => {
    toasts.push(`${kind}: ${text}`);
    undo = () => act(() => action?.run());
  });
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation((how) => void scrolled.push(how));
  server.use(
    meHandler('good'),
    http.post(`${API}/images/generate`, async ({ request }) => {
      sent.push(await request.json());
      return ok(DONE, 202);
    }),
    http.get(`${API}/images/generations/:id`, () => ok(DONE)),
    http.get(`${API}/images/:id`, () => refuse('NOT_FOUND')),
  );
});
afterEach(() => {
  disconnect();
  window.matchMedia = original;
  jest.restoreAllMocks();
});

const NoDialog = () => null;
const prompt = () => screen.getByRole('textbox', { name: /^What should it show/ });
interface Opened {
  user?: User | null;
  path?: string;
  text?: string;
}
async function open({ user = USER, path = '/generate', text = 'a fox' }: Opened = {}) {
  window.sessionStorage.setItem('prompt_draft', text);
  const page = (
    <Routes>
      <Route path="/generate" element={<GeneratePage credits={<p>The credits</p>} shareDialog={NoDialog} />} />
      <Route path="*" element={null} />
    </Routes>
  );
  const part = await renderPart(page, {
    user,
    path,
    namespaces: ['generate', 'credits', 'options', 'sharing', 'work'],
  });
  expect(screen.getByText('The credits')).toBeVisible();
  return part;
}
async function gaveBack(text: string) {
  await waitFor(() => expect(toasts).toEqual(['info: Your prompt was replaced.']));
  undo();
  expect(prompt()).toHaveValue(text);
}
/** Whether the browser was kept from what it does with the key. */
function press(part: KeyboardEventInit): boolean {
  const event = createEvent.keyDown(prompt(), { key: 'Enter', ...part });
  fireEvent(prompt(), event);
  return event.defaultPrevented;
}

describe('asking by keys', () => {
  it('Control and Command with Enter ask from within the form', async () => {
    await open();
    const asked = (times: number) => waitFor(() => expect(sent).toHaveLength(times));
    for (const [index, held] of [{ ctrlKey: true }, { metaKey: true }].entries()) {
      expect(press(held)).toBe(true);
      await asked(index + 1);
      await screen.findByRole('button', { name: /^Generate/ });
    }
  });

  it('Enter alone, held or of an input method does not, nor does another key', async () => {
    await open();
    for (const held of [
      {},
      { shiftKey: true },
      { ctrlKey: true, repeat: true },
      { metaKey: true, isComposing: true },
      { metaKey: true, keyCode: 229 },
      { key: 'a', ctrlKey: true },
    ])
      expect([held, press(held)]).toEqual([held, false]);
    await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});

describe('Enter in the seed', () => {
  const openSeed = async () => {
    await userEvent.click(screen.getByRole('button', { name: /^File type: / }));
    return screen.getByRole('textbox', { name: 'Seed' });
  };

  it('takes it and asks for nothing, also with Shift; one of an input method leaves it open', async () => {
    await open();
    const submitted = jest.fn();
    for (const [keys, taken] of [
      ['42{Enter}', '42'],
      ['1{Shift>}{Enter}{/Shift}', '421'],
    ] as const) {
      const seed = await openSeed();
      seed.closest('form')?.addEventListener('submit', submitted);
      await userEvent.type(seed, keys);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('button', { name: `File type: PNG · ${taken}` })).toHaveFocus();
    }
    const seed = await openSeed();
    act(() => seed.focus());
    for (const part of [{ isComposing: true }, { keyCode: 229 }]) {
      const event = createEvent.keyDown(seed, { key: 'Enter', ...part });
      fireEvent(seed, event);
      expect(event.defaultPrevented).toBe(false);
      expect(seed).toHaveFocus();
    }
    expect(submitted).not.toHaveBeenCalled();
  });

  it('with Control or Command asks and leaves it open, as everywhere in the form', async () => {
    await open();
    const seed = await openSeed();
    await userEvent.type(seed, '42{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toMatchObject([{ seed: 42 }]));
    expect(screen.getByRole('dialog', { name: 'File type' })).toBeVisible();
    await screen.findByRole('button', { name: /^Generate/ });
    await userEvent.type(seed, '1{Meta>}{Enter}{/Meta}');
    await waitFor(() => expect(sent).toMatchObject([{ seed: 42 }, { seed: 421 }]));
    expect(screen.getByRole('dialog', { name: 'File type' })).toBeVisible();
  });
});

describe('what was accepted', () => {
  it.each([
    ['wide', 'nearest'],
    ['narrow', 'start'],
  ])('is kept for the tab and brought into view on a %s screen', async (width, block) => {
    window.matchMedia = (query) => Object.assign(original(query), { matches: width === 'narrow' && query === NARROW });
    await open();
    expect(scrolled).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
    await waitFor(() => expect(scrolled).toContainEqual({ block }));
    expect(window.sessionStorage.getItem('generate_visit')).toBe(JSON.stringify([DONE.id]));
    await screen.findByRole('button', { name: 'Remix' });
  });
});

describe('a rejected prompt that is still shown', () => {
  const REJECTED = generation({
    ...DONE,
    status: 'failed',
    error_code: 'CONTENT_REJECTED',
    style: 'anime',
    generated_images: [image({ status: 'failed', error_code: 'CONTENT_REJECTED' })],
  });
  const draft = () => JSON.parse(window.sessionStorage.getItem('generate_draft') ?? '{}') as object;
  beforeEach(() => {
    window.sessionStorage.setItem('generate_visit', JSON.stringify([REJECTED.id]));
    window.sessionStorage.setItem('generate_draft', JSON.stringify({ count: 2 }));
    server.use(http.get(`${API}/images/generations/:id`, () => ok(REJECTED)));
  });

  it.each([
    ['Use these settings', '42', false],
    ['Change the prompt', '', true],
  ])('fills the form by "%s", but for the number of images, with the seed %j', async (name, seed, focuses) => {
    const { place } = await open({ text: '' });
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(prompt()).toHaveValue(REJECTED.prompt);
    expect(place()).toBe('/generate?style=anime');
    expect(draft()).toMatchObject({ negativePrompt: 'snow', outputFormat: 'webp', count: 2, seed });
    expect(document.activeElement === prompt()).toBe(focuses);
    expect(toasts).toEqual([]);
  });

  it('gives back what was begun before it was taken', async () => {
    const { place } = await open({ text: 'begun before', path: '/generate?size=3%3A2' });
    await userEvent.click(await screen.findByRole('button', { name: 'Use these settings' }));
    expect(prompt()).toHaveValue(REJECTED.prompt);
    await gaveBack('begun before');
    expect(place()).toBe('/generate?size=3%3A2');
    expect(draft()).toMatchObject({ negativePrompt: '', outputFormat: 'png', seed: '' });
  });
});

describe('an image that goes back to another one', () => {
  const NOTE = 'Linked to an earlier image';
  const [made] = DONE.generated_images;

  it('is said to do so once it is remixed, and asked for so', async () => {
    window.sessionStorage.setItem('generate_visit', JSON.stringify([DONE.id]));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remix' }));
    expect(screen.getByText(NOTE)).toBeVisible();
    expect(prompt()).toHaveFocus();
    expect(prompt()).toHaveValue(DONE.prompt);
    press({ ctrlKey: true });
    await waitFor(() => expect(sent).toMatchObject([{ parent_id: made?.id, seed: made?.seed }]));
  });

  it('gives back what was begun before it was remixed', async () => {
    window.sessionStorage.setItem('generate_visit', JSON.stringify([DONE.id]));
    await open({ text: 'begun before a remix' });
    await userEvent.click(await screen.findByRole('button', { name: 'Remix' }));
    await gaveBack('begun before a remix');
    expect(screen.queryByText(NOTE)).toBeNull();
  });

  it('is one of its own again when that is forgotten', async () => {
    window.sessionStorage.setItem('generate_draft', JSON.stringify({ parentId: DONE.id }));
    await open();
    expect(screen.getByText(NOTE)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Unlink from the earlier image' }));
    expect(screen.queryByText(NOTE)).toBeNull();
    press({ ctrlKey: true });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty('parent_id');
  });

  it('is no word of where it is none', async () => {
    await open();
    expect(screen.queryByText(NOTE)).toBeNull();
  });
});

it('a visitor is led to the login page, which says why and leads back to this address', async () => {
  const { place } = await open({ user: null, path: '/generate?style=anime' });
  press({ ctrlKey: true });
  await waitFor(() => expect(place()).toBe('/login?redirect=%2Fgenerate%3Fstyle%3Danime'));
  expect(toasts).toEqual([expect.stringMatching(/^info: \S/)]);
  expect(sent).toEqual([]);
});

it('tips are closed until they are asked for', async () => {
  await open();
  const tips = screen.getByText('What makes a good prompt').closest('details');
  expect(tips).not.toHaveAttribute('open');
  expect(new Set([...(tips?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).size).toBe(4);
});

it('an example fills prompt, style and size, and one goes on in the prompt', async () => {
  const { place } = await open({ text: '' });
  const [work] = SAMPLE_WORKS;
  if (!work) throw new Error('there are examples');
  await userEvent.click(screen.getByRole('button', { name: work.prompt.en }));
  expect(prompt()).toHaveValue(work.prompt.en);
  expect(prompt()).toHaveFocus();
  const search = new URLSearchParams(place().split('?')[1]);
  expect([search.get('style') ?? 'enhance', search.get('size') ?? '1:1']).toEqual([work.style, work.size]);
});

it('an example gives back what was begun', async () => {
  await open({ text: 'begun before an example' });
  const example = SAMPLE_WORKS[0]?.prompt.en ?? '';
  await userEvent.click(screen.getByRole('button', { name: example }));
  expect(prompt()).toHaveValue(example);
  await gaveBack('begun before an example');
});
