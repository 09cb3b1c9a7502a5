import { describe, expect, it, jest } from '@jest/globals';
import type { Timezone } from '@app/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem } from '../../test/gallery';
import { startProfile } from '../../test/profile-page';
import { API, PREFERENCES, USER, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startProfile(server);

describe('the settings', () => {
  const preferences = async () =>
    (await screen.findByRole('combobox', { name: 'Time zone' })).closest('form') as HTMLElement;

  it('are saved when something is different, only that, and say what was saved', async () => {
    await world.open('settings');
    const form = (await screen.findByRole('combobox', { name: 'Time zone' })).closest('form') as HTMLElement;
    const save = within(form).getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    const offers = within(form).getByRole('switch', { name: /^Offers/ });
    await userEvent.click(offers);
    expect(save).toBeEnabled();
    // As they were.
    await userEvent.click(offers);
    expect(save).toBeDisabled();
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'Time zone' }), 'Beijing');
    await userEvent.click(offers);
    expect(save).toBeEnabled();
    await userEvent.click(save);
    expect(await screen.findByText('Saved: Offers and Time zone')).toBeVisible();
    expect(world.saved).toEqual([{ marketingEmails: true, timezone: 'Asia/Shanghai' }]);
  });

  it('move the dates on every page from the time zone of the person to the one that was saved', async () => {
    const image = galleryItem(1, { created_at: '2026-11-05T23:30:00.000Z' });
    let timezone: Timezone = 'Asia/Shanghai';
    server.use(
      http.get(`${API}/images`, () => ok({ data: [image], page: 1, limit: 12, total: 1 })),
      http.get(`${API}/users/me/preferences`, () => ok({ ...PREFERENCES, timezone })),
      http.patch(`${API}/users/me/preferences`, async ({ request }) => {
        ({ timezone } = (await request.json()) as { timezone: Timezone });
        return ok({ ...PREFERENCES, timezone });
      }),
    );
    const toGallery = () => userEvent.click(screen.getAllByRole('link', { name: 'Gallery' })[0] ?? document.body);
    await world.open('settings');
    await toGallery();
    expect(await screen.findByText('Nov 6, 2026')).toBeVisible();
    act(() => window.history.back());
    const form = await preferences();
    fireEvent.change(within(form).getByRole('combobox', { name: 'Time zone' }), { target: { value: 'Europe/London' } });
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved: Time zone');
    await toGallery();
    expect(await screen.findByText('Nov 5, 2026')).toBeVisible();
  });

  it('say that something is not saved, which waits for the network, and holds back nobody who signs out', async () => {
    server.use(http.post(`${API}/auth/logout`, () => ok(null)));
    await world.open('settings');
    const form = await preferences();
    const online = jest.spyOn(navigator, 'onLine', 'get');
    await userEvent.click(within(form).getByRole('switch', { name: /^Offers/ }));
    expect(within(form).getByText('Not saved yet')).toBeVisible();
    online.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(within(form).getByText('You are offline. You can save once you are back online.')).toBeVisible();
    expect(within(form).getByRole('button', { name: 'Save' })).toBeDisabled();
    online.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(world.place()).toBe('/'));
  });

  it('that are not saved are asked about before one leaves by a tab or a link, or closes the page; saved ones are not', async () => {
    server.use(http.patch(`${API}/users/profile`, () => ok({ ...USER, name: 'Lin 2' })));
    const asksAtClose = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
    await world.open('settings');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2');
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(world.place()).toBe('/profile?tab=settings');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Lin 2');
    expect(asksAtClose()).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}');
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(asksAtClose()).toBe(false);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '3');
    await userEvent.click(screen.getByRole('link', { name: 'Pricing' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(world.place()).toBe('/pricing'));
  });

  it('change the language of the page at once, on the same tab', async () => {
    await world.open('settings');
    await userEvent.click(await screen.findByRole('radio', { name: '中文' }));
    await waitFor(() => expect(world.place()).toBe('/zh/profile?tab=settings'));
    expect(await screen.findByRole('heading', { name: '个人中心' })).toBeVisible();
    expect(world.saved).toEqual([]);
  });
});

describe('the export', () => {
  it('asks for a ticket of its kind and lets the browser load it', async () => {
    const opened: string[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function record() {
      opened.push(this.getAttribute('href') ?? '');
    };
    server.use(
      http.post(`${API}/images/exports`, async ({ request }) => {
        world.saved.push(await request.json());
        return ok({ url: '/api/images/exports/a-ticket', expires_at: '2026-11-20T13:00:00.000Z' });
      }),
      http.head(`${API}/images/exports/a-ticket`, () => refuse('TICKET_USED')),
    );
    await world.open('settings');
    for (const [index, name] of [
      'Download everything (ZIP)',
      'Download image list (JSON)',
      'Download image list (CSV)',
    ].entries()) {
      const button = await screen.findByRole('button', { name });
      await userEvent.click(button);
      await waitFor(() => expect(opened).toHaveLength(index + 1));
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    }
    HTMLAnchorElement.prototype.click = click;
    expect(new Set(opened)).toEqual(new Set(['/api/images/exports/a-ticket']));
    expect(world.saved).toEqual([{ format: 'zip' }, { format: 'json' }, { format: 'csv' }]);
  });
});
