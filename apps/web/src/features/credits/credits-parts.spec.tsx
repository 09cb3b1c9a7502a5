import { describe, expect, it, jest } from '@jest/globals';
import type { Quota, StatementLine } from '@app/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useState } from 'react';
import { LINES, line } from '../../../test/statement';
import { renderPart } from '../../../test/render-part';
import { API, BONUS, QUOTA, USER, ok, refuse, startServer } from '../../../test/server';
import { CreditsChip } from './credits-chip';
import { QuotaBox } from './quota-box';
import { StatementRows } from './statement/statement-rows';

const server = startServer();
const show = (part: React.ReactElement, user = USER) =>
  renderPart(part, { user, namespaces: ['credits', 'statement'] });

describe('the box of credits', () => {
  const texts = async (part: Partial<Quota>) => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, ...part })));
    const { unmount } = await show(<QuotaBox />);
    const box = (await screen.findByText('credits left')).closest('section');
    const bar = box?.querySelector<HTMLElement>('[style]')?.style.width;
    const notes = [...(box?.querySelectorAll('p:last-child > span') ?? [])].map(({ textContent }) => textContent);
    unmount();
    return [bar, ...notes.filter((text) => text !== 'credits left' && !/^[\d.]+$/.test(text ?? ''))];
  };
  const EXPIRY = { nextExpiry: { credits: 3, at: '2026-12-05T12:00:00.000Z' } };

  it('says how far they reach, and when they end and come', async () => {
    expect(await texts({ remainingCredits: 15 })).toEqual(['75%', 'Enough for 4 images with the default model']);
    expect(
      await texts({ remainingCredits: 14, currentCredits: 14, nextGrantAt: '2026-12-01T12:00:00.000Z', ...EXPIRY }),
    ).toEqual(['70%', 'Enough for 4 images with the default model', '3 expire on Dec 5', 'Next credits on Dec 1']);
  });

  it('says what is held and runs, and then not what is later', async () => {
    const held = { remainingCredits: 3.4, currentCredits: 6.9, inFlight: 1, ...EXPIRY };
    expect(await texts({ ...held, nextGrantAt: '2026-12-01T12:00:00.000Z' })).toEqual([
      '17%',
      '3.5 held',
      '1 running, up to 4 at once',
    ]);
  });

  it('is never more than full, and empty where there are none', async () => {
    expect(await texts({ remainingCredits: 35, currentCredits: 35 })).toEqual([
      '100%',
      'Enough for 10 images with the default model',
    ]);
    expect(await texts({ totalCredits: 0, remainingCredits: 0, currentCredits: 0 })).toEqual(['0%']);
  });

  it('leads to the statement and to the plans', async () => {
    await show(<QuotaBox />);
    expect(await screen.findByRole('link', { name: 'Statement' })).toHaveAttribute('href', '/profile?tab=statement');
    expect(screen.getByRole('link', { name: 'Get more' })).toHaveAttribute('href', '/pricing');
  });
});

describe('the credits in the frame', () => {
  const chip = async (name: string, user = USER) => {
    const onOpenChange = jest.fn<(open: boolean) => void>();
    const { unmount } = await show(<CreditsChip open={false} onOpenChange={onOpenChange} />, user);
    const button = await screen.findByRole('button', { name });
    await userEvent.click(button);
    unmount();
    return onOpenChange.mock.calls;
  };

  it('say when the bonus of the day is ready, to free accounts alone', async () => {
    expect(await chip('14.5 credits left, daily bonus ready')).toEqual([[true]]);
    server.use(http.get(`${API}/users/me/daily-bonus`, () => ok({ ...BONUS, canClaim: false })));
    expect(await chip('14.5 credits left')).toEqual([[true]]);
    expect(await chip('14.5 credits left', { ...USER, subscription_status: 'pro' })).toEqual([[true]]);
  });

  it('say that they could not be loaded, and open where that can be tried again', async () => {
    server.use(http.get(`${API}/quota`, () => refuse('INTERNAL_ERROR')));
    expect(await chip('Your credits could not be loaded.')).toEqual([[true]]);
    await show(<CreditsChip open onOpenChange={() => undefined} />);
    await screen.findByRole('button', { name: 'Your credits could not be loaded.' });
    server.use(http.get(`${API}/quota`, () => ok(QUOTA)));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /14.5 credits left/ })).toHaveTextContent('14.5');
  });

  it('open into their box, and close by a press outside', async () => {
    const onOpenChange = jest.fn<(open: boolean) => void>();
    await show(<CreditsChip open onOpenChange={onOpenChange} />);
    expect(await screen.findByRole('region', { name: 'Credits' })).toBeVisible();
    const button = screen.getByRole('button', { name: /credits left/ });
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')).not.toBeNull();
    await userEvent.click(document.body);
    expect(onOpenChange.mock.calls).toEqual([[false]]);
  });

  it('have the focus again after Escape, whatever was done in their box', async () => {
    function Bar() {
      const [open, setOpen] = useState(false);
      return <CreditsChip open={open} onOpenChange={setOpen} />;
    }
    server.use(
      http.post(`${API}/users/me/login`, () =>
        ok({ user: { ...USER, name: 'Lin 2' }, dailyBonusClaimed: true, bonusMessage: 'Claimed' }),
      ),
    );
    await show(<Bar />);
    const button = await screen.findByRole('button', { name: /credits left/ });
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('button', { name: 'Claim 1 credit' }));
    expect(await screen.findByText('Claimed')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Credits' })).toBeNull();
    expect(button).toHaveFocus();
  });
});

