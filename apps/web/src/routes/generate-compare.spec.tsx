import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GalleryItem, Generation } from '@app/contracts';
import { fireEvent, type queries, screen, waitFor, within, type BoundFunctions } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem } from '../../test/gallery';
import { startGeneratePage } from '../../test/generate-page';
import { image } from '../../test/generations';
import { API, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGeneratePage(server);

type Scope = BoundFunctions<typeof queries>;

const PARENT = '7a1f0c1e-0000-4000-8004-00000000000f';
const parent = (part: Partial<GalleryItem> = {}): GalleryItem =>
  galleryItem(1, {
    id: PARENT,
    generation_id: PARENT,
    prompt: 'A red fox by a lake',
    style: 'anime',
    size: '16:9',
    width: 1344,
    height: 768,
    seed: 1,
    ...part,
  });

let done: Generation;
let answers: { parent: () => Response; rest: () => Response };

beforeEach(() => {
  done = world.generation({
    status: 'completed',
    prompt: 'A red owl by a lake',
    parent_id: PARENT,
    style: 'cinematic',
    generated_images: [image({ status: 'completed', url: 'http://localhost/api/files/new.png', seed: 2 })],
  });
  answers = { parent: () => ok(parent()), rest: () => refuse('NOT_FOUND') };
  server.use(
    http.get(`${API}/images/generations/:id`, ({ params }) => (params.id === done.id ? ok(done) : answers.rest())),
    http.get(`${API}/images/${PARENT}`, () => answers.parent()),
  );
});

const open = async (prefix = '') => {
  window.sessionStorage.setItem('generate_visit', JSON.stringify([done.id]));
  await world.open(`${prefix}/generate`);
  const tray = screen.getByLabelText(/^(Your image|生成结果)$/, { selector: 'section' });
  const result = within(tray.parentElement ?? document.body);
  await result.findByRole('button', { name: prefix ? '改一改' : 'Remix' });
  return result;
};
const compare = async (prefix = '') => {
  const result = await open(prefix);
  await userEvent.click(await result.findByRole('button', { name: prefix ? '对比' : 'Compare' }));
  return within(await screen.findByRole('dialog'));
};
/** How much of the earlier image the line leaves to be seen. */
const earlierShown = (dialog: Scope) => {
  const layer = dialog.getByRole('img', { name: /^Earlier:/ }).closest<HTMLElement>('[style*="clip-path"]');
  const cut = Number(/inset\(0 ([\d.]+)% 0 0\)/.exec(layer?.style.clipPath ?? '')?.[1]);
  return 100 - cut;
};
const rows = (dialog: Scope) =>
  dialog
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent?.replaceAll(/\s+/g, ' ')]);

