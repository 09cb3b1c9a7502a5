import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useStatementView } from './use-statement-view';

function viewAt(search: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[`/profile${search}`]}>{children}</MemoryRouter>
  );
  return renderHook(() => ({ ...useStatementView(), search: useLocation().search }), { wrapper }).result;
}
const readAt = (search: string) => {
  const { page, filter } = viewAt(search).current;
  return { page, ...filter };
};

describe('the address of a statement', () => {
  it('names its page, its days and what it shows', () => {
    expect(readAt('')).toEqual({ page: 1 });
    expect(readAt('?page=3&from=2026-11-01&to=2026-11-30&kind=grant')).toEqual({
      page: 3,
      from: '2026-11-01',
      to: '2026-11-30',
      kind: 'grant',
    });
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?from=2026-02-30',
    '?to=20261101',
    '?to=x2026-11-01',
    '?from=2026-11-01T00',
    '?from=2026-13-01',
    '?kind=luck',
  ])('that cannot mean anything counts as none: %s', (search) => {
    expect(readAt(search)).toEqual({ page: 1 });
  });

  it('of the first page does not name it, and keeps the rest', () => {
    const view = viewAt('?tab=statement&from=2026-11-01');
    act(() => view.current.goTo(2));
    expect(view.current.search).toBe('?tab=statement&from=2026-11-01&page=2');
    act(() => view.current.goTo(1));
    expect(view.current.search).toBe('?tab=statement&from=2026-11-01');
  });

  it('with another filter begins with the first page', () => {
    const view = viewAt('?tab=statement&page=4&from=2026-11-01');
    act(() => view.current.narrow({ kind: 'return', from: undefined }));
    expect(view.current.search).toBe('?tab=statement&kind=return');
  });

  it('without filters keeps only where it is', () => {
    const view = viewAt('?tab=statement&page=4&from=2026-11-01&to=2026-11-30&kind=grant');
    act(() => view.current.clear());
    expect(view.current.search).toBe('?tab=statement');
    expect([view.current.page, view.current.filter]).toEqual([1, {}]);
  });
});
