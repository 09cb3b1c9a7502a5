import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

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
