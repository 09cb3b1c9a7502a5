import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { generation, image } from '../../test/generations';
import { startProfile } from '../../test/profile-page';
import { API, ok, refuse, startServer } from '../../test/server';

const items = Array.from({ length: 6 }, (_, index) => {
  const {
    generated_images: _images,
    credits_held: _held,
    credits_returned: _back,
    ...settings
  } = generation({
    prompt: `Fox ${index + 1}`,
    status: 'completed',
  });
  const id = `7a1f0c1e-0000-4000-8000-00000000010${index}`;
  return {
    ...settings,
    ...image({ id, status: 'completed', url: `http://localhost/api/files/${index}.png`, frame_number: 60 - index }),
    generation_id: id,
  };
});

const server = startServer();
const world = startProfile(server);
/** What the lists were asked for. */
let asked: string[];

beforeEach(() => {
  asked = [];
  server.use(
    http.get(`${API}/images`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return ok({ data: items, page: 1, limit: 6, total: 60 });
    }),
  );
});

describe('the overview', () => {
  it('says what there is to spend and what was made, and offers the bonus', async () => {
    await world.open();
    await screen.findByText('1,234');
    const figures = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(figures).toEqual([
      ['Remaining credits', '14.5'],
      ['Current credits', '14.5'],
      ['Total credits', '20'],
      ['Images made', '1,234'],
      ['This month', '12'],
      ['Favorites', '7'],
    ]);
    expect(await screen.findByRole('region', { name: 'Daily bonus' })).toBeVisible();
  });

  it('shows the four newest of the six that it loads, each leading to its details', async () => {
    await world.open();
    const sheet = await screen.findByRole('list', { name: 'Latest images' });
    const links = within(sheet).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      items.slice(0, 4).map(({ id }) => `/gallery?image=${id}`),
    );
    expect(asked).toEqual(['?page=1&limit=6']);
  });

  it('keeps the rest when one part cannot be loaded, and loads that part when asked', async () => {
    server.use(http.get(`${API}/users/stats`, () => refuse('INTERNAL_ERROR'), { once: true }));
    await world.open();
    expect(await screen.findByText('Your stats could not be loaded')).toBeVisible();
    expect(await screen.findByRole('list', { name: 'Latest images' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,234')).toBeVisible();
  });

  it('leads a newcomer to the first image', async () => {
    server.use(http.get(`${API}/images`, () => ok({ data: [], page: 1, limit: 6, total: 0 })));
    await world.open();
    expect(await screen.findByRole('link', { name: 'Make the first one' })).toHaveAttribute('href', '/generate');
  });
});

describe('the images', () => {
  it('are the last six; one is deleted after a question, and can be had back', async () => {
    const calls: string[] = [];
    const until = new Date(Date.now() + 10_000).toISOString();
    server.use(
      http.delete(`${API}/images/:id`, ({ params }) => {
        calls.push(`delete ${String(params.id)}`);
        return ok({ deleted: [params.id], restore_until: until });
      }),
      http.post(`${API}/images/restore`, async ({ request }) => {
        calls.push(JSON.stringify(await request.json()));
        return ok({ restored: [items[0]?.id] });
      }),
    );
    await world.open('images');
    const sheet = await screen.findByRole('list', { name: 'Latest images' });
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(6);
    const [first] = within(sheet).getAllByRole('listitem');
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Delete' }));
    expect(calls).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() =>
      expect(calls).toEqual([`delete ${items[0]?.id}`, JSON.stringify({ image_ids: [items[0]?.id] })]),
    );
  });
});
