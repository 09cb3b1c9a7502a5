import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { renderKit } from '../../../../test/render-kit';
import { showToast } from '../../toasts';
import { Pagination } from '../navigation/pagination';
import { Tabs } from '../navigation/tabs';
import { ToastHost } from '../overlays/toast-host';
import { CopyButton } from './copy-button';
import { Menu } from './menu';
import type { MenuEntry } from './menu-types';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a menu', () => {
  const open = async (entries: readonly MenuEntry[]) => {
    function Example() {
      const [shown, setShown] = useState(false);
      return (
        <Menu label="Actions" trigger="…" header="Lin" open={shown} onOpenChange={setShown} entries={[...entries]} />
      );
    }
    await renderKit(<Example />);
    expect(screen.getByRole('button', { name: 'Actions' })).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await screen.findByRole('menu');
  };

  it('says why an entry cannot be chosen, keeps it within reach and stays open', async () => {
    const choose = jest.fn();
    await open([
      { key: 'a', label: 'Delete', onSelect: choose, disabledReason: 'Still in use' },
      { key: 'b', label: 'English', to: '/en', current: true, separated: true },
      { key: 'c', label: 'Edit', onSelect: choose },
    ]);
    const [first, second, third] = screen.getAllByRole('menuitem');
    expect(first).toHaveTextContent('DeleteStill in use');
    expect(first).toHaveAttribute('aria-disabled', 'true');
    expect(third).not.toHaveAttribute('aria-disabled');
    expect(screen.getAllByRole('separator')).toHaveLength(1);
    expect(second).toHaveAttribute('aria-current', 'true');
    expect(third).not.toHaveAttribute('aria-current');
    expect(screen.getByText('Lin')).toBeVisible();
    if (first) await userEvent.click(first);
    expect(choose).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeVisible();
    if (third) await userEvent.click(third);
    expect(choose).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
});

describe('tabs', () => {
  const open = async (onChange = jest.fn()) => {
    const tabs = (['one', 'two'] as const).map((value) => ({ value, label: value, content: value }));
    await renderKit(<Tabs label="Numbers" value="one" onChange={onChange} tabs={tabs} />);
    return { onChange, one: screen.getByRole('tab', { name: 'one' }), two: screen.getByRole('tab', { name: 'two' }) };
  };

  it('leave keys alone that lead nowhere or mean something to the browser', async () => {
    const { onChange, one } = await open();
    for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) {
      expect(fireEvent.keyDown(one, { key: 'ArrowRight', [held]: true })).toBe(true);
    }
    expect(fireEvent.keyDown(one, { key: 'x' })).toBe(true);
    expect(onChange).not.toHaveBeenCalled();
    expect(fireEvent.keyDown(one, { key: 'ArrowRight' })).toBe(false);
    expect(onChange.mock.calls).toEqual([['two']]);
  });

  it('are not chosen twice, and only the chosen one is a stop of Tab', async () => {
    const { onChange, one, two } = await open();
    await userEvent.click(one);
    fireEvent.keyDown(one, { key: 'Home' });
    expect(onChange).not.toHaveBeenCalled();
    expect([one.tabIndex, two.tabIndex]).toEqual([0, -1]);
    expect([one, two].map((tab) => tab.dataset.state)).toEqual(['active', 'inactive']);
    expect([one, two].map((tab) => tab.ariaSelected ?? tab.getAttribute('aria-selected'))).toEqual(['true', 'false']);
    expect(document.getElementById(one.getAttribute('aria-controls') ?? '')).toHaveAccessibleName('one');
  });
});

describe('pages', () => {
  it('end where there are no more of them', async () => {
    const go = jest.fn();
    const { rerender } = await renderKit(<Pagination page={1} pages={2} onChange={go} />);
    const [previous, next] = ['Previous page', 'Next page'].map((name) => screen.getByRole('button', { name }));
    if (!previous || !next) throw new Error('a button is missing');
    expect(previous).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(previous);
    await userEvent.click(next);
    rerender(<Pagination page={2} pages={2} onChange={go} />);
    expect(previous).not.toHaveAttribute('aria-disabled');
    expect(next).toHaveAttribute('aria-disabled', 'true');
    // Who got there with the keyboard goes on from there.
    expect(next).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Page 1' }));
    expect(go.mock.calls).toEqual([[2], [1]]);
  });
});

describe('a text to be copied', () => {
  const write = jest.fn<(text: string) => Promise<void>>();
  const press = () => act(async () => fireEvent.click(screen.getByRole('button')));
  const selected = () => window.getSelection()?.toString();

  beforeEach(() => {
    write.mockReset().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
    window.getSelection()?.removeAllRanges();
  });

  it('says for two seconds that it was', async () => {
    jest.useFakeTimers();
    await renderKit(<CopyButton text="req_1" label="Copy the ID" />);
    await press();
    expect(write).toHaveBeenCalledWith('req_1');
    expect(screen.getByRole('button')).toHaveAccessibleName('Copied');
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
    act(() => jest.advanceTimersByTime(1999));
    expect(screen.getByRole('button')).toHaveAccessibleName('Copied');
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByRole('button')).toHaveAccessibleName('Copy the ID');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('says so where it was not, and is there, selected, until it is copied or another one', async () => {
    write.mockRejectedValue(new Error('withheld'));
    const { rerender } = await renderKit(<CopyButton text="req_1" label="Copy the ID" />);
    await press();
    expect(screen.getByRole('button')).toHaveAccessibleName('Copy the ID');
    expect(screen.getByRole('status')).toHaveTextContent(
      'Your browser does not let us copy. The text is selected, copy it by hand.',
    );
    expect(screen.getByText('req_1')).toBeVisible();
    expect(selected()).toBe('req_1');
    window.getSelection()?.removeAllRanges();
    await press();
    expect(selected()).toBe('req_1');
    rerender(<CopyButton text="req_2" label="Copy the ID" />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    rerender(<CopyButton text="req_1" label="Copy the ID" />);
    write.mockResolvedValue();
    await press();
    expect(screen.queryByText('req_1')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
  });

  it('is selected where it stands already', async () => {
    write.mockRejectedValue(new Error('withheld'));
    function Example() {
      const place = useRef<HTMLElement>(null);
      return (
        <>
          <code ref={place}>secret</code>
          <CopyButton text="secret" place={place} />
        </>
      );
    }
    await renderKit(<Example />);
    await press();
    expect(screen.getAllByText('secret')).toHaveLength(1);
    expect(selected()).toBe('secret');
  });
});

describe('a message', () => {
  it('that can be undone for a while counts its seconds down and goes when they are over', async () => {
    await renderKit(<ToastHost expected={false} />);
    act(() => showToast({ kind: 'info', text: 'Loaded' }));
    await screen.findByText('Loaded');
    jest.useFakeTimers();
    const run = jest.fn();
    act(() => showToast({ kind: 'info', text: 'Deleted', action: { label: 'Undo', run, until: Date.now() + 20_000 } }));
    act(() => jest.advanceTimersByTime(100));
    expect(screen.getByText('20')).toHaveAttribute('aria-hidden', 'true');
    expect(screen.queryByText('Copy request ID')).toBeNull();
    act(() => jest.advanceTimersByTime(18_900));
    expect(screen.getByText('1')).toBeVisible();
    // It goes in steps, one render after the other.
    for (let step = 0; step < 4; step += 1) act(() => jest.advanceTimersByTime(1_000));
    expect(screen.queryByText('Deleted')).toBeNull();
    expect(run).not.toHaveBeenCalled();
  });
});
