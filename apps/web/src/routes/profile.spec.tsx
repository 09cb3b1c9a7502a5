import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { generation, picture } from '../../test/pictures';
import { API, USER, meHandler, ok, refuse, startServer } from '../../test/server';

const STATS = {
  total_generations: 20,
  total_images: 1234,
  total_favorites: 7,
  total_credits_used: 70,
  images_this_month: 12,
};
const PREFERENCES = { emailNotifications: true, marketingEmails: false, language: 'en-US', timezone: 'Europe/London' };

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
    ...picture({ id, status: 'completed', url: `http://localhost/api/files/${index}.png`, frame_number: 60 - index }),
    generation_id: id,
  };
});

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;
let asked: string[];
let saved: unknown[];

beforeEach(() => {
  asked = [];
  saved = [];
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.localStorage.setItem('refresh_token', 'refresh');
  server.use(
    meHandler('good'),
    http.get(`${API}/images/events`, () => refuse('SERVICE_UNAVAILABLE')),
    http.get(`${API}/users/stats`, () => ok(STATS)),
    http.get(`${API}/images`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return ok({ data: items, page: 1, limit: 6, total: 60 });
    }),
    http.get(`${API}/users/me/preferences`, () => ok(PREFERENCES)),
    http.patch(`${API}/users/me/preferences`, async ({ request }) => {
      const change = (await request.json()) as object;
      saved.push(change);
      return ok({ ...PREFERENCES, ...change });
    }),
    http.delete(`${API}/users/account`, async () => {
      asked.push('DELETE');
      await delay(20);
      return ok(null);
    }),
  );
});
afterEach(() => app.close());

const open = async (tab = '', prefix = '') => {
  app = await openApp(`${prefix}/profile${tab && `?tab=${tab}`}`);
};

