import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem } from '../../test/gallery';
import { deferredAnswer } from '../../test/deferred-answer';
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
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'Time zone' }), 'Beijing');
    await userEvent.click(within(form).getByRole('switch', { name: /^Offers/ }));
    expect(save).toBeEnabled();
    await userEvent.click(save);
    expect(await screen.findByText('Saved: Offers and Time zone')).toBeVisible();
    expect(world.saved).toEqual([{ marketingEmails: true, timezone: 'Asia/Shanghai' }]);
  });

  it('move the dates on every page to the time zone that was saved', async () => {
    const image = galleryItem(1, { created_at: '2026-11-05T23:30:00.000Z' });
    server.use(http.get(`${API}/images`, () => ok({ data: [image], page: 1, limit: 12, total: 1 })));
    await world.open('settings');
    const form = await preferences();
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'Time zone' }), 'Beijing');
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved: Time zone');
    await userEvent.click(screen.getAllByRole('link', { name: 'Gallery' })[0] ?? document.body);
    expect(await screen.findByText('Nov 6, 2026')).toBeVisible();
  });

  it('show dates in the time zone of the person, not of the browser', async () => {
    const image = galleryItem(1, { created_at: '2026-11-05T23:30:00.000Z' });
    server.use(
      http.get(`${API}/images`, () => ok({ data: [image], page: 1, limit: 12, total: 1 })),
      http.get(`${API}/users/me/preferences`, () => ok({ ...PREFERENCES, timezone: 'Asia/Shanghai' })),
    );
    await world.open('settings');
    await userEvent.click(screen.getAllByRole('link', { name: 'Gallery' })[0] ?? document.body);
    expect(await screen.findByText('Nov 6, 2026')).toBeVisible();
  });

  it('say that something is not saved, and cannot be saved without a network', async () => {
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
  });

  it('that are not saved are asked about before one leaves by a tab or a link, or closes the page', async () => {
    await world.open('settings');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2');
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(world.place()).toBe('/profile?tab=settings');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Lin 2');
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Pricing' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(world.place()).toBe('/pricing'));
  });

  it('that are saved let one go without a question', async () => {
    server.use(http.patch(`${API}/users/profile`, () => ok({ ...USER, name: 'Lin 2' })));
    await world.open('settings');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2{Enter}');
    expect(await screen.findByText('Saved')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    await waitFor(() => expect(world.place()).toBe('/profile'));
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(false);
  });

  it('that are saved leave the field alone: the focus stays, and what was typed meanwhile', async () => {
    const answer = deferredAnswer();
    server.use(http.patch(`${API}/users/profile`, async () => ok((await answer.given, { ...USER, name: 'Lin 2' }))));
    await world.open('settings');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2{Enter}3');
    answer.give();
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Lin 23');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  });

  it('that are not saved hold back nobody who signs out', async () => {
    server.use(http.post(`${API}/auth/logout`, () => ok(null)));
    await world.open('settings');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(world.place()).toBe('/'));
  });

  it('change the language of the page at once, on the same tab', async () => {
    await world.open('settings');
    await userEvent.click(await screen.findByRole('radio', { name: '中文' }));
    await waitFor(() => expect(world.place()).toBe('/zh/profile?tab=settings'));
    expect(await screen.findByRole('heading', { name: '个人中心' })).toBeVisible();
    expect(world.saved).toEqual([]);
  });

  it('that are as they were cannot be saved', async () => {
    await world.open('settings');
    const form = (await screen.findByRole('combobox', { name: 'Time zone' })).closest('form') as HTMLElement;
    await userEvent.click(within(form).getByRole('switch', { name: /^Offers/ }));
    await userEvent.click(within(form).getByRole('switch', { name: /^Offers/ }));
    expect(within(form).getByRole('button', { name: 'Save' })).toBeDisabled();
  });
});

describe('the export', () => {
  it.each([
    ['Download everything (ZIP)', 'zip'],
    ['Download image list (JSON)', 'json'],
    ['Download image list (CSV)', 'csv'],
  ])('"%s" asks for a ticket and lets the browser load it', async (name, format) => {
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
    const button = await screen.findByRole('button', { name });
    await userEvent.click(button);
    await waitFor(() => expect(opened).toEqual(['/api/images/exports/a-ticket']));
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    HTMLAnchorElement.prototype.click = click;
    expect(world.saved).toEqual([{ format }]);
  });

  it('that cannot begin says why', async () => {
    server.use(http.post(`${API}/images/exports`, () => refuse('RATE_LIMITED')));
    await world.open('settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Download image list (CSV)' }));
    expect(
      await screen.findByText('The export could not be started. Too many requests, please try again later'),
    ).toBeVisible();
  });
});
