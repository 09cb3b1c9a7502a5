import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { quotaStats } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { UsageDays } from './usage-days';

const server = startServer();
const stats = (answer: () => Response) => server.use(http.get(`${API}/quota/stats`, answer));
const show = () => renderPart(<UsageDays isExpected />, { user: USER, namespaces: ['billing'] });
const figure = () => screen.findByRole('figure');
const DAYS = { '2026-11-27': 0, '2026-11-28': 7, '2026-11-29': 24.5, '2026-11-30': 0.001 };

describe('what was used on each day', () => {
  it('stands in bars as high as it is, and a little is seen too', async () => {
    stats(() => ok(quotaStats(DAYS)));
    await show();
    const bars = [...((await figure()).querySelector('[aria-hidden="true"] > div')?.children ?? [])] as HTMLElement[];
    expect(bars.map(({ style }) => style.height)).toEqual([
      '1px',
      `max(3px, ${(7 / 24.5) * 100}%)`,
      'max(3px, 100%)',
      expect.stringMatching(/^max\(3px, 0\.004/),
    ]);
    expect(await figure()).toHaveTextContent(/^Used per day, the last 4 days \(UTC\)24\.5 credits at mostNov 27Nov 30/);
  });

  it('can be read in a table, the latest first, without days on which nothing was used', async () => {
    stats(() => ok(quotaStats({ '2026-11-27': 0, '2026-11-28': 7, '2026-11-29': 24.5 })));
    await show();
    await userEvent.click(within(await figure()).getByText('As a table'));
    const lines = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(lines).toEqual([
      ['Day', 'Credits', 'Images'],
      ['Nov 29', '24.5', '7'],
      ['Nov 28', '7', '2'],
    ]);
  });

  it('takes no room where nothing was used', async () => {
    let asked = 0;
    stats(() => {
      asked += 1;
      return ok(quotaStats({ '2026-11-28': 0, '2026-11-29': 0 }));
    });
    await show();
    await waitFor(() => expect(asked).toBe(1));
    await waitFor(() => expect(document.body.firstElementChild).toBeEmptyDOMElement());
  });

  it('that could not be loaded is loaded by another press', async () => {
    stats(() => refuse('INTERNAL_ERROR'));
    await show();
    expect(await screen.findByText('Your daily usage could not be loaded')).toBeVisible();
    stats(() => ok(quotaStats(DAYS)));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await figure()).toBeVisible();
  });
});
