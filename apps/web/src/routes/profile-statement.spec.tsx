import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { API, meHandler, ok, refuse, startServer } from '../../test/server';
import { line, statement } from '../../test/statement';
import { baseApi } from '../api/client/base-api';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;
/** Queries of the asked pages, in order. */
let asked: string[];

beforeEach(() => {
  asked = [];
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.localStorage.setItem('refresh_token', 'refresh');
  server.use(meHandler('good'));
});
afterEach(() => app.close());

const answer = (part: Parameters<typeof statement>[0] = {}) =>
  server.use(
    http.get(`${API}/quota/statement`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return ok(statement(part));
    }),
  );
const open = async (query = '', prefix = '') => {
  app = await openApp(`${prefix}/profile?tab=statement${query}`);
};
const table = (name = 'Credit statement') => screen.findByRole('table', { name });
/** Cells of the table, row by row. */
const cells = (shown: HTMLElement) =>
  within(shown)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the statement', () => {
  it('shows each line with what it was for, its signed change and the balance after it', async () => {
    answer();
    await open();
    const shown = await table();
    expect(
      within(shown)
        .getAllByRole('columnheader')
        .map((head) => [head.textContent, head.getAttribute('scope')]),
    ).toEqual([
      ['What for', 'col'],
      ['Local time', 'col'],
      ['Credits', 'col'],
      ['Balance', 'col'],
    ]);
    const at = expect.stringMatching(/^\d+:\d\d [AP]M$/);
    expect(cells(shown)).toEqual([
      [expect.stringMatching(/, November [56]$/)],
      ['Debt repaidPlan upgrade · no expiry date', at, '−1.5', '8.5', ''],
      [expect.stringMatching(/^Revoked1\.5 revoked in all/), at, '0', '10', ''],
      ['ExpiredDaily bonus · valid until Nov 1, 2026', at, '−1.5', '10', ''],
      [expect.stringMatching(/^This image was deleted.*3\.5 credits returned/), at, '0', '11.5', ''],
      ['A red fox in the snowNo. 0147', at, '−3.5', '11.5', ''],
      ['Free monthly creditsReceived · valid until Dec 1, 2026', at, '+15', '15', ''],
    ]);
  });

  it('shows the thumbnails that came with it, and a placeholder for a file that cannot be loaded', async () => {
    const calls: string[] = [];
    server.use(
      http.get(`${API}/images/:id`, ({ params }) => {
        calls.push(String(params['id']));
        return refuse('NOT_FOUND');
      }),
    );
    answer();
    await open();
    const shown = await table();
    const thumbnails = () => [...shown.querySelectorAll('img')];
    expect(thumbnails().map((image) => image.getAttribute('src'))).toEqual(['/api/files/fox-96.webp?signed']);
    fireEvent.error(thumbnails()[0] as HTMLElement);
    expect(thumbnails()).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('says the balances of the period and how many lines it has', async () => {
    answer({ openingBalance: 12.5, closingBalance: 1008.5, total: 42 });
    await open('&from=2026-11-01');
    expect(await screen.findByText('12.5')).toBeVisible();
    expect(screen.getByText('1,008.5')).toBeVisible();
    expect(screen.getByText('42 entries, grouped by image')).toBeVisible();
  });

  it('speaks Chinese', async () => {
    answer();
    await open('', '/zh');
    const shown = await table('积分明细');
    expect(cells(shown)[4]?.[0]).toMatch(/已退回 3\.5 积分$/);
    expect(screen.getByText('共 8 笔账目，同一张图片的合并显示')).toBeVisible();
  });

  it('is asked for again when credits have moved, and when images were deleted or restored', async () => {
    answer();
    await open();
    await table();
    expect(asked).toHaveLength(1);
    const change = (tag: Parameters<typeof baseApi.util.invalidateTags>[0][number]) =>
      act(() => void app.store.dispatch(baseApi.util.invalidateTags([tag])));
    for (const [closingBalance, tag] of [
      [77, 'Quota'],
      [78, { type: 'Image', id: 'LIST' }],
    ] as const) {
      answer({ closingBalance });
      change(tag);
      expect(await screen.findByText(String(closingBalance))).toBeVisible();
    }
  });

  it('says that there is nothing yet', async () => {
    answer({ data: [], total: 0, closingBalance: 0 });
    await open();
    expect(await screen.findByRole('heading', { name: 'No credits have moved yet' })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('tells of a failure and tries again when asked', async () => {
    server.use(http.get(`${API}/quota/statement`, () => refuse('INTERNAL_ERROR')));
    await open();
    expect(await screen.findByText('Your statement could not be loaded')).toBeVisible();
    answer();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await table()).toBeVisible();
  });
});

describe('the part of it that is shown', () => {
  it('stands in the address', async () => {
    answer({ page: 2, total: 45 });
    await open('&page=2&from=2026-11-01&to=2026-11-05&kind=charge');
    await table();
    expect(asked).toEqual(['?page=2&limit=20&from=2026-11-01&to=2026-11-05&kind=charge']);
    expect(screen.getByLabelText('From')).toHaveValue('2026-11-01');
    expect(screen.getByLabelText('To')).toHaveValue('2026-11-05');
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('charge');
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?page=3&limit=20&from=2026-11-01&to=2026-11-05&kind=charge'));
    expect(app.place()).toBe('/profile?tab=statement&page=3&from=2026-11-01&to=2026-11-05&kind=charge');
    expect(screen.getByRole('heading', { name: 'Credit statement' })).toHaveFocus();
  });

  it('is narrowed from its first page, and widened again at once', async () => {
    answer({ page: 2, total: 45 });
    await open('&page=2');
    await table();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-02' } });
    await waitFor(() => expect(asked.at(-1)).toBe('?page=1&limit=20&from=2026-11-02'));
    fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'return' } });
    await waitFor(() => expect(asked.at(-1)).toBe('?page=1&limit=20&from=2026-11-02&kind=return'));
    expect(app.place()).toBe('/profile?tab=statement&from=2026-11-02&kind=return');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(app.place()).toBe('/profile?tab=statement'));
    await waitFor(() => expect(screen.getByLabelText('From')).toHaveValue(''));
  });

  it('asks the server nothing about a period that ends before it begins, and says so', async () => {
    answer();
    await open('&from=2026-11-05&to=2026-11-01');
    expect(await screen.findByText('This is before the first day.')).toBeVisible();
    expect(screen.getByLabelText('To')).toBeInvalid();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
    expect(asked).toEqual([]);
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-06' } });
    expect(await table()).toBeVisible();
  });

  it('can be empty because of the filters, or of a page that is gone', async () => {
    answer({ data: [], total: 0, openingBalance: 4, closingBalance: 4 });
    await open('&kind=clawback');
    expect(await screen.findByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Go to first page' })).toBeNull();
    answer({ data: [], page: 9, total: 8 });
    app.close();
    document.body.replaceChildren();
    await open('&page=9');
    await userEvent.click(await screen.findByRole('button', { name: 'Go to first page' }));
    expect(app.place()).toBe('/profile?tab=statement');
  });
});

