import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { CRASH_TEXTS } from '../i18n/crash-texts';
import { LocaleProvider } from '../i18n/locale-context';
import { lazyDialog, lazyPart } from './lazy-part';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** As the error page of a route. */
class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? <p>{this.state.error.name}</p> : this.props.children;
  }
}

test('a part whose file cannot be fetched comes later, and the page stays', async () => {
  let asked = 0;
  const Part = lazyPart(async () => {
    asked += 1;
    if (asked < 4) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>here</p>;
  });
  render(
    <>
      <h1>page</h1>
      <Suspense fallback={<p>coming</p>}>
        <Part />
      </Suspense>
    </>,
  );
  for (const seconds of [0, 1, 2]) {
    await act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));
    expect(screen.getByText('coming')).toBeVisible();
  }
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  expect(screen.getByText('here')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'page' })).toBeVisible();
  expect(asked).toBe(4);
});

test('a part whose file stays away says so and offers to load the page anew, and the page stays', async () => {
  const Part = lazyPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  render(
    <LocaleProvider locale="zh">
      <h1>page</h1>
      <Suspense fallback={<p>coming</p>}>
        <Part />
      </Suspense>
    </LocaleProvider>,
  );
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole('alert')).toHaveTextContent(CRASH_TEXTS.zh.part);
  expect(screen.getByRole('button', { name: CRASH_TEXTS.zh.reload })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'page' })).toBeVisible();
});

test('a part is asked for again as soon as the network is back', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Part = lazyPart(async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>here</p>;
  });
  render(<Suspense fallback={<p>coming</p>}>{<Part />}</Suspense>);
  await act(() => jest.advanceTimersByTimeAsync(3_600_000));
  expect(screen.getByText('coming')).toBeVisible();
  online.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByText('here')).toBeVisible();
});

describe('the code of a dialog', () => {
  const failing = (times: number) => {
    const load = jest.fn(async () => {
      if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <p>open</p>;
    });
    return load;
  };
  const show = (load: ReturnType<typeof failing>) => {
    const Dialog = lazyDialog<{ open: boolean }>(load);
    const page = (open: boolean) => (
      <Boundary>
        <h1>page</h1>
        <Dialog open={open} />
      </Boundary>
    );
    const { rerender } = render(page(false));
    return () => rerender(page(true));
  };
  const online = (is: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);

  test('is fetched once the page rests, and not before', async () => {
    const load = failing(0);
    show(load);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(load).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('open')).toBeNull();
  });

  test('is not fetched ahead while the browser is offline', async () => {
    online(false);
    const load = failing(0);
    show(load);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(load).not.toHaveBeenCalled();
  });

  test('is waited for while the browser is offline', async () => {
    online(false);
    show(failing(8))();
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(screen.getByRole('heading', { name: 'page' })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    expect(screen.getByText('open')).toBeVisible();
  });

  test('is told to be missing when a newer build has replaced it', async () => {
    online(true);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    show(failing(Infinity))();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByRole('heading', { name: 'page' })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('TypeError')).toBeVisible();
  });
});