describe('comparing with the image it goes back to', () => {
  it('parts both by a line that arrow keys move, with a name and its place in words', async () => {
    const dialog = await compare();
    const slider = dialog.getByRole('slider', { name: 'How much of the earlier image is shown' });
    expect(slider).toHaveFocus();
    expect(slider).toHaveAttribute('aria-valuetext', '50% earlier image, 50% new one');
    expect(earlierShown(dialog)).toBe(50);
    // What a browser does for an arrow key.
    fireEvent.change(slider, { target: { value: '62' } });
    expect(slider).toHaveAttribute('aria-valuetext', '62% earlier image, 38% new one');
    expect(earlierShown(dialog)).toBe(62);
  });

  it('lets the line be dragged, as far as the edges', async () => {
    const dialog = await compare();
    const stage = dialog.getByRole('slider').parentElement;
    if (!stage) throw new Error('The slider stands nowhere');
    stage.getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect;
    let captured = true;
    stage.hasPointerCapture = () => captured;
    // jsdom's pointers are nowhere.
    const point = (type: string, clientX: number) =>
      fireEvent(stage, new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX }));
    point('pointerdown', 200);
    expect(earlierShown(dialog)).toBe(25);
    expect(dialog.getByRole('slider')).toHaveFocus();
    point('pointermove', 480);
    expect(earlierShown(dialog)).toBe(95);
    point('pointermove', 900);
    expect(earlierShown(dialog)).toBe(100);
    captured = false;
    point('pointermove', 100);
    expect(earlierShown(dialog)).toBe(100);
  });

  it('shows the earlier one alone while Space is held', async () => {
    const dialog = await compare();
    const slider = dialog.getByRole('slider');
    fireEvent.keyDown(slider, { key: ' ' });
    expect(earlierShown(dialog)).toBe(100);
    fireEvent.keyUp(slider, { key: ' ' });
    expect(earlierShown(dialog)).toBe(50);
  });

  it('distorts neither: both stand at one scale in a box with room for both', async () => {
    const dialog = await compare();
    expect(dialog.getByRole('slider').parentElement).toHaveStyle({ aspectRatio: '1344 / 1024' });
    const widthOf = (name: RegExp) =>
      dialog.getByRole('img', { name }).closest<HTMLElement>('[style*="width: "]')?.style.width;
    expect(widthOf(/^Earlier:/)).toBe('100%');
    expect(Number.parseFloat(widthOf(/^New:/) ?? '')).toBeCloseTo((1024 / 1344) * 100, 3);
  });

  it('says in words what was made differently, and nothing of what was not', async () => {
    const dialog = await compare();
    expect(rows(dialog)).toEqual([
      ['Prompt', 'was A red fox by a lakenow A red owl by a lake'],
      ['Style', 'was Animenow Cinematic'],
      ['Size', 'was 16:9now 1:1'],
      ['Seed', 'was 1now 2'],
    ]);
  });

  it('puts both side by side where there is room', async () => {
    const dialog = await compare();
    await userEvent.click(dialog.getByRole('radio', { name: 'Side by side' }));
    expect(dialog.queryByRole('slider')).toBeNull();
    expect(dialog.getByRole('img', { name: /^Earlier:/ })).toBeVisible();
    expect(dialog.getByRole('img', { name: /^New:/ })).toBeVisible();
  });

  it('closes by Escape, and the focus goes back to where it was opened', async () => {
    await compare();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Compare' })).toHaveFocus();
  });

  it('in Chinese', async () => {
    const dialog = await compare('/zh');
    expect(dialog.getByRole('slider', { name: '之前的图所占比例' })).toHaveAttribute(
      'aria-valuetext',
      '之前 50%，之后 50%',
    );
    expect(rows(dialog)[1]).toEqual(['风格', '原来是 动漫现在是 电影感']);
  });
});

describe('where there is nothing to compare with', () => {
  it.each([
    ['the image it goes back to was deleted', () => refuse('NOT_FOUND')],
    ['its file was lost', () => ok(parent({ url: null, thumbnails: [] }))],
    ['it is not there yet', () => ok(parent({ status: 'processing', url: null }))],
    ['nobody knows', () => refuse('SERVICE_UNAVAILABLE')],
  ])('because %s, nothing is offered', async (_, answer) => {
    let asked = 0;
    answers.parent = () => {
      asked += 1;
      return answer();
    };
    const result = await open();
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    await result.findByRole('button', { name: 'Download' });
    expect(result.queryByRole('button', { name: 'Compare' })).toBeNull();
  });

  it('because it goes back to none, nobody is asked', async () => {
    done = { ...done, parent_id: null };
    const result = await open();
    expect(result.queryByRole('button', { name: 'Compare' })).toBeNull();
  });

  it('but the others of that generation are there, the first of them is taken', async () => {
    answers.parent = () => refuse('NOT_FOUND');
    const images = [
      image({ id: PARENT.replace('f', 'd'), status: 'failed', error_code: 'ENGINE_FAILED' }),
      image({ id: PARENT.replace('f', 'e'), status: 'completed', url: 'http://localhost/api/files/e.png', seed: 5 }),
    ];
    answers.rest = () => ok(world.generation({ id: PARENT, status: 'completed', count: 3, generated_images: images }));
    const dialog = await compare();
    expect(dialog.getByRole('img', { name: 'Earlier: A red fox' })).toHaveAttribute(
      'src',
      'http://localhost/api/files/e.png',
    );
  });
});
