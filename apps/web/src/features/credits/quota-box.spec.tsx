import { afterEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useState } from 'react';
import { renderPart } from '../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../test/server';
import { line } from '../../../test/statement';
import { setTimeZone } from '../../shared/time/time-zone';
import { CreditsChip } from './credits-chip';
import { QuotaBox } from './quota-box';
import { StatementRows } from './statement/statement-rows';

const server = startServer();
afterEach(() => setTimeZone(null));

it.each([
  ['en', 'Your credits could not be loaded.', 'Try again', 'credits left'],
  ['zh', '积分信息没能加载出来。', '重试', '剩余积分'],
] as const)(
  'credits that could not be loaded say so in %s, and are loaded on demand',
  async (locale, title, retry, left) => {
    server.use(http.get(`${API}/quota`, () => refuse('INTERNAL_ERROR'), { once: true }));
    await renderPart(<QuotaBox />, { user: USER, locale, namespaces: ['credits'] });
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    await userEvent.click(screen.getByRole('button', { name: retry }));
    expect(await screen.findByText(left)).toBeVisible();
  },
);

it('a single credit is spoken of as one', async () => {
  const nextExpiry = { credits: 1, at: '2026-12-05T12:00:00.000Z' };
  server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: 1, currentCredits: 1, nextExpiry })));
  const parts = (
    <>
      <CreditsChip open={false} onOpenChange={() => undefined} />
      <QuotaBox />
    </>
  );
  await renderPart(parts, { user: { ...USER, subscription_status: 'pro' }, namespaces: ['credits'] });
  expect(await screen.findByText('credit left')).toBeVisible();
  expect(screen.getByText('1 expires on Dec 5')).toBeVisible();
  expect(screen.getByRole('button', { name: '1 credit left' })).toBeVisible();
});

it.each([
  ['America/New_York', 'Nov 30'],
  ['Asia/Tokyo', 'Dec 1'],
])('credits expire in %s on the same day in the box and in the statement: %s', async (zone, day) => {
  setTimeZone(zone);
  const at = '2026-12-01T00:00:00.000Z';
  server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, nextExpiry: { credits: 3, at }, currentCredits: 14.5 })));
  const grant = { kind: 'free_month', expiresAt: at, invoice: null } as const;
  const parts = (
    <>
      <QuotaBox />
      <StatementRows lines={[line({ kind: 'grant', credits: 15, grant })]} />
    </>
  );
  await renderPart(parts, { user: USER, namespaces: ['credits', 'statement'] });
  expect(await screen.findByText(`3 expire on ${day}`)).toBeVisible();
  expect(within(screen.getByRole('table')).getByText(`Received · valid until ${day}, 2026`)).toBeVisible();
});

it('days of the statement name their year where it is another one in the zone of the reader', async () => {
  setTimeZone('America/New_York');
  jest.useFakeTimers({ now: Date.parse('2027-01-01T12:00:00Z'), doNotFake: ['setTimeout', 'queueMicrotask'] });
  const days = ['2027-01-01T04:30:00Z', '2026-12-31T15:00:00Z'].map((at, id) => line({ id, at, kind: 'expire' }));
  await renderPart(<StatementRows lines={days} />, { user: USER, namespaces: ['statement'] });
  jest.useRealTimers();
  expect(
    within(screen.getByRole('table'))
      .getAllByText(/December/)
      .map(({ textContent }) => textContent),
  ).toEqual(['Thursday, December 31, 2026']);
});

it('an entry of after midnight is of today, and those before it are no longer', async () => {
  setTimeZone('Europe/London');
  jest.useFakeTimers({ now: Date.parse('2027-03-01T23:50:00Z'), doNotFake: ['setTimeout', 'queueMicrotask'] });
  const before = line({ id: 1, at: '2027-03-01T22:00:00Z', kind: 'expire' });
  const after = line({ id: 2, at: '2027-03-02T00:05:00Z', kind: 'expire' });
  function Page() {
    const [lines, setLines] = useState([before]);
    return (
      <>
        <button type="button" onClick={() => setLines([after, before])}>
          Later
        </button>
        <StatementRows lines={lines} />
      </>
    );
  }
  await renderPart(<Page />, { user: USER, namespaces: ['statement'] });
  act(() => jest.advanceTimersByTime(20 * 60_000));
  fireEvent.click(screen.getByRole('button', { name: 'Later' }));
  jest.useRealTimers();
  const days = within(screen.getByRole('table')).getAllByText(/^(Today|.+ March .+|.+, March .+)$/);
  expect(days.map(({ textContent }) => textContent)).toEqual(['Today', 'Monday, March 1']);
});
