import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { frames, sheet, startGallery } from '../../test/gallery-page';
import { API, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

const foreignRefusal = (status: number) => () => new HttpResponse('<html></html>', { status });

const FAILURES: [string, string, () => Response][] = [
  ['429', 'Too many requests, please try again later', () => refuse('RATE_LIMITED')],
  ['403 of a proxy', 'Insufficient permissions, please check your account status', foreignRefusal(403)],
  ['404', 'Requested resource not found', () => refuse('NOT_FOUND')],
  ['500', 'Server error, please try again later', () => refuse('INTERNAL_ERROR')],
  ['502 of a proxy', 'Server error, please try again later', foreignRefusal(502)],
  [
    'missing network',
    'Network connection failed, please check your network settings',
    () => HttpResponse.error() as Response,
  ],
];

const pressOnCard = async (name: string) => {
  const [first] = within(await sheet(world.place() === '/favorites' ? 'Your favorites' : undefined)).getAllByRole(
    'button',
    { name },
  );
  if (!first) throw new Error(`No card has the button ${name}`);
  await userEvent.click(first);
};

describe('a card', () => {
  it.each(FAILURES)('tells the reason when a download ends with %s', async (_, text, answer) => {
    server.use(http.get(`${API}/images/:id/download`, answer));
    world.items = world.items.slice(0, 2);
    await world.open();
    await pressOnCard('Download');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each(FAILURES)('tells the reason when a change of favorites ends with %s', async (_, text, answer) => {
    server.use(http.post(`${API}/images/:id/favorite`, answer));
    world.items = world.items.slice(0, 2);
    await world.open();
    await pressOnCard('Add to favorites');
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('a favorite that the server refuses', () => {
  it('is taken back in the gallery', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.post(`${API}/images/:id/favorite`, async () => {
        await answered;
        return refuse('INTERNAL_ERROR');
      }),
    );
    world.items = world.items.slice(0, 1);
    await world.open();
    await pressOnCard('Add to favorites');
    const heart = await screen.findByRole('button', { name: 'Remove from favorites' });
    expect(heart).toHaveAttribute('aria-pressed', 'true');
    answer();
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'false'));
    expect(heart).toHaveAccessibleName('Add to favorites');
  });

  it('is back in the list of favorites', async () => {
    server.use(http.delete(`${API}/images/:id/favorite`, () => refuse('INTERNAL_ERROR')));
    world.items = world.items.slice(0, 2).map((item) => ({ ...item, is_favorited: true }));
    await world.open('/favorites');
    const before = await frames('Your favorites');
    await pressOnCard('Remove from favorites');
    await screen.findByText('Server error, please try again later');
    expect(await frames('Your favorites')).toEqual(before);
  });
});
