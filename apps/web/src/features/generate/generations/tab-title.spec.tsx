import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { generation } from '../../../../test/generations';
import { openApp, setBrowserLanguages } from '../../../../test/open-app';
import { API, meHandler, ok, startServer } from '../../../../test/server';

const server = startServer();
const RUNNING = generation({ id: '7a1f0c1e-0000-4000-8011-000000000001', status: 'processing' });
let app: Awaited<ReturnType<typeof openApp>>;

beforeEach(async () => {
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.sessionStorage.setItem('generate_visit', JSON.stringify([RUNNING.id]));
  server.use(
    meHandler('good'),
    http.get(`${API}/images/generations/:id`, () => ok(RUNNING)),
  );
  app = await openApp('/generate');
  await waitFor(() => expect(document.title).toMatch(/^Generating - /));
});
afterEach(() => app.close());

it('a page that is gone to while an image is made has a title of its own', async () => {
  await userEvent.click(screen.getAllByRole('link', { name: 'Pricing' })[0] as HTMLElement);
  await waitFor(() => expect(app.place()).toBe('/pricing'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^What should it show/ })).toBeNull());
  expect(document.title).toMatch(/^Pricing/);
});

it('the page in another language has its title in that language', async () => {
  await userEvent.click(screen.getByRole('button', { name: /language/i }));
  await userEvent.click(await screen.findByText('中文'));
  await waitFor(() => expect(app.place()).toBe('/zh/generate'));
  await waitFor(() => expect(document.title).toMatch(/^正在生成图片 - /));
  expect(document.title).not.toContain('Generate');
});