describe('rows of the statement', () => {
  const table = async (lines: readonly StatementLine[]) => {
    await show(<StatementRows lines={[...lines]} />);
    return screen.getByRole('table', { name: 'Credit statement' });
  };
  const cells = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].slice(0, 4).map(({ textContent }) => textContent);

  it('say what each was for, how much it moved and what was left', async () => {
    const rows = within(await table(LINES))
      .getAllByRole('row')
      .map(cells);
    const texts = rows.map(([what, , change, balance]) => `${what} ${change ?? ''} ${balance ?? ''}`.trim());
    expect(texts).toEqual([
      'What for Credits Balance',
      expect.stringMatching(/November 5/),
      'Debt repaidPlan upgrade · no expiry date −1.5 8.5',
      'Revoked1.5 revoked in all; what was spent already is set off against your next credits 0 10',
      'ExpiredDaily bonus · valid until Nov 1, 2026 −1.5 10',
      expect.stringMatching(/^This image was deletedNo\. 0147 · 3\.5 credits returned 0 11\.5$/),
      expect.stringMatching(/^A red fox in the snowNo\. 0147 −3\.5 11\.5$/),
      'Free monthly creditsReceived · valid until Dec 1, 2026 +15 15',
    ]);
  });

  it('of one image open into the lines of the ledger, the oldest first, and close again', async () => {
    const list = await table(LINES);
    expect(within(list).getAllByRole('button')).toHaveLength(2);
    const [, charged] = within(list).getAllByRole('button', { name: 'Show the 2 entries of No. 0147' });
    const before = within(list).getAllByRole('row').length;
    await userEvent.click(charged as HTMLElement);
    const rows = within(list).getAllByRole('row');
    expect(rows).toHaveLength(before + 2);
    const at = rows.findIndex((row) => row.textContent?.includes('A red fox')) + 1;
    expect(rows.slice(at, at + 2).map((row) => cells(row).filter((_, cell) => cell !== 1))).toEqual([
      ['Held', '−3.5', '11.5'],
      ['Charged', '0', '11.5'],
    ]);
    const hide = within(list).getByRole('button', { name: 'Hide the 2 entries of No. 0147' });
    expect(rows[at]?.id).toBe(hide.getAttribute('aria-controls'));
    await userEvent.click(hide);
    expect(within(list).getAllByRole('row')).toHaveLength(before);
  });

  it('lead to the image, and say while its price is only held', async () => {
    const [image] = LINES.flatMap(({ picture }) => (picture && !picture.isDeleted ? [picture] : []));
    const held = line({ picture: { ...image, thumbnail: '/a.webp' } as typeof image & object });
    const list = await table([held, line({ id: 9, kind: 'grant', credits: 1, at: new Date().toISOString() })]);
    const link = within(list).getByRole('link', { name: 'A red fox in the snow' });
    expect(link).toHaveAttribute('href', `/gallery?image=${image?.imageId}`);
    expect(link.closest('th')).toHaveTextContent(/No\. 0147 · Held$/);
    expect(within(list).getByText('Today')).toBeVisible();
    const thumbnail = () => link.closest('th')?.querySelector('img') ?? null;
    expect(thumbnail()).toHaveAttribute('src', '/a.webp');
    fireEvent.error(thumbnail() as HTMLElement);
    expect(thumbnail()).toBeNull();
  });

  it('are blocks on a narrow screen, with the same in them', async () => {
    await table(LINES);
    const blocks = within(screen.getByRole('region', { name: 'Credit statement' })).getAllByRole('listitem');
    expect(blocks).toHaveLength(6);
    const [deleted] = blocks.filter((block) => block.textContent?.includes('deleted'));
    expect(deleted).toHaveTextContent('Balance 11.5');
    await userEvent.click(
      within(deleted as HTMLElement).getByRole('button', { name: 'Show the 2 entries of No. 0147' }),
    );
    const lines = [...(deleted?.querySelectorAll('dl > *') ?? [])].map(({ textContent }) => textContent);
    expect(lines).toEqual([expect.stringMatching(/^Held · /), '−3.5', expect.stringMatching(/^Returned · /), '+3.5']);
  });
});