describe('the file', () => {
  const saved: { name: string; blob: Blob }[] = [];
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = (blob) => {
      saved.push({ name: '', blob: blob as Blob });
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const last = saved.at(-1);
      if (last) last.name = this.download;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is asked for with the token and the filters, and saved under the name of the server', async () => {
    let request: Request | undefined;
    answer();
    server.use(
      http.get(`${API}/quota/statement/export`, ({ request: sent }) => {
        request = sent;
        return new HttpResponse('\uFEFFNo.\r\n', {
          headers: {
            'content-type': 'text/csv',
            'content-disposition': 'attachment; filename="credit-statement-hold.csv"',
          },
        });
      }),
    );
    await open('&page=3&kind=hold');
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['credit-statement-hold.csv']));
    expect(new URL(request?.url ?? '').search).toBe('?kind=hold');
    expect(request?.headers.get('authorization')).toBe('Bearer good');
    expect(request?.headers.get('accept-language')).toBe('en-US,en');
  });

  it('says why it could not be had', async () => {
    answer();
    server.use(http.get(`${API}/quota/statement/export`, () => refuse('RATE_LIMITED')));
    await open();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await screen.findByText('Too many requests, please try again later')).toBeVisible();
    expect(saved).toEqual([]);
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  });
});

describe('credits that a payment brought', () => {
  it('lead to their invoice', async () => {
    const grant = { kind: 'plan_month', expiresAt: null, invoice: 'in_1' } as const;
    answer({ data: [line({ kind: 'grant', credits: 200, amount: 200, grant })], total: 1 });
    let loaded = '';
    server.use(
      http.get(`${API}/subscriptions/invoices`, () =>
        ok({
          data: [{ id: 'i1', number: 'LUM-0001', provider_invoice_id: 'in_1' }],
          page: 1,
          limit: 100,
          total: 1,
        }),
      ),
      http.get(`${API}/subscriptions/invoices/:id/download`, ({ params }) => {
        loaded = String(params.id);
        return refuse('PAYMENT_UNAVAILABLE');
      }),
    );
    await open();
    const [button] = await screen.findAllByRole('button', { name: 'Invoice LUM-0001' });
    await userEvent.click(button as HTMLElement);
    await waitFor(() => expect(loaded).toBe('i1'));
  });
});