describe('the overview', () => {
  it('says what there is to spend and what was made, and offers the bonus', async () => {
    await open();
    await screen.findByText('1,234');
    const figures = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(figures).toEqual([
      ['Credits in all', '20'],
      ['Left to spend', '14.5'],
      ['Left, with what is held', '14.5'],
      ['Pictures made', '1,234'],
      ['Of them this month', '12'],
      ['Favorites', '7'],
    ]);
    expect(await screen.findByRole('region', { name: 'Daily bonus' })).toBeVisible();
  });

  it('shows the four newest of the six that it loads, each leading to its details', async () => {
    await open();
    const sheet = await screen.findByRole('list', { name: 'Latest pictures' });
    const links = within(sheet).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      items.slice(0, 4).map(({ id }) => `/gallery?image=${id}`),
    );
    expect(asked).toEqual(['?page=1&limit=6']);
  });

  it('keeps the rest when one part cannot be loaded, and loads that part when asked', async () => {
    server.use(http.get(`${API}/users/stats`, () => refuse('INTERNAL_ERROR'), { once: true }));
    await open();
    expect(await screen.findByText('Your figures could not be loaded')).toBeVisible();
    expect(await screen.findByRole('list', { name: 'Latest pictures' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,234')).toBeVisible();
  });

  it('leads a newcomer to the first picture', async () => {
    server.use(http.get(`${API}/images`, () => ok({ data: [], page: 1, limit: 6, total: 0 })));
    await open();
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
    await open('images');
    const sheet = await screen.findByRole('list', { name: 'Latest pictures' });
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

describe('the settings', () => {
  it('are saved when something is different, only that, and say what was saved', async () => {
    await open('settings');
    const form = (await screen.findByRole('combobox', { name: 'Time zone' })).closest('form') as HTMLElement;
    const save = within(form).getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'Time zone' }), 'Beijing');
    await userEvent.click(within(form).getByRole('switch', { name: /^News and offers/ }));
    expect(save).toBeEnabled();
    await userEvent.click(save);
    expect(await screen.findByText('Saved: News and offers and Time zone')).toBeVisible();
    expect(saved).toEqual([{ marketingEmails: true, timezone: 'Asia/Shanghai' }]);
  });

  it('that are as they were cannot be saved', async () => {
    await open('settings');
    const form = (await screen.findByRole('combobox', { name: 'Time zone' })).closest('form') as HTMLElement;
    await userEvent.click(within(form).getByRole('switch', { name: /^News and offers/ }));
    await userEvent.click(within(form).getByRole('switch', { name: /^News and offers/ }));
    expect(within(form).getByRole('button', { name: 'Save' })).toBeDisabled();
  });
});

describe('the export', () => {
  it.each([
    ['Pictures and list (ZIP)', 'zip'],
    ['List as JSON', 'json'],
    ['List as CSV', 'csv'],
  ])('"%s" asks for a ticket and lets the browser load it', async (name, format) => {
    const opened: string[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function record() {
      opened.push(this.getAttribute('href') ?? '');
    };
    server.use(
      http.post(`${API}/images/exports`, async ({ request }) => {
        saved.push(await request.json());
        return ok({ url: '/api/images/exports/a-ticket', expires_at: '2026-11-20T13:00:00.000Z' });
      }),
    );
    await open('settings');
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(opened).toEqual(['/api/images/exports/a-ticket']));
    HTMLAnchorElement.prototype.click = click;
    expect(saved).toEqual([{ format }]);
  });

  it('that cannot begin says why', async () => {
    server.use(http.post(`${API}/images/exports`, () => refuse('RATE_LIMITED')));
    await open('settings');
    await userEvent.click(await screen.findByRole('button', { name: 'List as CSV' }));
    expect(
      await screen.findByText('The export could not be started. Too many requests, please try again later'),
    ).toBeVisible();
  });
});

describe('the deletion of the account', () => {
  const begin = async (prefix = '') => {
    await open('settings', prefix);
    const zh = prefix !== '';
    await userEvent.click(await screen.findByRole('button', { name: zh ? '删除账户…' : 'Delete account…' }));
    return screen.findByRole('dialog', { name: zh ? '删除账户？' : 'Delete your account?' });
  };
  const prove = async (dialog: HTMLElement) => {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    return within(dialog).findByRole('textbox', { name: `Type ${USER.email} to confirm` });
  };

  it('says first what goes, with its numbers, and what stays', async () => {
    const dialog = await begin();
    expect(await within(dialog).findByText('1,234 pictures with their prompts and settings')).toBeVisible();
    expect(within(dialog).getByText('14.5 credits')).toBeVisible();
    expect(within(dialog).queryByText('Your plan, which is cancelled')).not.toBeInTheDocument();
    expect(within(dialog).getByText(/^Payments, as long as tax law asks/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Delete for good' })).not.toBeInTheDocument();
  });

  it('tells subscribers of their plan', async () => {
    server.use(http.get(`${API}/auth/me`, () => ok({ ...USER, subscription_status: 'pro' })));
    const dialog = await begin();
    expect(within(dialog).getByText('Your plan, which is cancelled')).toBeVisible();
  });

  it('wants the address typed, then ends account and session with a goodbye', async () => {
    const dialog = await begin();
    const field = await prove(dialog);
    const confirm = within(dialog).getByRole('button', { name: 'Delete for good' });
    expect(field).toHaveFocus();
    await userEvent.type(field, 'somebody@example.com{Enter}');
    expect(confirm).toBeDisabled();
    expect(asked).not.toContain('DELETE');
    await userEvent.clear(field);
    await userEvent.type(field, ' LIN@example.com ');
    await userEvent.click(confirm);
    expect(await screen.findByText(/^Your account is deleted\./)).toBeVisible();
    await waitFor(() => expect(app.place()).toBe('/'));
    expect(asked.filter((call) => call === 'DELETE')).toHaveLength(1);
    expect(window.localStorage.getItem('access_token')).toBeNull();
    expect(window.localStorage.getItem('refresh_token')).toBeNull();
  });

  it('cannot be left while it is on its way', async () => {
    const dialog = await begin();
    await userEvent.type(await prove(dialog), 'lin@example.com');
    server.use(
      http.delete(`${API}/users/account`, async () => {
        await delay(300);
        return refuse('SERVICE_UNAVAILABLE');
      }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    await userEvent.keyboard('{Escape}');
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Your account was not deleted');
    expect(window.localStorage.getItem('access_token')).toBe('good');
    expect(app.store.getState().session.phase).toBe('signed-in');
  });

  it('begins anew after it was given up', async () => {
    const dialog = await begin();
    await userEvent.type(await prove(dialog), 'lin@example.com');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }));
    expect(await screen.findByText('This is gone at once')).toBeVisible();
  });

  it('speaks Chinese', async () => {
    const dialog = await begin('/zh');
    expect(await within(dialog).findByText('1,234 张图片，连同提示词和设置')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: '继续' }));
    expect(await within(dialog).findByRole('textbox', { name: `输入 ${USER.email} 以确认` })).toBeVisible();
  });
});
