import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SharedImage } from '@app/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { API, ok, refuse, startServer } from '../../test/server';

const IMAGE: SharedImage = {
  url: 'http://localhost/api/files/a.png',
  download_url: '/api/images/shared/shared-0123456789-0123456789-abc/download',
  thumbnails: [{ width: 320, height: 214, url: 'http://localhost/api/files/a.webp' }],
  thumbhash: null,
  width: 1216,
  height: 832,
  prompt: 'A red fox in the snow',
  negative_prompt: 'people',
  model: 'sd3.5-flash',
  style: 'anime',
  size: '3:2',
  quality: 'standard',
  output_format: 'webp',
  seed: 42,
  created_at: '2026-11-20T08:00:00.000Z',
  expires_at: '2026-11-27T13:20:00.000Z',
};

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;

beforeEach(() => {
  setBrowserLanguages(['en-US']);
  server.use(http.get(`${API}/images/shared/shared-0123456789-0123456789-abc`, () => ok(IMAGE)));
});
afterEach(() => app.close());

const open = async (prefix = '') => {
  app = await openApp(`${prefix}/shared/shared-0123456789-0123456789-abc`);
};
const answer = (...args: Parameters<typeof refuse>) =>
  server.use(http.get(`${API}/images/shared/shared-0123456789-0123456789-abc`, () => refuse(...args)));
const image = () => screen.findByRole('img', { name: IMAGE.prompt });

describe('a shared image', () => {
  it('is shown in its ratio with what it was made from, and search engines are sent away', async () => {
    await open();
    const img = await image();
    expect(img).toHaveAttribute('width', '1216');
    expect(img.parentElement).toHaveStyle({ aspectRatio: '1216 / 832' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(IMAGE.prompt);
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(facts.slice(0, -1)).toEqual([
      ['Left out', 'people'],
      ['Style', 'Anime'],
      ['Size', '3:2 · 1216 × 832'],
      ['Model', 'SD 3.5 Flash'],
      ['Seed', '42'],
      ['Created', 'Nov 20, 2026'],
    ]);
    expect(facts.at(-1)?.[1]).toMatch(/^Nov 27, 2026/);
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it('is downloaded by a visitor under the name that the server gives it', async () => {
    let authorization: string | null = 'none was seen';
    server.use(
      http.get(`${API}/images/shared/shared-0123456789-0123456789-abc/download`, ({ request }) => {
        authorization = request.headers.get('authorization');
        return new HttpResponse('bytes', {
          headers: { 'content-type': 'image/webp', 'content-disposition': 'attachment; filename="a-red-fox.webp"' },
        });
      }),
    );
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:http://localhost/1', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved).toEqual(['a-red-fox.webp']));
    jest.restoreAllMocks();
    expect(authorization).toBeNull();
  });

  it('tells of a download that failed and keeps the image', async () => {
    server.use(
      http.get(`${API}/images/shared/shared-0123456789-0123456789-abc/download`, () => refuse('INTERNAL_ERROR')),
    );
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText('Server error, please try again later')).toBeVisible();
    expect(await image()).toBeVisible();
  });

  it('is gone when its link has ended since the page was opened', async () => {
    server.use(http.get(`${API}/images/shared/shared-0123456789-0123456789-abc/download`, () => refuse('NOT_FOUND')));
    await open();
    const button = await screen.findByRole('button', { name: 'Download' });
    answer('NOT_FOUND');
    await userEvent.click(button);
    expect(await screen.findByRole('heading', { name: 'Not found or expired' })).toBeVisible();
    expect(screen.queryByRole('img', { name: IMAGE.prompt })).not.toBeInTheDocument();
  });

  it('whose file does not load says so, and is tried again', async () => {
    await open();
    fireEvent.error(await image());
    expect(await screen.findByText('The image could not be loaded.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await image()).toBeVisible();
  });

  it('hands its settings, but not its seed, to a person who makes their own, through the sign-in', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Make your own' }));
    await screen.findByRole('heading', { name: /^Sign in/ });
    const redirect = new URLSearchParams(new URL(app.place(), 'http://localhost').search).get('redirect');
    expect(redirect).toBe('/generate?model=sd3.5-flash&style=anime&size=3%3A2');
    expect(window.sessionStorage.getItem('prompt_draft')).toBe(IMAGE.prompt);
    expect(JSON.parse(window.sessionStorage.getItem('generate_draft') ?? '')).toEqual({
      negativePrompt: 'people',
      model: 'sd3.5-flash',
      style: 'anime',
      size: '3:2',
      quality: 'standard',
      outputFormat: 'webp',
      count: 1,
      seed: '',
    });
  });
});

describe('handing a shared image on', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(document, 'execCommand');
  });

  it('copies the address of the page, and says so', async () => {
    const user = userEvent.setup();
    await open();
    const button = await screen.findByRole('button', { name: 'Copy link' });
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copied.mock.calls).toEqual([[window.location.href]]);
  });

  it('selects it where the browser withholds the clipboard', async () => {
    const user = userEvent.setup();
    await open();
    const button = await screen.findByRole('button', { name: 'Copy link' });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('withheld'));
    Object.assign(document, { execCommand: () => false });
    await user.click(button);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(field).toHaveFocus();
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(window.location.href);
  });

  it('offers the sheet of a phone', async () => {
    const share = jest.fn(() => Promise.resolve());
    Object.assign(navigator, { share });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send with…' }));
    expect(share.mock.calls).toEqual([[{ url: window.location.href }]]);
  });
});

describe('without an image', () => {
  it('an address that cannot be a link says so without asking', async () => {
    app = await openApp('/shared/cut-off');
    expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  });

  it.each([
    ['', 'VALIDATION_FAILED', 'This link is not valid'],
    ['', 'NOT_FOUND', 'Not found or expired'],
    ['', 'SHARE_EXPIRED', 'This link has expired'],
    ['', 'FILE_LOST', 'The file of this image was lost'],
    ['/zh', 'VALIDATION_FAILED', '链接无效'],
    ['/zh', 'NOT_FOUND', '图片不存在或已过期'],
    ['/zh', 'SHARE_EXPIRED', '链接已过期'],
    ['/zh', 'FILE_LOST', '图片文件已丢失'],
  ] as const)('%s %s says "%s", with a way on and no retry', async (prefix, code, heading) => {
    answer(code);
    await open(prefix);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.getByRole('link', { name: prefix === '' ? 'Make your own' : '自己也做一张' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Try again|重试/ })).not.toBeInTheDocument();
  });

  it('an outage is told with a reference, and the next try shows the image', async () => {
    server.use(
      http.get(`${API}/images/shared/shared-0123456789-0123456789-abc`, () => refuse('SERVICE_UNAVAILABLE'), {
        once: true,
      }),
    );
    await open();
    expect(await screen.findByRole('heading', { name: 'The image could not be loaded' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Server error, please try again later');
    expect(screen.getByRole('button', { name: 'Copy request ID' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await image()).toBeVisible();
  });
});
