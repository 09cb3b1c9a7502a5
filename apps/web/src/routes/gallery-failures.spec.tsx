import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { toast } from 'sonner';
import { frames, sheet, startGallery } from '../../test/gallery-page';
import { API, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

const foreignRefusal = (status: number) => () => new HttpResponse('<html></html>', { status });

type Failure = [string, () => Response];
/** Too many requests, a refusal of a proxy, one of ours, an outage, an outage of a proxy, no network. */
const LIMITED: Failure = ['Too many requests, please try again later', () => refuse('RATE_LIMITED')];
const OUTAGE: Failure = ['Server error, please try again later', foreignRefusal(502)];
const NO_NETWORK: Failure = [
  'Network connection failed, please check your network settings',
  () => HttpResponse.error() as Response,
];
const ALL: Failure[] = [
  LIMITED,
  ['Insufficient permissions, please check your account status', foreignRefusal(403)],
  ['Requested resource not found', () => refuse('NOT_FOUND')],
  ['Server error, please try again later', () => refuse('INTERNAL_ERROR')],
  OUTAGE,
  NO_NETWORK,
];

const press = async (name: string, list?: string) => {
  const [first] = within(await sheet(list)).getAllByRole('button', { name });
  if (!first) throw new Error(`No card has the button ${name}`);
  await userEvent.click(first);
};

// One page for all failures: opening it takes longer than they do.
it.each([
  ['a download', 'the gallery', 'download', 'get', 'Download', '', [LIMITED]],
  ['a new favorite', 'the gallery', 'favorite', 'post', 'Add to favorites', 'Not added to your favorites. ', [OUTAGE]],
  ['a download', 'favorites', 'download', 'get', 'Download', '', [NO_NETWORK]],
  ['a removal', 'favorites', 'favorite', 'delete', 'Remove from favorites', 'Not removed from your favorites. ', ALL],
] as const)(
  '%s in %s that fails tells its reason and changes no list',
  async (_, place, path, method, name, undone, failures) => {
    const list = place === 'favorites' ? 'Your favorites' : undefined;
    world.items = world.items.slice(0, 2).map((item) => ({ ...item, is_favorited: place === 'favorites' }));
    await world.open(place === 'favorites' ? '/favorites' : '/gallery');
    const before = await frames(list);
    expect(before).toHaveLength(2);
    for (const [reason, answer] of failures) {
      const text = undone + reason;
      server.use(http[method](`${API}/images/:id/${path}`, answer));
      await press(name, list);
      expect(await screen.findByText(text)).toBeVisible();
      toast.dismiss();
      await waitFor(() => expect(screen.queryByText(text)).toBeNull());
      expect(await frames(list)).toEqual(before);
      expect(within(await sheet(list)).getAllByRole('button', { name })).toHaveLength(2);
    }
  },
);

it('a favorite that the server refuses is taken back in the gallery', async () => {
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
  await press('Add to favorites');
  const heart = await screen.findByRole('button', { name: 'Remove from favorites' });
  answer();
  await waitFor(() => expect(heart).toHaveAccessibleName('Add to favorites'));
});
