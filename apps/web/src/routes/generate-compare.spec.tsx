import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation } from '@app/contracts';
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
const PARENT_IMAGE = galleryItem(1, {
  id: PARENT,
  generation_id: PARENT,
  prompt: 'A red fox by a lake',
  style: 'anime',
  size: '16:9',
  width: 1344,
  height: 768,
  seed: 1,
});

let done: Generation;

beforeEach(() => {
  done = world.generation({
    status: 'completed',
    prompt: 'A red owl by a lake',
    parent_id: PARENT,
    style: 'cinematic',
    generated_images: [image({ status: 'completed', url: 'http://localhost/api/files/new.png', seed: 2 })],
  });
  server.use(
    http.get(`${API}/images/generations/:id`, ({ params }) => (params.id === done.id ? ok(done) : refuse('NOT_FOUND'))),
    http.get(`${API}/images/${PARENT}`, () => ok(PARENT_IMAGE)),
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
  it('parts both by a line that arrow keys move, or puts them side by side, and says in words what differs', async () => {
    const dialog = await compare();
    const slider = dialog.getByRole('slider', { name: 'How much of the earlier image is shown' });
    expect(slider).toHaveFocus();
    expect(slider).toHaveAttribute('aria-valuetext', '50% earlier image, 50% new one');
    expect(earlierShown(dialog)).toBe(50);
    // What a browser does for an arrow key.
    fireEvent.change(slider, { target: { value: '62' } });
    expect(slider).toHaveAttribute('aria-valuetext', '62% earlier image, 38% new one');
    expect(earlierShown(dialog)).toBe(62);
    expect(rows(dialog)).toEqual([
      ['Prompt', 'was A red fox by a lakenow A red owl by a lake'],
      ['Style', 'was Animenow Cinematic'],
      ['Size', 'was 16:9now 1:1'],
      ['Seed', 'was 1now 2'],
    ]);
    await userEvent.click(dialog.getByRole('radio', { name: 'Side by side' }));
    expect(dialog.queryByRole('slider')).toBeNull();
    expect(dialog.getByRole('img', { name: /^Earlier:/ })).toBeVisible();
    expect(dialog.getByRole('img', { name: /^New:/ })).toBeVisible();
    // The focus goes back to where it was opened.
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
