import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CREDIT_HIGHLIGHT_MS } from '@app/contracts';
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { useRef } from 'react';
import { loadBaseNamespaces } from '../i18n/i18n';
import { LocaleProvider } from '../i18n/locale-context';
import { useDebounced } from './use-debounced';
import { useDelayed } from './use-delayed';
import { useDismiss } from '../interaction/use-dismiss';
import { useDurationText } from '../format/use-duration-text';
import { useHighlight } from './use-highlight';
import { leave as leaveBy } from '../browser/leave';
import { useLeaving } from '../browser/use-leaving';
import { useMedia } from '../browser/use-media';
import { useOnline } from '../browser/use-online';
import { usePreload } from '../loading/use-preload';
import { useSecondsLeft } from './use-seconds-left';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const tell = (event: Event) => act(() => void window.dispatchEvent(event));

describe('time', () => {
  it('settles a value once it has stood still', () => {
    const { result, rerender } = renderHook((value: string) => useDebounced(value, 100), { initialProps: 'a' });
    rerender('b');
    pass(99);
    rerender('c');
    pass(99);
    expect(result.current).toBe('a');
    pass(1);
    expect(result.current).toBe('c');
  });

  it('shows what takes long only after a while, and each time anew', () => {
    const { result, rerender } = renderHook((active: boolean) => useDelayed(active, 100), { initialProps: false });
    pass(200);
    rerender(true);
    pass(99);
    expect(result.current).toBe(false);
    pass(1);
    expect(result.current).toBe(true);
    rerender(false);
    expect(result.current).toBe(false);
    rerender(true);
    expect(result.current).toBe(false);
  });

  it('delays nothing the first time when that much time has passed before', () => {
    const { result, rerender } = renderHook((active: boolean) => useDelayed(active, 100, true), { initialProps: true });
    expect(result.current).toBe(true);
    rerender(false);
    rerender(true);
    expect(result.current).toBe(false);
  });

  it('counts whole seconds down to nothing and then rests', () => {
    const { result } = renderHook(() => useSecondsLeft(1_500));
    expect(result.current).toBe(2);
    pass(1_000);
    expect(result.current).toBe(1);
    pass(1_000);
    expect(result.current).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
    expect(renderHook(() => useSecondsLeft(null)).result.current).toBeNull();
  });

  it('lights up credits that have changed for a second, not when they are first known', () => {
    const { result, rerender } = renderHook((credits: number | undefined) => useHighlight(credits), {
      initialProps: undefined as number | undefined,
    });
    rerender(5);
    expect(result.current).toBe(false);
    rerender(4);
    expect(result.current).toBe(true);
    pass(CREDIT_HIGHLIGHT_MS - 1);
    expect(result.current).toBe(true);
    pass(1);
    expect(result.current).toBe(false);
  });

  it('is said in seconds up to a minute and a half, else in minutes, rounded up', async () => {
    jest.useRealTimers();
    await loadBaseNamespaces('en');
    const { result } = renderHook(useDurationText, {
      wrapper: ({ children }) => <LocaleProvider locale="en">{children}</LocaleProvider>,
    });
    expect([0.5, 90, 90.5, 121].map((seconds) => result.current(seconds))).toEqual(['1 s', '90 s', '2 min', '3 min']);
  });

  it('lets code be fetched once the page rests, if it is expected and whether or not it comes', () => {
    const load = jest.fn(async () => Promise.reject(new Error('offline')));
    const { unmount } = renderHook(() => usePreload(load, false));
    pass(10_000);
    expect(load).not.toHaveBeenCalled();
    unmount();
    renderHook(() => usePreload(load));
    pass(2_999);
    expect(load).not.toHaveBeenCalled();
    pass(1);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('somebody who was sent to another site', () => {
  const persisted = (value: boolean) => Object.assign(new Event('pageshow'), { persisted: value });

  it('is back when the page is shown again as it was, or never went', () => {
    const { result, unmount } = renderHook(() => useLeaving<string>());
    const leaving = () => result.current[0];
    const press = () => act(() => result.current[1]('there'));
    const go = jest.spyOn(leaveBy, 'to').mockImplementation(() => undefined);
    const leave = () => {
      press();
      act(() => result.current[2]('https://there.example'));
    };
    leave();
    tell(persisted(false));
    expect(leaving()).toBe('there');
    tell(persisted(true));
    expect(leaving()).toBeNull();
    leave();
    pass(9_999);
    expect(leaving()).toBe('there');
    pass(1);
    expect(leaving()).toBeNull();
    // While the address is asked for, however long that takes.
    press();
    pass(60_000);
    expect(leaving()).toBe('there');
    leave();
    expect(go.mock.calls).toEqual([['https://there.example'], ['https://there.example'], ['https://there.example']]);
    unmount();
    pass(20_000);
    tell(persisted(true));
    expect(leaving()).toBe('there');
  });
});

describe('what is open', () => {
  function Panel({ open, close }: { open: boolean; close: () => void }) {
    const ref = useRef<HTMLDivElement>(null);
    useDismiss(open, ref, close);
    return (
      <>
        <button type="button">Opener</button>
        <div ref={ref}>
          <button type="button">Inside</button>
        </div>
        <button type="button">Below</button>
      </>
    );
  }

  it('closes when the focus goes on to what it may lie over', () => {
    const close = jest.fn();
    render(<Panel open close={close} />);
    screen.getByText('Inside').focus();
    expect(close).not.toHaveBeenCalled();
    screen.getByText('Below').focus();
    expect(close).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Below')).toHaveFocus();
  });

  it('closes on a press outside and on Escape, which gives the focus back', () => {
    const close = jest.fn();
    const { rerender } = render(<Panel open={false} close={close} />);
    fireEvent.keyDown(document, { key: 'Escape' });
    fireEvent.pointerDown(document.body);
    expect(close).not.toHaveBeenCalled();
    screen.getByText('Opener').focus();
    rerender(<Panel open close={close} />);
    screen.getByText('Inside').focus();
    fireEvent.keyDown(document, { key: 'a' });
    // It takes back characters of an input method.
    fireEvent.keyDown(document, { key: 'Escape', isComposing: true });
    fireEvent.pointerDown(screen.getByText('Inside'));
    expect(close).not.toHaveBeenCalled();
    fireEvent.pointerDown(document.body);
    expect(close).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Inside')).toHaveFocus();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(2);
    expect(screen.getByText('Opener')).toHaveFocus();
    rerender(<Panel open={false} close={close} />);
    fireEvent.pointerDown(document.body);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(2);
  });
});

describe('the browser', () => {
  it('says when its network goes and comes', () => {
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const { result, unmount } = renderHook(useOnline);
    expect(result.current).toBe(true);
    network.mockReturnValue(false);
    tell(new Event('offline'));
    expect(result.current).toBe(false);
    network.mockReturnValue(true);
    tell(new Event('online'));
    expect(result.current).toBe(true);
    const removed = jest.spyOn(window, 'removeEventListener');
    unmount();
    expect(removed.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['online', 'offline']));
  });

  it('says when a media query begins to hold', () => {
    const list = Object.assign(window.matchMedia(''), { matches: false });
    jest.spyOn(window, 'matchMedia').mockReturnValue(list);
    const { result, unmount } = renderHook(() => useMedia('(width < 1px)'));
    expect(result.current).toBe(false);
    Object.assign(list, { matches: true });
    act(() => void list.dispatchEvent(new Event('change')));
    expect(result.current).toBe(true);
    const removed = jest.spyOn(list, 'removeEventListener');
    unmount();
    expect(removed).toHaveBeenCalledTimes(1);
  });
});
